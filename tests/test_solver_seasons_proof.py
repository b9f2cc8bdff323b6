"""Czarina's search of everything: verdicts against brute force, with and without each dominance, lines, and limits."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from solver_support import brute_force, wins
from test_solver_seasons import DECKS, VARIANTS, anywhere, lie, tiny
from winnable.cards import Card
from winnable.games import game
from winnable.rules.engine import TURN, Position, deal, is_won, legal_moves, play
from winnable.solver import seasons, seasons_proof
from winnable.solver.kernels import seasons as kernels
from winnable.solver.seasons_proof import Outcome
from winnable.solver.verdict import Budget

REFILLED = [name for name in VARIANTS if name.startswith("czarina")]
MEMORY = 1 << 26
LARGER = ((5, 3, 3), (5, 4, 3), (6, 3, 2), (4, 4, 4), (8, 2, 3))
HERE = (kernels.SAFE_MOVES, kernels.LATE_MOVES, kernels.RANKS_ONLY)
MASKS = {sum(HERE), 0, *HERE, *(sum(HERE) & ~one for one in HERE)}


def prove(position: Position, limit: int = 1_000_000, mask: int = sum(HERE), memory: int = MEMORY) -> Outcome:
    return seasons_proof.search(seasons._pack(position, mask), limit, memory, np.zeros(8, np.int64))


def check(position: Position, known: bool, mask: int) -> None:
    outcome = prove(position, mask=mask)
    assert outcome.lost is not known
    assert (outcome.line is not None) is known
    if outcome.line is not None:
        assert wins(position, map(seasons._move, outcome.line))


def is_for_the_search(position: Position) -> bool:
    return not is_won(position) and not seasons._will_refill(position)


@pytest.mark.parametrize("name", REFILLED)
def test_tiny_decks_and_positions_set_up_by_hand_agree_with_brute_force(name: str) -> None:
    """Guards late moves, ranks only and what a nogood forgets: each of them could call a position lost that is not."""
    rng = random.Random(name)
    verdicts = set()
    for shape in DECKS:
        rules = tiny(name, *shape)
        for position in [
            *(deal(rules, number) for number in range(101, 107)),
            *(anywhere(rules, rng) for _ in range(6)),
        ]:
            if is_for_the_search(position):
                truth = brute_force(position, lie)
                assert truth is not None
                verdicts.add(truth.won)
                for mask in MASKS:
                    check(position, truth.won, mask)
    assert verdicts == {True, False}


def test_a_lone_card_beside_a_space_is_known_to_be_alone() -> None:
    """Guards what a proof looks at: a lone card need not move to a space, but one with cards beneath it may have to.

    A nogood that forgot the difference called this position lost.
    """
    rules = tiny("czarina:fill=waste", 5, 4, 3)
    piles = ((16, 10, 3), (19,), (0, 17, 15, 6, 1, 5, 9))
    position = replace(
        deal(rules, 1),
        foundations=((), (), (Card(14),), ()),
        tableau=tuple(tuple(map(Card, pile)) for pile in piles),
        waste=tuple(map(Card, (12, 11, 13, 8, 7, 18))),
        stock=(Card(2), Card(4)),
    )
    for mask in MASKS:
        check(position, True, mask)


@pytest.mark.parametrize("name", REFILLED)
def test_larger_decks_agree_with_brute_force_where_it_ends(name: str) -> None:
    rng = random.Random(name)
    known = Counter[bool]()
    for shape in LARGER:
        rules = tiny(name, *shape)
        for position in [*(deal(rules, number) for number in range(1, 9)), *(anywhere(rules, rng) for _ in range(8))]:
            truth = brute_force(position, lie, 5_000) if is_for_the_search(position) else None
            if truth is not None:
                known[truth.won] += 1
                check(position, truth.won, sum(HERE))
    assert known[True] >= 20, known
    assert known[False] >= 5, known


def hurried(number: int, dealt: int) -> Position:
    """A deal of a whole deck in which cards go up and onto piles as they come, the last legal one first."""
    position = deal(game("czarina"), number)
    while len(position.stock) > 46 - dealt:
        moves = legal_moves(position)
        up = [move for move in moves if move.target[0] == "F"]
        from_waste = [move for move in moves if move.source == "W"]
        position, _ = play(position, (up or from_waste or [TURN])[-1])
    return position


def on_the_way(number: int) -> Position:
    """A position that can be won: a deal of a whole deck, two thirds of a winning line played."""
    position = deal(game("czarina"), number)
    line = seasons.search(position, Budget(nodes=100_000), np.zeros(8, np.int64)).line
    for move in line[: len(line) * 2 // 3]:
        position, _ = play(position, move)
    return position


def test_a_whole_deck_in_mid_game_is_won_by_the_rules() -> None:
    positions = [on_the_way(number) for number in range(2, 8)]
    outcomes = [(position, prove(position, 100_000)) for position in positions]
    won = [wins(position, map(seasons._move, outcome.line)) for position, outcome in outcomes if outcome.line]
    assert len(won) >= 3
    assert all(won)
    assert not any(outcome.lost for _, outcome in outcomes)


def test_a_whole_deck_in_mid_game_is_proved_lost_with_few_nodes() -> None:
    lost = [prove(hurried(number, 30), 200_000) for number in (1, 25, 67, 87)]
    assert sum(outcome.lost for outcome in lost) >= 3


@pytest.mark.parametrize("dominance", HERE)
def test_each_dominance_leaves_nodes_out(dominance: int) -> None:
    positions = [hurried(number, 34) for number in (1, 25, 67, 87)]
    least = sum(prove(position, 100_000).nodes for position in positions)
    assert least < sum(prove(position, 100_000, sum(HERE) & ~dominance).nodes for position in positions)


def test_a_node_budget_is_exact_and_repeatable() -> None:
    position = deal(game("czarina"), 8)
    for nodes in (1, 1_000, 20_000):
        outcome = prove(position, nodes)
        assert (outcome.nodes, outcome.reason, outcome.lost) == (nodes, "nodes", False)
        assert outcome == prove(position, nodes)


def test_control_stops_the_search() -> None:
    control = np.ones(8, np.int64)
    outcome = seasons_proof.search(seasons._pack(deal(game("czarina"), 8), sum(HERE)), 1_000, MEMORY, control)
    assert (outcome.nodes, outcome.reason) == (0, "seconds")


def test_a_small_memory_ends_the_search() -> None:
    assert prove(deal(game("czarina"), 8), memory=2 << 20).reason == "memory"
    assert not seasons_proof.fits(1 << 20)
