"""The search of Quadrennial, Acquaintance and Leap Year against the rules: tiny decks, lines replayed, budgets."""

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from solver_support import brute_force, wander, wins
from winnable.cards import rank_of
from winnable.games import game
from winnable.rules.engine import TURN, Position, can_turn, deal, legal_moves
from winnable.rules.game import Game, Stock
from winnable.solver import quadrennial
from winnable.solver.kernels import quadrennial_rows as rows
from winnable.solver.verdict import Budget, SearchResult, Verdict

NAMES = (
    "quadrennial",
    "quadrennial:refill",
    "acquaintance",
    "acquaintance:skip",
    "leap-year",
    "leap-year:skip",
    "leap-year:one_deck",
    "leap-year:skip:one_deck",
)
MASKS = (quadrennial.ALL_DOMINANCES, rows.FREE_CARDS, rows.DEAD_PILES, 0)
DECKS = ((5, 1, 2), (5, 2, 1), (4, 3, 1), (5, 3, 1), (3, 2, 2), (4, 2, 2), (5, 2, 2), (6, 3, 1))


def tiny(ranks: int, suits: int, decks: int, piles: int, passes: int, *, skip: bool) -> Game:
    plain = game("quadrennial")
    stock = Stock(passes=passes, to_reserves=True, skip_empty=skip)
    return replace(
        plain, ranks=ranks, suits=suits, decks=decks, stock=stock, reserve=replace(plain.reserve, piles=piles)
    )


def tiny_deals() -> Iterator[Position]:
    """A few with many piles and passes, which are nearly always won, and more with one pass."""
    shapes = product(DECKS, (1, 2, 3, 4), (1, 2, 3), (False, True))
    for seed, (deck, piles, passes, skip) in enumerate(shapes):
        for number in range(1, 13 if passes == 1 and piles < 4 else 2):
            yield deal(tiny(*deck, piles, passes, skip=skip), 100 * seed + number)


def solve(position: Position, budget: Budget | None = None, dominances: int = MASKS[0], **how: object) -> SearchResult:
    return quadrennial.search(position, budget or Budget(), np.zeros(8, np.int64), dominances, **how)  # type: ignore[arg-type]


def lie(position: Position) -> Hashable:
    """Suits and the order of equal foundations make no difference in these games."""
    ranks = tuple(tuple(map(rank_of, pile)) for pile in (*position.reserves, position.stock))
    return ranks, tuple(sorted(map(len, position.foundations))), position.passes


def is_winnable(position: Position) -> bool:
    """Whether some line wins, by trying all of them but moves between foundations with the rules engine."""
    truth = brute_force(position, lie, moves=lambda now: [move for move in legal_moves(now) if move.source[0] != "F"])
    assert truth is not None
    return truth.won


@pytest.mark.parametrize("name", NAMES)
def test_it_handles_every_option(name: str) -> None:
    assert quadrennial.handles(game(name))


@pytest.mark.parametrize("name", ["czarina", "canfield", "chessboard", "klondike", "castles-end"])
def test_it_leaves_other_families_alone(name: str) -> None:
    assert not quadrennial.handles(game(name))


def test_the_verdict_of_tiny_deals_is_that_of_brute_force_with_and_without_each_dominance() -> None:
    met: Counter[bool] = Counter()
    for position in tiny_deals():
        known = is_winnable(position)
        met[known] += 1
        for dominances in MASKS:
            result = solve(position, dominances=dominances)
            assert result.verdict is (Verdict.WINNABLE if known else Verdict.LOST), (position, dominances)
            assert wins(position, result.line) == known
    assert min(met.values()) > 100


def test_the_verdict_in_mid_game_is_that_of_brute_force() -> None:
    rng, met = random.Random(3), Counter[bool]()
    for position in tiny_deals():
        position = wander(position, rng.randrange(1, 12), rng)  # noqa: PLW2901 - a random walk
        known = is_winnable(position)
        met[known] += 1
        result = solve(position)
        assert result.verdict is (Verdict.WINNABLE if known else Verdict.LOST), position
        assert wins(position, result.line) == known
    assert min(met.values()) > 80


@pytest.mark.parametrize("dominance", [rows.FREE_CARDS, rows.DEAD_PILES])
def test_each_dominance_saves_nodes(dominance: int) -> None:
    deals = [deal(game("leap-year:one_deck"), number) for number in range(1, 40)]
    spared = quadrennial.ALL_DOMINANCES & ~dominance
    nodes = sum(solve(position, Budget(nodes=20_000)).nodes for position in deals)
    assert nodes < sum(solve(position, Budget(nodes=20_000), spared).nodes for position in deals)


@pytest.mark.parametrize("name", NAMES)
def test_lines_of_full_deals_win_by_the_rules_and_never_move_between_foundations(name: str) -> None:
    for number in range(1, 4):
        position = deal(game(name), number)
        result = solve(position, Budget(nodes=100_000))
        assert wins(position, result.line) == (result.verdict is Verdict.WINNABLE)
        assert all(move == TURN or move.source[0] == "R" for move in result.line)


def test_a_layer_that_is_cut_never_proves_a_loss() -> None:
    verdicts = set()
    for position in tiny_deals():
        result = solve(position, widths=(1,))
        verdicts.add(result.verdict)
        if result.verdict is Verdict.LOST:
            assert not is_winnable(position)
    assert verdicts == set(Verdict)


def test_a_budget_of_nodes_is_kept_and_gives_the_same_answer_again() -> None:
    """Guards against marks that were read before they were set, which made node counts differ from run to run."""
    position = deal(game("leap-year"), 201)
    for limit in (1, 1_000, 150_000):
        first, second = (solve(position, Budget(nodes=limit)) for _ in range(2))
        assert first == second
        assert first.nodes <= limit


def test_few_bytes_make_it_undecided_for_memory() -> None:
    result = solve(deal(game("leap-year"), 201), Budget(bytes=2 << 20), widths=(20_000,))
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "memory")


def test_control_stops_the_search() -> None:
    control = np.zeros(8, np.int64)
    control[0] = 1
    result = quadrennial.search(deal(game("leap-year"), 201), Budget(), control)
    assert (result.verdict, result.reason, result.nodes) == (Verdict.UNDECIDED, "seconds", 0)


def test_a_reserve_may_hold_all_cards() -> None:
    """Only by hand: every card that is not up lies on one reserve, in the order that it can be played."""
    plain = game("quadrennial")
    start = deal(plain, 1)
    cards = sorted((card for pile in (*start.reserves, start.stock) for card in pile), reverse=True)
    position = replace(start, reserves=(tuple(cards), *[()] * 7), stock=(), passes=3)
    assert not can_turn(position)
    assert wins(position, solve(position).line)
