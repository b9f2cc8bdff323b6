"""The solver of Chessboard, Fortress, Lasker and Castles End against the rules."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from solver_support import Truth, brute_force, wander, wins
from winnable.cards import card_from_text
from winnable.games import GAMES, game
from winnable.rules.engine import deal, play
from winnable.rules.game import Game, Row
from winnable.rules.position import Position
from winnable.solver.chessboard import ALL_DOMINANCES, FORCED_UP, handles, search
from winnable.solver.verdict import Budget, SearchResult, Verdict

FAMILY = (
    "chessboard",
    "chessboard:locked",
    "chessboard:doubling",
    "chessboard:locked:doubling",
    "fortress",
    "fortress:locked",
    "fortress:doubling",
    "lasker",
    "lasker:locked",
    "castles-end",
    "castles-end:locked",
)
DECKS = ((3, 4, 3), (4, 3, 3), (4, 4, 4), (5, 2, 3), (5, 3, 4), (6, 2, 3), (6, 2, 4), (3, 4, 2), (7, 2, 4))
MOST_POSITIONS = 3000


def solve(position: Position, dominances: int = ALL_DOMINANCES, budget: Budget | None = None) -> SearchResult:
    return search(position, budget or Budget(), np.zeros(8, np.int64), dominances)


def tiny(full_name: str, ranks: int, suits: int, piles: int) -> Game:
    plain = game(full_name)
    deal_all = (Row("R"), Row("T", times=52)) if plain.reserve.piles else (Row("T", times=52),)
    return replace(plain, ranks=ranks, suits=suits, tableau=replace(plain.tableau, piles=piles), deal=deal_all)


def lie(position: Position) -> tuple[object, ...]:
    return position.foundations, tuple(sorted(position.tableau)), position.reserves


def small_positions(full_name: str, count: int) -> Iterator[Position]:
    random = Random(full_name)
    for number in range(1, count + 1):
        start = deal(tiny(full_name, *DECKS[number % len(DECKS)]), random.randint(32000, 10**9))
        yield start
        yield wander(start, random.randint(1, 12), random)


def fault(position: Position, truth: Truth, dominances: int) -> str | None:
    """What is wrong with the solver's answer."""
    result = solve(position, dominances)
    if result.verdict != (Verdict.WINNABLE if truth.won else Verdict.LOST):
        return f"{position} is {truth}, not {result.verdict}, with dominances {dominances}"
    if truth.won and not wins(position, result.line):
        return f"the line from {position} does not win, with dominances {dominances}"
    if not truth.won and dominances == 0 and result.nodes != truth.positions:
        return f"{position} has {truth.positions} positions, not {result.nodes}"
    return None


@pytest.mark.parametrize("full_name", FAMILY)
def test_tiny_decks_agree_with_brute_force(full_name: str) -> None:
    """Verdicts, lines, and without dominances even the number of positions of lost deals."""
    met = {True: 0, False: 0}
    for position in small_positions(full_name, 60):
        truth = brute_force(position, lie, MOST_POSITIONS)
        if truth is None:
            continue
        met[truth.won] += 1
        for dominances in (ALL_DOMINANCES, 0):
            assert fault(position, truth, dominances) is None
    assert min(met.values()) >= 15


@pytest.mark.parametrize(("full_name", "numbers"), [("fortress", range(1, 60)), ("chessboard:locked", range(1, 40))])
def test_forced_foundation_moves_change_no_verdict(full_name: str, numbers: range) -> None:
    spent = {0: 0, FORCED_UP: 0}
    for number in numbers:
        position = deal(game(full_name), number)
        results = {dominances: solve(position, dominances) for dominances in spent}
        assert results[0].verdict == results[FORCED_UP].verdict
        for dominances, result in results.items():
            spent[dominances] += result.nodes
    assert spent[FORCED_UP] < spent[0]


@pytest.mark.parametrize("full_name", FAMILY)
def test_full_decks_are_settled_and_lines_replay(full_name: str) -> None:
    random = Random(full_name)
    for number in range(1, 11):
        start = deal(game(full_name), number)
        for position in (start, wander(start, 10, random)):
            result = solve(position)
            assert result.verdict != Verdict.UNDECIDED
            assert wins(position, result.line) == (result.verdict == Verdict.WINNABLE)


