"""The engine against the second, naive implementation of the rules: moves, effects and ends."""

import pytest

import brute_force
from rules_support import VARIANTS, dealt, scattered, settled, small, table_of, texts, walk
from winnable.cards import shuffled_deck
from winnable.games import GAMES
from winnable.rules.engine import Position, apply, is_stuck, is_won, legal_moves
from winnable.rules.game import Game

RULED = {name: variant for name, variant in VARIANTS.items() if variant.name in brute_force.GAMES}
BOTH_SIZES = [
    pytest.param(variant, id=f"{name}{note}")
    for name, plain in RULED.items()
    for variant, note in ((plain, ""), (small(plain), "-small"))
]


def compare(position: Position) -> None:
    """Fail unless both implementations agree on the moves and on what each of them does."""
    table = table_of(position)
    moves = legal_moves(position)
    assert sorted(map(str, moves)) == sorted(brute_force.all_moves(table)), table
    for move in moves:
        assert table_of(apply(position, move)[0]) == brute_force.after(table, str(move)), (table, str(move))


def test_every_shipped_game_is_ruled_twice() -> None:
    assert set(GAMES) == set(brute_force.GAMES)


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_the_deal_is_the_same(variant: Game) -> None:
    for number in (1, 2, 31_999, 123_456_789):
        deck = texts(shuffled_deck(number, variant.decks, variant.ranks))
        naive = brute_force.opening(variant.name, list(variant.options), deck, variant.ranks)
        assert table_of(dealt(variant, number)) == naive


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_moves_and_their_effects_are_the_same(variant: Game) -> None:
    for number in range(1, 7):
        for step, position in enumerate(walk(variant, number, 90)):
            if step % 10 == number % 10:
                compare(position)


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_stuck_is_the_same(variant: Game) -> None:
    for number in range(11, 15):
        last = None
        for step, position in enumerate(walk(variant, number, 120)):
            last = position
            if step % 30 == 0 or is_stuck(position):
                assert is_stuck(position) == brute_force.stuck(table_of(position)), table_of(position)
        assert last is not None
        assert is_won(last) == brute_force.won(table_of(last))


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_scattered_positions_have_the_same_moves_and_ends(variant: Game) -> None:
    positions = [position for number in range(60) if settled(position := scattered(variant, number))]
    assert len(positions) > 5
    for position in positions:
        compare(position)
        assert is_stuck(position) == brute_force.stuck(table_of(position)), table_of(position)
        assert is_won(position) == brute_force.won(table_of(position))
