"""Czarina and Four Seasons: searches in layers by the number of cards dealt, first narrow, then wider."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnable.cards import Card, rank_of, suit_of
from winnable.rules.engine import TURN, Move, Position, base_rank, is_won, legal_moves, play
from winnable.rules.game import Foundations, Game, Stock, Tableau
from winnable.solver import seasons_proof
from winnable.solver.kernels import seasons as kernels
from winnable.solver.kernels import seasons_layers as layers
from winnable.solver.kernels import seasons_line, seasons_pool, seasons_score, seasons_weights
from winnable.solver.verdict import Budget, Reason, SearchResult, Verdict

Array = NDArray[Any]

ALL_DOMINANCES = kernels.SAFE_MOVES | kernels.TURN_BEFORE_SPACE | kernels.LATE_MOVES | kernels.RANKS_ONLY
UNLIMITED = 1 << 60

_ZOBRIST = np.random.Generator(np.random.PCG64(2026)).integers(-(1 << 63), 1 << 63, (52, 54, 2), np.int64)
_FILLS = {
    (): kernels.FILL_NONE,
    ("stock", "waste"): kernels.FILL_STOCK_FIRST,
    ("waste", "stock"): kernels.FILL_WASTE_FIRST,
}
_SOURCES = ("T1", "T2", "T3", "T4", "T5", "W", "S")
_TARGETS = ("T1", "T2", "T3", "T4", "T5", "", "", "", "F1", "F2", "F3", "F4")


def handles(game: Game) -> bool:
    """Whether this family's search knows all rules of the game."""
    stock, tableau = game.stock, game.tableau
    return (
        game.foundations == Foundations("first card")
        and stock is not None
        and replace(stock, to_space=False, open_waste=False) == Stock()
        and tableau.fill in _FILLS
        and 1 <= tableau.piles <= kernels.PILES
        and replace(tableau, fill=(), piles=0) == Tableau(0, wrap=True)
        and (game.decks, game.reserve.piles) == (1, 0)
        and 3 <= game.ranks <= 13
    )


def search(position: Position, budget: Budget, control: Array, dominances: int = ALL_DOMINANCES) -> SearchResult:
    """Search a position of a game that ``handles`` accepts.

    The budget's nodes and bytes are held here, its seconds by the caller through ``control`` (int64[8]): the
    search stops when control[0] is not 0, and adds the nodes it expanded to control[1]. ``dominances`` is for
    tests: which of them may be used.
    """
    if is_won(position):
        return SearchResult(Verdict.WINNABLE, 0)
    if _will_refill(position):
        return _search_after_one_move(position, budget, control, dominances)
    problem = _pack(position, dominances)
    left = UNLIMITED if budget.nodes is None else budget.nodes
    spent = 0
    reason: Reason = "memory"
    for stage in _stages(problem, budget.bytes):
        if isinstance(stage, seasons_weights.Proof):
            outcome = _search_for_proof(problem, stage, left - spent, budget.bytes, control)
        else:
            outcome = _search_layers(problem, stage, left - spent, control)
        spent += outcome.nodes
        if outcome.line is not None:
            return SearchResult(Verdict.WINNABLE, spent, outcome.line)
        if outcome.proves_loss:
            return SearchResult(Verdict.LOST, spent)
        if outcome.reason is not None:
            reason = outcome.reason
            break
    return SearchResult(Verdict.UNDECIDED, spent, reason=reason)


def _stages(problem: layers.Problem, bytes_allowed: int) -> Iterator[seasons_weights.Stage | seasons_weights.Proof]:
    """The stages that the rules and the memory allow."""
    can_prove = problem.rules[kernels.FILL] != kernels.FILL_NONE and seasons_proof.fits(bytes_allowed)
    for stage in seasons_weights.STAGES:
        if isinstance(stage, seasons_weights.Proof):
            if can_prove:
                yield stage
        elif _bytes_needed(stage.width, len(problem.stock) + 1) > bytes_allowed:
            return
        else:
            yield stage


def _will_refill(position: Position) -> bool:
    """Whether a space waits for the next move to fill it, as only a position set up by hand can have it."""
    return bool(position.game.tableau.fill) and () in position.tableau and bool(position.stock or position.waste)


def _search_after_one_move(position: Position, budget: Budget, control: Array, dominances: int) -> SearchResult:
    """Make each move by the rules and search from there."""
    spent, reason = 1, None
    control[1] += 1
    for move in legal_moves(position):
        left = None if budget.nodes is None else max(budget.nodes - spent, 0)
        result = search(play(position, move)[0], replace(budget, nodes=left), control, dominances)
        spent += result.nodes
        if result.verdict is Verdict.WINNABLE:
            return SearchResult(Verdict.WINNABLE, spent, (move, *result.line))
        reason = reason or result.reason
    return SearchResult(Verdict.UNDECIDED if reason else Verdict.LOST, spent, reason=reason)


