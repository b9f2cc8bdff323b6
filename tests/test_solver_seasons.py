"""The search of Czarina and Four Seasons against the rules: brute force on tiny decks, lines replayed, budgets."""

import random
from collections import Counter
from collections.abc import Hashable
from dataclasses import replace

import numpy as np
import pytest

from solver_support import brute_force, wander, wins
from winnable.cards import Card
from winnable.games import GAMES, game
from winnable.rules.engine import Position, deal, deal_cards
from winnable.rules.game import Game
from winnable.solver import seasons
from winnable.solver.kernels import seasons as kernels
from winnable.solver.verdict import Budget, SearchResult, Verdict

VARIANTS = (
    "czarina",
    "czarina:open_waste",
    "czarina:fill=waste",
    "czarina:fill=waste:open_waste",
    "four-seasons",
    "four-seasons:open_waste",
    "four-seasons:stock_to_space",
    "four-seasons:stock_to_space:open_waste",
)
DECKS = ((4, 2, 2), (3, 3, 2), (4, 3, 2), (5, 2, 1), (4, 3, 1), (6, 3, 1), (6, 2, 2), (3, 4, 3), (3, 4, 4))
HERE = kernels.SAFE_MOVES | kernels.TURN_BEFORE_SPACE  # test_solver_seasons_proof has the others
MASKS = (HERE, kernels.SAFE_MOVES, kernels.TURN_BEFORE_SPACE, 0)


def tiny(name: str, ranks: int, suits: int, piles: int) -> Game:
    plain = game(name)
    return replace(plain, ranks=ranks, suits=suits, tableau=replace(plain.tableau, piles=piles))


def solve(position: Position, budget: Budget | None = None, dominances: int = seasons.ALL_DOMINANCES) -> SearchResult:
    return seasons.search(position, budget or Budget(), np.zeros(8, np.int64), dominances)


def lie(position: Position) -> Hashable:
    """What two positions must share to be as good as each other."""
    return frozenset(position.tableau), position.waste, position.stock, position.foundations


def check(position: Position, known: bool, dominances: int) -> None:
    result = solve(position, dominances=dominances)
    assert result.verdict is (Verdict.WINNABLE if known else Verdict.LOST)
    assert wins(position, result.line) == known


def anywhere(rules: Game, rng: random.Random) -> Position:
    """A position set up by hand: cards anywhere, with spaces and a waste, as ``solve`` may be given it."""
    deck = [Card(card) for card in range(4 * rules.ranks) if card & 3 < rules.suits]
    rng.shuffle(deck)
    start = deal_cards(rules, tuple(deck))
    rest = [card for pile in (*start.tableau, start.waste, start.stock) for card in pile]
    rng.shuffle(rest)
    piles: list[list[Card]] = [[] for _ in range(rules.tableau.piles + 2)]
    for card in rest:
        rng.choice(piles).append(card)
    *tableau, waste, stock = map(tuple, piles)
    return replace(start, tableau=tuple(tableau), waste=waste, stock=stock)


def agrees(position: Position) -> bool:
    """What brute force says of a position, once every choice of dominances has said the same."""
    truth = brute_force(position, lie)
    assert truth is not None
    for mask in MASKS:
        check(position, truth.won, mask)
    return truth.won


@pytest.mark.parametrize("name", VARIANTS)
def test_tiny_decks_agree_with_brute_force(name: str) -> None:
    verdicts = set()
    for ranks, suits, piles in DECKS:
        for number in range(1, 13):
            verdicts.add(agrees(deal(tiny(name, ranks, suits, piles), number)))
    assert verdicts == {True, False}


@pytest.mark.parametrize("name", VARIANTS)
def test_positions_set_up_by_hand_agree_with_brute_force(name: str) -> None:
    rng = random.Random(name)
    verdicts = set()
    for ranks, suits, piles in DECKS:
        for _ in range(12):
            verdicts.add(agrees(anywhere(tiny(name, ranks, suits, piles), rng)))
    assert verdicts == {True, False}


@pytest.mark.parametrize("name", ["czarina:fill=waste", "czarina:fill=waste:open_waste"])
def test_a_card_that_a_base_card_may_need_is_not_sent_up(name: str) -> None:
    """Guards safe moves: a card went up on which a base card should have lain, to take one of the highest rank."""
    start = deal(tiny(name, 3, 3, 2), 1)
    tableau = tuple(tuple(map(Card, pile)) for pile in ((6, 4), (1, 2, 9, 5)))
    position = replace(start, foundations=((Card(8),), (), ()), tableau=tableau, waste=(Card(10),), stock=(Card(0),))
    assert agrees(position)


@pytest.mark.parametrize("name", VARIANTS)
def test_lines_of_whole_decks_win(name: str) -> None:
    """Guards shortening too: a move left out once put a card on a pile that was still in the stock."""
    results = [
        (position, solve(position, Budget(nodes=10_000)))
        for position in [deal(game(name), number) for number in range(1, 13)]
    ]
    won = [(position, result.line) for position, result in results if result.verdict is Verdict.WINNABLE]
    assert len(won) > 4
    assert all(wins(position, line) for position, line in won)


def test_lines_from_positions_in_mid_game_win() -> None:
    met = Counter[Verdict]()
    for name in VARIANTS:
        position = wander(deal(game(name), 2), 8, random.Random(name))
        result = solve(position, Budget(nodes=20_000))
        met[result.verdict] += 1
        assert (result.verdict is Verdict.WINNABLE) == wins(position, result.line)
        assert result.nodes <= 20_000
    assert met[Verdict.WINNABLE] >= 4, met


def test_a_node_budget_is_exact_and_repeatable() -> None:
    position = deal(game("czarina"), 4)
    whole = solve(position, Budget(nodes=50_000))
    assert whole == solve(position, Budget(nodes=50_000))
    for nodes in (1, 100, 4_000):
        control = np.zeros(8, np.int64)
        short = seasons.search(position, Budget(nodes=nodes), control)
        assert short.nodes == min(nodes, whole.nodes) == control[1]
        assert short.reason == ("nodes" if nodes < whole.nodes else None)


def test_control_stops_the_search() -> None:
    result = seasons.search(deal(game("czarina"), 4), Budget(), np.ones(8, np.int64))
    assert (result.verdict, result.reason, result.nodes) == (Verdict.UNDECIDED, "seconds", 0)


def test_a_small_memory_ends_the_search() -> None:
    result = solve(deal(game("czarina"), 4), Budget(bytes=1 << 16))
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "memory")


def test_which_games_are_handled() -> None:
    handled = {name for name, rules in GAMES.items() if seasons.handles(rules)}
    assert handled == {"czarina", "four-seasons"}
    assert all(seasons.handles(game(name)) for name in VARIANTS)
