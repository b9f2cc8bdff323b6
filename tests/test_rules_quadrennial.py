"""Quadrennial, Acquaintance and Leap Year, case by case."""

from typing import Any

import pytest

from rules_support import cards, code, moves_of, position
from winnable.games import GAMES, game
from winnable.rules.engine import (
    TURN,
    Move,
    Position,
    can_turn,
    deal,
    is_idle,
    is_stuck,
    is_won,
    legal_moves,
    play,
    useful_moves,
)

ACES = [f"A{suit}" for suit in "CCCCDDDDHHHHSSSS"]


def years(name: str = "quadrennial", **piles: Any) -> Position:
    return position(name, **{"F": ACES, **piles})


def test_quadrennial_opens_with_sixteen_aces_and_a_row() -> None:
    here = deal(GAMES["quadrennial"], 1)
    assert [len(pile) for pile in here.foundations] == [1] * 16
    assert [len(pile) for pile in here.reserves] == [1] * 8
    assert len(here.stock) == 184


def test_quadrennial_builds_up_regardless_of_suit_without_wrap() -> None:
    here = years(R=["2H", "3S", "KC", "AD"], passes=3)
    assert moves_of(here) == {f"R1-F{number}" for number in range(1, 17)}
    full = " ".join(f"{rank}C" for rank in "A23456789TJQK")
    done = years(F=[full, *ACES[1:]], R=["AD"])
    assert code(done, Move("R1", "F1")) == "foundation full"


def test_quadrennial_only_the_top_of_a_reserve_plays_and_only_to_a_foundation() -> None:
    here = years(R=["2H 5D", "2S"])
    assert code(here, Move("R1", "F1")) == "does not fit"
    assert code(here, Move("R2", "R1")) == "reserve plays to foundations"
    assert code(here, Move("R1", "F1", 2)) == "one card at a time"


def test_quadrennial_a_turn_skips_empty_reserves() -> None:
    """Behaviour 31: they stay empty until the next redeal."""
    here = years(R=["9C", "", "9D", "", "", "9H", "", "9S"], S="2C 3C 4C 5C 6C 7C")
    after, events = play(here, TURN)
    assert after.reserves == tuple(map(cards, ("9C 2C", "", "9D 3C", "", "", "9H 4C", "", "9S 5C")))
    assert after.stock == cards("6C 7C")
    assert [event[:3] for event in events] == [("deal", "S", f"R{number}") for number in (1, 3, 6, 8)]


def test_quadrennial_with_all_reserves_empty_a_turn_deals_a_full_row() -> None:
    here = years(S="2C 3C 4C 5C 6C 7C 8C 9C TC")
    after = play(here, TURN)[0]
    assert after.reserves == tuple((card,) for card in cards("2C 3C 4C 5C 6C 7C 8C 9C"))
    assert after.stock == cards("TC")


def test_quadrennial_a_short_row_is_dealt_from_the_left() -> None:
    here = years(R=["9C", "", "9D", "", "", "9H", "", "9S"], S="2C 3C")
    after = play(here, TURN)[0]
    assert after.reserves == tuple(map(cards, ("9C 2C", "", "9D 3C", "", "", "9H", "", "9S")))
    all_empty = play(years(S="2C 3C"), TURN)[0]
    assert all_empty.reserves == tuple(map(cards, ("2C", "3C", "", "", "", "", "", "")))


def test_quadrennial_a_redeal_gathers_in_order_and_deals_the_first_row_in_the_same_click() -> None:
    here = years(R=["9C TC", "", "9D TD JD", "", "", "9H", "", "9S TS JS QS"])
    after, events = play(here, TURN)
    assert after.passes == 2
    assert after.reserves == tuple((card,) for card in cards("9C TC 9D TD JD 9H 9S TS"))
    assert after.stock == cards("JS QS")
    assert [event.kind for event in events] == ["gather"] * 4 + ["deal"] * 8


def test_quadrennial_a_redeal_of_few_cards_leaves_the_last_reserves_empty() -> None:
    after = play(years(R=["", "9C TC"]), TURN)[0]
    assert after.reserves == tuple(map(cards, ("9C", "TC", "", "", "", "", "", "")))
    assert after.stock == ()