def _pack(position: Position, dominances: int) -> layers.Problem:
    """A position as the kernels take it, without weights."""
    game, base = position.game, base_rank(position)
    assert base is not None and game.stock is not None  # noqa: S101, PT018 - the first card dealt is the base

    def renumbered(card: Card) -> int:
        return (rank_of(card) - base) % game.ranks * 4 + suit_of(card)

    root = np.full(64, kernels.DECK, np.uint8)
    root[kernels.TOPS : kernels.WASTE] = kernels.TABLE
    root[kernels.WASTE :] = (kernels.FLOOR, *[len(pile) for pile in position.foundations], *[0] * (6 - game.suits))
    for pile in position.foundations:
        root[[renumbered(card) for card in pile]] = kernels.UP
    for slot, pile in [*enumerate(position.tableau, kernels.TOPS), (kernels.WASTE, position.waste)]:
        for card in pile:
            root[renumbered(card)] = root[slot]
            root[slot] = renumbered(card)
    stock = np.array([renumbered(card) for card in position.stock], np.uint8)
    place = np.full(52, -1, np.int64)
    place[stock] = np.arange(len(stock))
    fill = _FILLS[game.tableau.fill]
    rules = (game.ranks, game.suits, game.tableau.piles, len(stock), fill, game.stock.to_space, dominances, 0)
    return layers.Problem(root, stock, place, np.array(rules, np.int64), _ZOBRIST, np.zeros((0, 0), np.int32))


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one pass through the layers found."""

    nodes: int
    line: tuple[Move, ...] | None = None
    proves_loss: bool = False
    reason: Reason | None = None


def _power_of_two(least: int) -> int:
    return 1 << least.bit_length()


def _sizes(width: int, limit: int) -> dict[str, tuple[tuple[int, ...], type]]:
    """Shape and kind of each array of a pass; see ``seasons_pool.Layers`` and ``layers.Tree``."""
    return {
        "pool": ((2, width, seasons_pool.WORDS), np.int64),
        "heads": ((2, seasons_pool.BUCKETS), np.int32),
        "tables": ((2, _power_of_two(8 * width), 2), np.int64),
        "counts": ((_power_of_two(4 * width),), np.int32),
        "parents": ((limit,), np.int32),
        "causes": ((limit,), np.int8),
    }


def _workspace(width: int, limit: int) -> tuple[seasons_pool.Layers, layers.Tree]:
    """The arrays of a pass."""
    space: dict[str, Array] = {name: np.empty(shape, kind) for name, (shape, kind) in _sizes(width, limit).items()}
    tree = layers.Tree(space.pop("parents"), space.pop("causes"))
    state = np.zeros((2, 6), np.int64)
    return seasons_pool.Layers(parts=space["pool"].view(np.int32), state=state, **space), tree


def _desk() -> seasons_pool.Desk:
    row, child = np.zeros((2, 64), np.uint8)
    key, child_key = np.zeros((2, 2), np.int64)
    parts, child_parts = np.zeros((2, 6), np.int32)
    moves, cards = np.zeros((2, 64), np.int64)
    return seasons_pool.Desk(
        row, row.view(np.int64), key, parts, child, child.view(np.int64), child_key, child_parts, moves, cards
    )


def _bytes_needed(width: int, layer_count: int) -> int:
    """The memory of all arrays of a pass."""
    sizes = _sizes(width, width * layer_count).values()
    small = layer_count * seasons_score.FEATURES * 12 + (1 << 16)
    return sum(math.prod(shape) * np.dtype(kind).itemsize for shape, kind in sizes) + small


def _search_layers(problem: layers.Problem, stage: seasons_weights.Stage, left: int, control: Array) -> _Outcome:
    layer_count = len(problem.stock) + 1
    limit = min(left, stage.width * layer_count)
    learned = seasons_weights.by_layer(seasons_weights.WEIGHTS[stage.weights], layer_count)
    weighed = problem._replace(weights=seasons_score.with_tables(learned, problem.rules, problem.stock))
    space, tree = _workspace(stage.width, limit)
    out = np.zeros(8, np.int64)
    layers.search_layers(weighed, stage.noise, stage.crowd, limit, control, space, tree, _desk(), out)
    nodes = int(out[layers.EXPANDED])
    control[1] += nodes
    if out[layers.STATUS] == layers.WON:
        path = _path(int(out[layers.WON_FROM]), int(out[layers.WON_BY]), tree)
        return _Outcome(nodes, _line(problem, path))
    if out[layers.STATUS] == layers.STOPPED:
        return _Outcome(nodes, reason="seconds")
    if out[layers.STATUS] == layers.NODES_OUT:
        return _Outcome(nodes, reason="nodes")
    return _Outcome(nodes, proves_loss=not out[layers.CUT])


def _search_for_proof(
    problem: layers.Problem, stage: seasons_weights.Proof, left: int, bytes_allowed: int, control: Array
) -> _Outcome:
    """One search of everything. That its own bound of nodes, or the room, is used up ends only the stage."""
    found = seasons_proof.search(problem, min(stage.nodes, left), bytes_allowed, control)
    if found.line is not None:
        return _Outcome(found.nodes, tuple(_move(code) for code in found.line))
    goes_on = found.reason == "memory" or (found.reason == "nodes" and stage.nodes < left)
    return _Outcome(found.nodes, proves_loss=found.lost, reason=None if goes_on else found.reason)


def _path(last: int, move: int, tree: layers.Tree) -> Array:
    """The moves that the search chose, first first. ``last`` is the node that ``move`` won from, -1 for none."""

    def backward() -> Iterator[int]:
        node = last
        if node >= 0:
            yield move
        while node > 0:
            yield int(tree.causes[node])
            node = int(tree.parents[node])

    return np.array(list(backward())[::-1], np.int64)


def _line(problem: layers.Problem, path: Array) -> tuple[Move, ...]:
    steps, codes = np.empty((2, len(path) + 64), np.int64)
    row, key = np.empty(64, np.uint8), np.zeros(2, np.int64)
    count = seasons_line.retrace(problem.root, problem.stock, problem.rules, _ZOBRIST, path, row, key, steps, codes)
    return tuple(_move(int(code)) for code in codes[:count])


def _move(code: int) -> Move:
    source, target = code >> 4, code & 15
    if source == kernels.FROM_STOCK and target == kernels.TO_WASTE:
        return TURN
    return Move(_SOURCES[source], _TARGETS[target])
