"""The solver of Canfield and Klondike against the rules engine, and against verdicts found elsewhere."""

import random
from dataclasses import replace

import numpy as np
import pytest

from solver_support import brute_force, wander, wins
from winnable.games import game
from winnable.rules.engine import Position, deal
from winnable.rules.game import Game, Row
from winnable.solver import canfield
from winnable.solver.kernels import canfield_board
from winnable.solver.verdict import Budget, SearchResult, Verdict

GAMES = (
    "canfield",
    "canfield:draw=1",
    "canfield:draw=2",
    "canfield:passes=2",
    "canfield:fill=choice",
    "canfield:draw=2:fill=choice",
    "canfield:draw=1:passes=2:fill=choice",
    "canfield:whole_only",
    "canfield:whole_only:passes=3:fill=choice",
    "klondike",
    "klondike:draw=1",
    "klondike:draw=1:passes=1",
    "klondike:passes=2:locked",
    "klondike:draw=2:locked",
)
DOMINANCES = (canfield_board.SAFE_MOVES, canfield_board.TWIN_MOVES, canfield_board.FREE_TURNS)
MOST_POSITIONS = 4_000


def search(position: Position, dominances: int = canfield.ALL_DOMINANCES, **limits: int) -> SearchResult:
    return canfield.search(position, Budget(**limits), np.zeros(8, np.int64), dominances)


def tiny(name: str, chance: random.Random) -> Game:
    """The game with a small deck and few piles."""
    plain = game(name)
    piles = chance.choice((1, 2, 2, 3, 3))
    if plain.reserve.piles:
        rows = (Row("R", times=chance.randint(1, 5)), Row("T", leftward=True))
    else:
        downs = (Row("T", first=first, leftward=True, face_down=True) for first in range(2, piles + 1))
        rows = (*downs, Row("T", leftward=True))
    tableau = replace(plain.tableau, piles=piles)
    return replace(plain, ranks=chance.randint(3, 6), suits=chance.choice((2, 3, 4, 4)), tableau=tableau, deal=rows)


def tiny_position(name: str, chance: random.Random) -> Position:
    """A deal of a tiny game, sometimes some random moves on."""
    position = deal(tiny(name, chance), chance.randint(1, 10**9))
    return wander(position, chance.choice((0, 0, 5, 12)), chance)


def lie(position: Position) -> tuple[object, ...]:
    """What two positions must share to be as good as each other."""
    downs = position.face_down or (0,) * len(position.tableau)
    piles = tuple(sorted(zip(position.tableau, downs, strict=True)))
    passes = position.passes if position.game.stock and position.game.stock.passes else 0
    return position.foundations, piles, position.reserves, position.waste, position.stock, passes


@pytest.mark.parametrize("name", GAMES)
def test_verdicts_of_tiny_decks_are_those_of_an_exhaustive_search(name: str) -> None:
    chance = random.Random(name)
    won = 0
    for _ in range(30):
        position = tiny_position(name, chance)
        truth = brute_force(position, lie, MOST_POSITIONS)
        if truth is None:
            continue
        won += truth.won
        off = [canfield.ALL_DOMINANCES & ~dominance for dominance in DOMINANCES]
        for dominances in (canfield.ALL_DOMINANCES, *off, 0):
            result = search(position, dominances)
            assert result.verdict is (Verdict.WINNABLE if truth.won else Verdict.LOST), (name, dominances, position)
            assert wins(position, result.line) == truth.won
    assert won > 5


def test_a_run_that_takes_the_card_it_was_built_on_is_not_missed() -> None:
    """With six ranks and wrap a run of five goes round the corner; the twin moves made this win a loss."""
    plain = game("canfield:passes=2")
    small = replace(plain, ranks=6, tableau=replace(plain.tableau, piles=3))
    piles = (((), (1,), (), ()), ((6,), (10, 7), (19,)), ((18, 11),), (15, 22, 23, 17, 0, 9, 13, 16, 4))
    foundations, tableau, reserves, waste = piles
    stock = (3, 8, 5, 21, 12, 2, 20, 14)
    position = Position(small, foundations, tableau, reserves, waste, stock, 2)
    result = search(position)
    assert result.verdict is Verdict.WINNABLE
    assert wins(position, result.line)


@pytest.mark.parametrize("dominance", DOMINANCES)
def test_each_dominance_shortens_a_proof_of_loss(dominance: int) -> None:
    position = deal(game("klondike"), 1034)
    with_all, without = search(position), search(position, canfield.ALL_DOMINANCES & ~dominance)
    assert with_all.verdict is without.verdict is Verdict.LOST
    assert with_all.nodes < without.nodes


@pytest.mark.parametrize("name", ["canfield", "canfield:fill=choice", "canfield:whole_only", "klondike"])
def test_lines_of_whole_decks_win_by_the_rules(name: str) -> None:
    results = [(deal(game(name), number), search(deal(game(name), number), nodes=1000)) for number in range(1, 21)]
    won = [(position, result) for position, result in results if result.verdict is Verdict.WINNABLE]
    assert len(won) >= 2
    assert all(wins(position, result.line) for position, result in won)


def test_a_budget_of_nodes_is_exact_and_repeatable() -> None:
    position = deal(game("canfield"), 1191)
    first, second = search(position, nodes=12_000), search(position, nodes=12_000)
    assert first == second
    assert (first.verdict, first.nodes, first.reason) == (Verdict.UNDECIDED, 12_000, "nodes")


def test_little_memory_ends_the_search() -> None:
    position = deal(game("canfield"), 1191)
    result = search(position, bytes=1 << 20)
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "memory")
    assert search(position, bytes=1000).reason == "memory"


def test_a_stopped_search_says_so_and_counts_its_nodes() -> None:
    control = np.zeros(8, np.int64)
    control[0] = 1
    result = canfield.search(deal(game("klondike"), 1009), Budget(), control)
    assert (result.verdict, result.reason, result.nodes) == (Verdict.UNDECIDED, "seconds", control[1])


def test_arrays_stay_within_the_bytes() -> None:
    for limit in (1 << 18, 1 << 20, 10**7, 1 << 28, 1 << 30):
        room, table = canfield._sizes(limit)
        assert 32 * room + 4 * (table + table // 2) + 4 * canfield_board.ROW < limit


def test_handles_its_games_only() -> None:
    assert all(canfield.handles(game(name)) for name in GAMES)
    assert not any(canfield.handles(game(name)) for name in ("czarina", "chessboard", "quadrennial"))


def test_take_backs_where_any_card_fills_a_space_are_refused() -> None:
    """Safe moves are not safe there: winnable positions were called lost."""
    rules = game("canfield:draw=2:passes=2:fill=choice")
    with_take_back = replace(rules, foundations=replace(rules.foundations, take_back=True))
    assert not canfield.handles(with_take_back)
    klondike = game("klondike")
    assert not canfield.handles(replace(klondike, tableau=replace(klondike.tableau, only_high_to_space=False)))
