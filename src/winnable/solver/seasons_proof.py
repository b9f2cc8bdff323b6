"""Czarina's proofs: everything that could be played, searched depth first, until it is won or proved lost."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from winnable.solver.kernels import seasons as kernels
from winnable.solver.kernels import seasons_arrange as stacks
from winnable.solver.kernels import seasons_nogoods as nogoods
from winnable.solver.kernels import seasons_proof
from winnable.solver.kernels.seasons_layers import Problem
from winnable.solver.verdict import Reason

Array = NDArray[Any]

DEPTH = 256  # a card is dealt, put on a pile and sent up once each, and a pile is emptied only as it is refilled
_FEW_NODES = 100_000
_A_ROW = nogoods.ROW + 8 + 40 + 4 + 4 + 2 + 8  # bytes of a position at work, and of a block of nogoods
_A_BLOCK = 8 * 3 * nogoods.A_BLOCK + 4 + 1 + 4
_THE_REST = 1 << 20  # bytes, more than all arrays take that do not grow with the memory allowed

_RANDOM = np.random.Generator(np.random.PCG64(1202))
_CODES = _RANDOM.integers(-(1 << 63), 1 << 63, (71, 2), np.int64)
_SPOTS = _RANDOM.integers(-(1 << 63), 1 << 63, (52, 65), np.int64)

_REASONS: dict[int, Reason] = {
    stacks.NODES_OUT: "nodes",
    stacks.STOPPED: "seconds",
    stacks.NO_ROOM: "memory",
}


class Outcome(NamedTuple):
    """What a search for a proof found: lost, or the codes of a winning line, or why it ended without either."""

    nodes: int
    lost: bool = False
    line: tuple[int, ...] | None = None
    reason: Reason | None = None


def fits(bytes_allowed: int) -> bool:
    """Whether the memory allowed is enough to try."""
    return bytes_allowed >= 4 * _THE_REST


def search(problem: Problem, limit: int, bytes_allowed: int, control: Array) -> Outcome:
    """Expand at most ``limit`` arrangements of a position whose spaces are refilled by the rules.

    The codes of a line are 16 * source + target, as in ``kernels.seasons_line``.
    """
    stack, known, view = _workspace(limit, bytes_allowed - _THE_REST)
    out = np.zeros(3, np.int64)
    seasons_proof.prove(problem, limit, control, stack, known, view, out)
    nodes, status = int(out[stacks.EXPANDED]), int(out[stacks.STATUS])
    control[1] += nodes
    if status == stacks.WON:
        return Outcome(nodes, line=tuple(_line(stack, int(out[stacks.DEPTH]))))
    return Outcome(nodes, lost=status == stacks.LOST, reason=_REASONS.get(status))


def _workspace(limit: int, bytes_allowed: int) -> tuple[stacks.Stack, nogoods.Nogoods, nogoods.Survey]:
    """The arrays of a search, small for few nodes: a fifth for the positions at work, the rest for nogoods."""
    most = min(1 << 15 if limit <= _FEW_NODES else 1 << 18, bytes_allowed // 5 // _A_ROW)
    blocks = min(limit, bytes_allowed * 4 // 5 // _A_BLOCK)
    stack = stacks.Stack(
        rows=np.empty((most, nogoods.ROW), np.uint8),
        keys=np.empty(most, np.int64),
        piles=np.empty((most, kernels.PILES), np.int64),
        slots=np.empty(most, np.int32),
        table=np.empty(1 << most.bit_length(), np.int32),
        origins=np.empty(most, np.int32),
        causes=np.empty(most, np.int16),
        frames=np.empty((DEPTH, stacks.FRAME), np.int64),
        steps=np.empty((DEPTH + 1, 128), np.int16),
        found=np.zeros(nogoods.FOUND, np.int64),
        spots=_SPOTS,
        scratch=np.zeros(2, np.int64),
    )
    known = nogoods.Nogoods(
        words=np.empty((blocks, 3 * nogoods.A_BLOCK), np.int64),
        follow=np.empty(blocks, np.int32),
        filled=np.empty(blocks, np.uint8),
        heads=np.empty(1 << max(blocks.bit_length() - 1, 0), np.int32),
        used=np.zeros(1, np.int64),
        codes=_CODES,
    )
    return stack, known, nogoods.Survey(np.zeros(8, np.int64), np.zeros(2, np.int64))


def _line(stack: stacks.Stack, depth: int) -> Iterator[int]:
    """The moves to the position at ``depth``: to each frame's position, and to the arrangement it was left from."""
    for level in range(depth + 1):
        steps = stack.steps[level]
        yield from steps[: int(np.argmax(steps < 0))].tolist()
        if level < depth:
            yield from _to_arrangement(stack, level)


def _to_arrangement(stack: stacks.Stack, level: int) -> list[int]:
    """The moves from a frame's position to the arrangement it was left from."""
    first, row = int(stack.frames[level, stacks.FIRST]), int(stack.frames[level, stacks.AT])
    codes: list[int] = []
    while row != first:
        codes.append(int(stack.causes[row]))
        row = int(stack.origins[row])
    return codes[::-1]
