"""Quadrennial, Acquaintance and Leap Year: between positions and the kernel's arrays."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnable.cards import rank_of
from winnable.rules.engine import TURN, Move, Position
from winnable.rules.game import Foundations, Game, Reserve, Stock, Tableau
from winnable.solver.kernels import quadrennial as kernels
from winnable.solver.kernels import quadrennial_moves as moves
from winnable.solver.kernels import quadrennial_rows as rows
from winnable.solver.verdict import Budget, Reason, SearchResult, Verdict

Array = NDArray[Any]

ALL_DOMINANCES = rows.FREE_CARDS | rows.DEAD_PILES
WIDTHS = (3, 12, 50, 200, 1_000, 5_000, 25_000, 100_000, 400_000, 1_600_000, 6_400_000)
Weights = tuple[tuple[int, ...], tuple[int, ...]]

WEIGHTS: Weights = ((10, 7, 1, 6, 0, 5, 0, 1), (19, 14, 2, 5, 1, 3, 0, 12))  # before the last pass, and in it

_UNLIMITED = 1 << 60
_REASONS: dict[int, Reason] = {
    kernels.OUT_OF_NODES: "nodes",
    kernels.STOPPED: "seconds",
    kernels.FULL: "memory",
}


def handles(game: Game) -> bool:
    """Whether this family's search knows all rules of the game."""
    stock = game.stock
    return (
        replace(game.foundations, between=False) == Foundations("aces out", by_suit=False)
        and game.tableau == Tableau(0)
        and replace(game.reserve, piles=1) == Reserve(1, only_to_foundations=True)
        and 1 <= game.reserve.piles <= rows.PILES
        and stock is not None
        and stock.passes is not None
        and stock.passes < 256
        and replace(stock, passes=1, skip_empty=False) == Stock(passes=1, to_reserves=True)
        and 2 <= game.ranks <= 13
        and game.card_count <= 208
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one pass through the layers found."""

    status: int
    nodes: int
    proves_loss: bool
    takes: tuple[int, ...] = ()  # what is taken before each turn of a win, as the kernel writes it


def search(
    position: Position,
    budget: Budget,
    control: Array,
    dominances: int = ALL_DOMINANCES,
    *,
    widths: tuple[int, ...] = WIDTHS,
    weights: Weights = WEIGHTS,
) -> SearchResult:
    """Search a position of a game that ``handles`` accepts, first narrow, then wider.

    The budget's nodes and bytes are held here, its seconds by the caller through ``control`` (int64[8]): the search
    stops when control[0] is not 0, and adds the nodes it expanded to control[1]. ``dominances`` is for tests.
    """
    rules, row = pack(position, dominances)
    left = _UNLIMITED if budget.nodes is None else budget.nodes
    spent = 0
    reason: Reason = "memory"
    for width in widths:
        if _bytes_needed(width, rules) > budget.bytes:
            break
        rules[rows.LIMIT] = left - spent
        outcome = _search_layers(rules, row, width, weights, control)
        spent += outcome.nodes
        control[1] = spent
        if outcome.status == kernels.FOUND:
            return SearchResult(Verdict.WINNABLE, spent, tuple(_line(position, rules, row, outcome.takes)))
        if outcome.proves_loss:
            return SearchResult(Verdict.LOST, spent)
        if outcome.status in (kernels.OUT_OF_NODES, kernels.STOPPED):
            reason = _REASONS[outcome.status]
            break
    return SearchResult(Verdict.UNDECIDED, spent, reason=reason)


def pack(position: Position, dominances: int = ALL_DOMINANCES) -> tuple[Array, Array]:
    """The kernel's rules for a game, and the position as a row."""
    game, stock = position.game, position.game.stock
    assert stock is not None and stock.passes is not None  # noqa: S101, PT018 - handles() asks for both
    size = (rows.CARDS + game.card_count + 7) // 8 * 8
    rules = np.array(
        (
            game.reserve.piles, game.ranks, game.foundation_count, stock.skip_empty, stock.passes, dominances, size, 0,
        ),
        np.int64,
    )  # fmt: skip
    row = np.zeros(size, np.uint8)
    row[rows.UP] = game.foundation_count
    for rank in range(game.ranks):
        row[rows.UP + 1 + rank] = sum(len(pile) > rank for pile in position.foundations)
    row[rows.STOCK], row[rows.PASS] = len(position.stock), position.passes
    row[rows.SIZES : rows.SIZES + game.reserve.piles] = [len(pile) for pile in position.reserves]
    cards = [rank_of(card) for pile in (*position.reserves, position.stock) for card in pile]
    row[rows.CARDS : rows.CARDS + len(cards)] = cards
    return rules, row


def _most_layers(rules: Array) -> int:
    """How many turns are expected at most; a turn can deal a single card, but hardly ever does."""
    cards = int(rules[rows.ROW])
    return 3 * int(rules[rows.PASSES]) * (cards // int(rules[rows.PILE_COUNT]) + 2)


def _table_size(width: int) -> int:
    return 1 << (4 * width).bit_length()


def _bytes_needed(width: int, rules: Array) -> int:
    layer = 2 * width * (2 * int(rules[rows.ROW]) + 8 + 8 + 4 + 8)
    return layer + 4 * _table_size(width) + 12 * width * _most_layers(rules) + (1 << 20)


def _search_layers(rules: Array, row: Array, width: int, weights: Weights, control: Array) -> _Outcome:
    layer = _layer(len(row), width)
    layer.rows[0, 0] = row
    history = width * _most_layers(rules)
    tree = kernels.Tree(np.empty(history, np.int32), np.empty(history, np.uint64))
    out = np.zeros(4, np.int64)
    kernels.search_layers(rules, np.array(weights, np.int64), control, layer, tree, _bench(), out)
    status, nodes = int(out[kernels.STATUS]), int(out[kernels.EXPANDED])
    takes: list[int] = []
    if status == kernels.FOUND:
        node = int(out[kernels.WON_FROM])
        while node > 0:
            takes.append(int(tree.causes[node]))
            node = int(tree.parents[node])
    return _Outcome(status, nodes, status == kernels.EXHAUSTED and not out[kernels.CUT], tuple(reversed(takes)))


def _layer(row: int, width: int) -> kernels.Layer:
    both = np.empty((2, 2 * width, row), np.uint8)
    return kernels.Layer(
        rows=both,
        words=both.view(np.uint64),
        costs=np.empty(2 * width, np.int64),
        keys=np.empty(2 * width, np.uint64),
        parents=np.empty(2 * width, np.int32),
        causes=np.empty(2 * width, np.uint64),
        table=np.empty(_table_size(width), np.int32),
        counts=np.empty(1 << 12, np.int64),
        state=np.zeros(5, np.int64),
    )


def _bench() -> kernels.Bench:
    takes, orders = moves.MOST_TAKES, moves.MOST_ORDERS
    return kernels.Bench(
        np.empty(takes, np.uint64), np.empty(2 * takes, np.uint64), np.empty(2 * orders, np.uint64), _desk()
    )


def _desk() -> Array:
    return np.empty((rows.DESK_ROWS, moves.MOST_TAKES), np.int64)


def _line(position: Position, rules: Array, row: Array, takes: tuple[int, ...]) -> Iterator[Move]:
    """The moves of a win: before each turn the cards that are taken, in an order that the foundations allow."""
    heights = [len(pile) for pile in position.foundations]
    for goal in takes:
        yield from _plays(rules, row, goal, heights)
        yield TURN
        new = np.zeros_like(row)
        rows.turn(rules, row, np.uint64(goal), new)
        row = new
    sizes = row[rows.SIZES : rows.SIZES + rows.PILES].tolist()
    yield from _plays(rules, row, sum(size << 8 * pile for pile, size in enumerate(sizes)), heights)


def _plays(rules: Array, row: Array, goal: int, heights: list[int]) -> Iterator[Move]:
    desk = _desk()
    count = moves.order(rules, row, np.uint64(goal), np.empty(2 * moves.MOST_ORDERS, np.uint64), desk)
    ends = rows.CARDS + np.cumsum(row[rows.SIZES : rows.SIZES + rows.PILES], dtype=np.int64)
    for pile in desk[rows.PATH, :count].tolist():
        ends[pile] -= 1
        home = heights.index(int(row[ends[pile]]))
        heights[home] += 1
        yield Move(f"R{pile + 1}", f"F{home + 1}")