def test_quadrennial_two_redeals_and_no_third() -> None:
    here = deal(GAMES["quadrennial"], 4)
    redeals = 0
    while can_turn(here):
        before = here.passes
        here = play(here, TURN)[0]
        redeals += here.passes - before
    assert (redeals, here.passes) == (2, 3)
    assert code(here, TURN) == "no turn left"
    assert sum(map(len, here.reserves)) == 192


def test_quadrennial_without_a_play_every_pass_turns_the_same_rows() -> None:
    here = deal(GAMES["quadrennial"], 4)
    for _ in range(23):
        here = play(here, TURN)[0]
    assert here.stock == ()
    assert [len(pile) for pile in here.reserves] == [24] * 8
    redealt = play(here, TURN)[0]
    assert redealt.reserves == tuple((card,) for card in here.reserves[0][:8])
    assert redealt.stock[:16] == here.reserves[0][8:24]


def test_quadrennial_a_turn_is_allowed_while_cards_could_still_be_played() -> None:
    here = years(R=["2H"], S="3C")
    assert {"R1-F1", "S"} <= moves_of(here)


def test_quadrennial_refill_deals_to_all_eight() -> None:
    here = years("quadrennial:refill", R=["9C", "", "9D", "", "", "9H", "", "9S"], S="2C 3C 4C 5C 6C 7C 8C TC KC")
    after = play(here, TURN)[0]
    assert after.reserves == tuple(map(cards, ("9C 2C", "3C", "9D 4C", "5C", "6C", "9H 7C", "8C", "9S TC")))
    assert after.stock == cards("KC")


def test_quadrennial_a_foundation_card_moves_to_another_foundation_but_is_idle() -> None:
    here = years(F=["AC 2H", *ACES[1:]], R=["5C"])
    between = {str(move) for move in legal_moves(here) if move.source[0] == "F"}
    assert between == {f"F1-F{number}" for number in range(2, 17)}
    assert all(is_idle(here, move) for move in legal_moves(here) if move.source[0] == "F")
    assert useful_moves(here) == []
    after = play(here, Move("F1", "F5"))[0]
    assert (after.foundations[0], after.foundations[4]) == (cards("AC"), cards("AD 2H"))


def test_quadrennial_moves_between_foundations_do_not_keep_it_from_being_stuck() -> None:
    assert is_stuck(years(F=["AC 2H", *ACES[1:]], R=["5C"], passes=3))
    assert not is_stuck(years(F=["AC 2H", *ACES[1:]], R=["3C 5C"], passes=2))
    assert is_stuck(years(F=["AC 2H", *ACES[1:]], R=["3C 5C"], passes=3))


def test_quadrennial_is_won_without_a_card_left() -> None:
    full = [" ".join(f"{rank}{suit}" for rank in "A23456789TJQK") for suit in "CDHS" for _ in range(4)]
    here = years(F=full)
    assert is_won(here)
    assert not can_turn(here)


@pytest.mark.parametrize(
    ("name", "second"),
    [("acquaintance", "3C"), ("acquaintance:skip", ""), ("leap-year", "3C"), ("leap-year:skip", "")],
)
def test_acquaintance_and_leap_year_deal_to_empty_reserves_unless_they_skip(name: str, second: str) -> None:
    here = position(name, F=ACES[::4] if "acq" in name else ACES, R=["9C", "", "9D", "9H"], S="2C 3C 4C 5C 6C")
    after = play(here, TURN)[0]
    assert after.reserves[1] == cards(second)
    assert after.reserves[2] == cards("9D 4C" if second else "9D 3C")


def test_acquaintance_has_three_passes_and_leap_year_one() -> None:
    for name, passes in (("acquaintance", 3), ("leap-year", 1), ("leap-year:one_deck", 1)):
        here = deal(game(name), 2)
        while can_turn(here):
            here = play(here, TURN)[0]
        assert here.passes == passes


def test_leap_year_one_deck_has_four_reserves_and_four_foundations() -> None:
    here = deal(game("leap-year:one_deck"), 1)
    assert (len(here.foundations), len(here.reserves), len(here.stock)) == (4, 4, 44)
    assert here == Position(here.game, *deal_of_acquaintance(1))


def deal_of_acquaintance(number: int) -> tuple[Any, ...]:
    other = deal(GAMES["acquaintance"], number)
    return other.foundations, other.tableau, other.reserves, other.waste, other.stock
