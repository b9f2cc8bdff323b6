"""The kernel of Czarina and Four Seasons move by move against the rules: what it lists, and what a move does.

Its perft would not be that of the rules, as it lists no idle move and no space but the first; so each position of
random games is compared instead. A move of the other kernels is not one of the rules (Canfield's holds the turns
before it, Quadrennial's several cards, Chessboard's search offers positions): their verdicts are compared instead.
"""

from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from rules_support import VARIANTS, walk
from winnable.rules.engine import TURN, Move, Position, apply, is_idle, legal_moves
from winnable.solver import seasons
from winnable.solver.kernels import seasons as kernels


def on_its_own(step: Any) -> Any:
    """A step of a kernel for Python, which can't call the step itself."""
    return numba.njit(step.py_func)


list_moves, make_move = on_its_own(kernels.list_moves), on_its_own(kernels.make_move)

FAMILY = [name for name in VARIANTS if name.startswith(("czarina", "four-seasons"))]


def number_of(move: Move) -> int:
    """The move as the kernel writes it."""
    if move == TURN:
        return 16 * kernels.FROM_STOCK + kernels.TO_WASTE
    source = {"W": kernels.FROM_WASTE, "S": kernels.FROM_STOCK}.get(move.source, int(move.source[1:] or 1) - 1)
    return 16 * source + (kernels.TO_HOME if move.target[0] == "F" else int(move.target[1:]) - 1)


def expected(position: Position) -> dict[int, Move]:
    """The legal moves that the kernel should list, by its numbers."""
    spaces = [f"T{number}" for number, pile in enumerate(position.tableau, 1) if not pile]
    moves = [move for move in legal_moves(position) if not is_idle(position, move) and move.target not in spaces[1:]]
    return {number_of(move): move for move in moves}


def row_of(position: Position) -> NDArray[np.uint8]:
    """The position as the kernel holds it, but for how many cards of the stock were dealt."""
    return np.delete(seasons._pack(position, 0).root, kernels.DEALT)


@pytest.mark.parametrize("full_name", FAMILY)
def test_the_kernel_lists_and_makes_the_moves_of_the_rules(full_name: str) -> None:
    met = 0
    for number in range(1, 7):
        for position in walk(VARIANTS[full_name], number, 120):
            packed, listed = seasons._pack(position, 0), np.zeros(64, np.int64)
            count = list_moves(packed.root, packed.rules, listed)
            moves = expected(position)
            assert sorted(listed[:count]) == sorted(moves)
            for code, move in moves.items():
                row, key = packed.root.copy(), np.zeros(2, np.int64)
                make_move(row, key, seasons._ZOBRIST, packed.stock, packed.rules, code // 16, code % 16)
                after, _ = apply(position, move)
                assert np.array_equal(np.delete(row, kernels.DEALT), row_of(after)), (position, move)
                met += 1
    assert met > 1_000
