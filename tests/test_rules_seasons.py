"""Czarina and Four Seasons, case by case."""

import pytest

from rules_support import cards, code, moves_of, position
from winnable.games import GAMES
from winnable.rules.engine import (
    TURN,
    Move,
    can_turn,
    deal,
    is_idle,
    is_stuck,
    is_won,
    legal_moves,
    play,
    refusal,
)


def test_czarina_refill_from_the_stock_leaves_the_waste() -> None:
    here = position("czarina", F=["5C"], T=["6C", "9D", "9H", "9S", "JD"], W="2H 3H", S="KD QD")
    after, events = play(here, Move("T1", "F1"))
    assert after.tableau[0] == cards("KD")
    assert (after.stock, after.waste) == (cards("QD"), cards("2H 3H"))
    assert [(event.kind, event.source, event.target) for event in events] == [
        ("move", "T1", "F1"),
        ("fill", "S", "T1"),
    ]


def test_czarina_refill_from_the_waste_once_the_stock_is_out() -> None:
    here = position("czarina", F=["5C"], T=["6C", "9D", "9H", "9S", "JD"], W="2H 3H")
    after, events = play(here, Move("T1", "F1"))
    assert after.tableau[0] == cards("3H")
    assert after.waste == cards("2H")
    assert events[1][:3] == ("fill", "W", "T1")


def test_czarina_space_stays_when_stock_and_waste_are_out() -> None:
    here = position("czarina", F=["5C"], T=["6C", "9D 8D", "9H", "9S", "JD"])
    after, events = play(here, Move("T1", "F1"))
    assert after.tableau[0] == ()
    assert len(events) == 1
    assert {"T2-T1", "T3-T1", "T4-T1", "T5-T1"} <= moves_of(after)


def test_czarina_a_lone_card_moved_to_a_space_is_idle() -> None:
    here = position("czarina", F=["5C"], T=["", "9D 8D", "9H", "9S", "JD"])
    idle = {str(move) for move in legal_moves(here) if is_idle(here, move)}
    assert {"T3-T1", "T4-T1", "T5-T1"} == idle


def test_czarina_refill_when_the_last_card_of_the_waste_went() -> None:
    """The waste card played to a pile never refills; the pile emptied by the next move finds both out."""
    here = position("czarina", F=["5C"], T=["6C", "9D", "9H", "9S", "JD"], W="8C")
    after, events = play(here, Move("W", "T2"))
    assert (after.waste, len(events)) == ((), 1)
    assert play(after, Move("T1", "F1"))[0].tableau[0] == ()


def test_czarina_fill_waste_takes_the_waste_first_and_then_the_stock() -> None:
    here = position("czarina:fill=waste", F=["5C"], T=["6C", "7C", "9H", "9S", "JD"], W="2H", S="KD QD")
    after = play(here, Move("T1", "F1"))[0]
    assert (after.tableau[0], after.waste, after.stock) == (cards("2H"), (), cards("KD QD"))
    after = play(after, Move("T2", "F1"))[0]
    assert (after.tableau[1], after.stock) == (cards("KD"), cards("QD"))


def test_czarina_king_goes_on_an_ace_even_when_the_base_is_ace() -> None:
    here = position("czarina", F=["AC"], T=["AD", "KH", "7H", "9S", "JD"], S="2D")
    assert "T2-T1" in moves_of(here)
    assert play(here, Move("T2", "T1"))[0].tableau[0] == cards("AD KH")


def test_czarina_builds_down_regardless_of_suit_one_card_at_a_time() -> None:
    here = position("czarina", F=["5C"], T=["9D 8D", "TH", "9H", "9S", "8S"], S="2D")
    assert moves_of(here) == {"T1-T3", "T1-T4", "T3-T2", "T4-T2", "T5-T3", "T5-T4", "S"}
    assert code(here, Move("T1", "T2", 2)) == "one card at a time"


def test_czarina_foundations_wrap_to_the_rank_below_the_base() -> None:
    here = position("czarina", F=["QC KC AC"], T=["2C", "JC", "9H", "9S", "8D"], S="2D")
    assert "T1-F1" in moves_of(here)
    assert "T2-F1" not in moves_of(here)
    full = position("czarina", F=["QC KC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC"], T=["QD", "QH", "QS"])
    assert code(full, Move("T1", "F1")) == "wrong suit"


def test_czarina_has_one_pass() -> None:
    here = position("czarina", F=["5C"], T=["9D", "9H", "9S", "9C", "JD"], S="2D")
    after = play(here, TURN)[0]
    assert (after.waste, after.stock) == (cards("2D"), ())
    assert not can_turn(after)
    assert code(after, TURN) == "no turn left"


@pytest.mark.parametrize("name", ["czarina", "four-seasons"])
def test_open_waste_turns_one_card_with_the_deal(name: str) -> None:
    plain = deal(GAMES[name], 5)
    opened = deal(position(f"{name}:open_waste").game, 5)
    assert opened.waste == plain.stock[:1]
    assert opened.stock == plain.stock[1:]
    assert opened.tableau == plain.tableau


def test_four_seasons_space_waits_for_the_player() -> None:
    here = position("four-seasons", F=["5C"], T=["6C", "9D 8D", "9H", "9S", "JD"], W="2H", S="KD QD")
    after, events = play(here, Move("T1", "F1"))
    assert (after.tableau[0], after.stock, after.waste, len(events)) == ((), cards("KD QD"), cards("2H"), 1)
    assert {"T2-T1", "W-T1"} <= moves_of(after)
    assert "S-T1" not in moves_of(after)
    assert code(after, Move("S", "T1")) == "stock is turned"
    assert play(after, TURN)[0].tableau[0] == ()


def test_four_seasons_stock_to_space() -> None:
    here = position("four-seasons:stock_to_space", F=["5C"], T=["", "9D 8D", "9H", "9S", "JD"], S="KD QD")
    after, events = play(here, Move("S", "T1"))
    assert (after.tableau[0], after.stock, after.waste) == (cards("KD"), cards("QD"), ())
    assert events[0][:3] == ("move", "S", "T1")
    for move in (Move("S", "T2"), Move("S", "T1", 2), Move("S", "F1"), Move("S", "W")):
        assert refusal(here, move) is not None


def test_czarina_is_stuck_as_soon_as_no_card_left_in_the_stock_would_fit() -> None:
    """Behaviour 7: stuck now, not after turning it all."""
    here = position("czarina", F=["5C"], T=["9D", "9H", "9S", "9C", "JD"], S="3D 3H 6D 6H")
    assert can_turn(here)
    assert is_stuck(here)


def test_czarina_is_not_stuck_while_the_last_card_of_the_stock_fits() -> None:
    here = position("czarina", F=["5C"], T=["9D", "9H", "9S", "9C", "JD"], S="3D 3H 6D 8H")
    assert not is_stuck(here)
    assert moves_of(here) == {"S"}


def test_a_won_game_is_not_stuck() -> None:
    ranks = "A23456789TJQK"
    here = position("czarina", F=[" ".join(rank + suit for rank in ranks) for suit in "CDHS"])
    assert is_won(here)
    assert not is_stuck(here)
    assert moves_of(here) == set()