def position_of(full_name: str, piles: str) -> Position:
    """A position with these tableau piles, parted by slashes, and nothing elsewhere."""
    plain = game(full_name)
    tableau = tuple(tuple(map(card_from_text, pile.split())) for pile in piles.split("/"))
    return Position(plain, ((),) * plain.foundation_count, tableau)


def test_a_deal_that_only_take_backs_win() -> None:
    """A search that leaves take-backs out calls this deal lost."""
    piles = (
        "5C QC 2H QS TD QD/3D 3H 5S 6D KS 2D/KH JC 6C TC 3S/KC QH 2C AD 9S/8S 6S 3C JH JS/"
        "7S 7D 9D 4H 4C/4D 8D TH 7C 5D/4S 9C JD AH 8C/2S 8H 9H TS AC/AS 7H 5H 6H KD"
    )
    assert solve(position_of("chessboard", piles)).verdict == Verdict.WINNABLE
    assert solve(position_of("chessboard:locked", piles)).verdict == Verdict.LOST


def test_after_the_last_take_back_another_base_rank_may_be_chosen() -> None:
    """A position in mid-game with one card up, which has to come back before the rest can go."""
    plain = tiny("chessboard", 3, 2, 3)
    ace, two, three = (card_from_text(text) for text in ("AC", "2C", "3C"))
    other = tuple(card_from_text(text) for text in ("AD", "3D", "2D"))
    position = Position(plain, ((ace,), (), (), ())[: plain.foundation_count], (other, (three, two), ()))
    truth = brute_force(position, lie, MOST_POSITIONS)
    assert truth is not None
    assert fault(position, truth, ALL_DOMINANCES) is None
    assert truth.won


@pytest.mark.parametrize("nodes", [0, 1, 100, 1000])
def test_a_node_budget_is_exact_and_repeatable(nodes: int) -> None:
    position = deal(game("chessboard"), 13)
    first, again = (solve(position, budget=Budget(nodes=nodes)) for _ in range(2))
    assert first == again
    assert first.nodes <= nodes
    if first.verdict == Verdict.UNDECIDED:
        assert (first.nodes, first.reason) == (nodes, "nodes")


def test_threads_do_not_disturb_each_other() -> None:
    positions = [deal(game(full_name), number) for number in (1, 2, 3) for full_name in FAMILY]
    alone = [solve(position) for position in positions]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(solve, positions)) == alone


def lost_position_of_many_nodes() -> Position:
    return deal(game("chessboard:locked"), 1080)


def test_memory_ends_a_search_and_more_of_it_changes_nothing_else() -> None:
    position = lost_position_of_many_nodes()
    small = solve(position, budget=Budget(bytes=400_000))
    assert (small.verdict, small.reason) == (Verdict.UNDECIDED, "memory")
    assert solve(position, budget=Budget(bytes=1 << 24)) == solve(position)
    assert solve(position, budget=Budget(bytes=1000)).reason == "memory"


def test_control_stops_a_search_and_counts_its_nodes() -> None:
    position = lost_position_of_many_nodes()
    control = np.zeros(8, np.int64)
    result = search(position, Budget(), control)
    assert control[1] == result.nodes > 0
    control[0] = 1
    stopped = search(position, Budget(), control)
    assert (stopped.verdict, stopped.reason, stopped.nodes) == (Verdict.UNDECIDED, "seconds", 0)
    assert control[1] == result.nodes


def test_a_position_that_is_won_needs_no_moves() -> None:
    position = deal(game("fortress"), 2)
    result = solve(position)
    for move in result.line:
        position, _ = play(position, move)
    assert solve(position) == SearchResult(Verdict.WINNABLE, 1)


def test_it_handles_its_own_games_only() -> None:
    mine = {"chessboard", "fortress", "lasker", "castles-end"}
    assert {name for name, plain in GAMES.items() if handles(plain)} == mine
    assert all(handles(game(full_name)) for full_name in FAMILY)
