"""The solver of Canfield and Klondike against the rules engine, and against verdicts found elsewhere."""

import random
from dataclasses import replace

import numpy as np
import pytest

from winnable.games import game
from winnable.rules.engine import Position, apply, deal, is_won, legal_moves, play
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


def leads_to_a_win(position: Position, result: SearchResult) -> bool:
    for move in result.line:
        position, _ = play(position, move)
    return is_won(position)


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
    for _ in range(chance.choice((0, 0, 5, 12))):
        moves = legal_moves(position)
        if moves:
            position, _ = apply(position, chance.choice(moves))
    return position


def lie(position: Position) -> tuple[object, ...]:
    """What two positions must share to be as good as each other."""
    downs = position.face_down or (0,) * len(position.tableau)
    piles = tuple(sorted(zip(position.tableau, downs, strict=True)))
    passes = position.passes if position.game.stock and position.game.stock.passes else 0
    return position.foundations, piles, position.reserves, position.waste, position.stock, passes


def exhaustive_verdict(start: Position) -> Verdict:
    """The verdict of a plain search over the rules; UNDECIDED where it would take too long."""
    waiting, seen = [start], {lie(start)}
    while waiting:
        position = waiting.pop()
        if is_won(position):
            return Verdict.WINNABLE
        for move in legal_moves(position):
            after, _ = apply(position, move)
            if lie(after) not in seen:
                seen.add(lie(after))
                waiting.append(after)
        if len(seen) > MOST_POSITIONS:
            return Verdict.UNDECIDED
    return Verdict.LOST


@pytest.mark.parametrize("name", GAMES)
def test_verdicts_of_tiny_decks_are_those_of_an_exhaustive_search(name: str) -> None:
    chance = random.Random(name)
    counts = {Verdict.WINNABLE: 0, Verdict.LOST: 0, Verdict.UNDECIDED: 0}
    for _ in range(30):
        position = tiny_position(name, chance)
        verdict = exhaustive_verdict(position)
        counts[verdict] += 1
        if verdict is Verdict.UNDECIDED:
            continue
        off = [canfield.ALL_DOMINANCES & ~dominance for dominance in DOMINANCES]
        for dominances in (canfield.ALL_DOMINANCES, *off, 0):
            result = search(position, dominances)
            assert result.verdict is verdict, (name, dominances, position)
            assert verdict is Verdict.LOST or leads_to_a_win(position, result)
    assert counts[Verdict.WINNABLE] > 5


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
    assert leads_to_a_win(position, result)


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
    assert all(leads_to_a_win(position, result) for position, result in won)


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
