"""Canfield and Klondike, case by case."""

import pytest

from rules_support import cards, code, moves_of, position
from winnable.games import GAMES
from winnable.rules.engine import TURN, Move, can_turn, deal, is_stuck, play


def test_canfield_refill_from_the_reserve() -> None:
    here = position("canfield", F=["5C"], T=["6C", "9D", "9H", "9S"], R=["2C 3C"], W="2H", S="KD")
    after, events = play(here, Move("T1", "F1"))
    assert (after.tableau[0], after.reserves, after.waste) == (cards("3C"), (cards("2C"),), cards("2H"))
    assert events[1] == ("fill", "R1", "T1", cards("3C"))


def test_canfield_refill_with_the_reserve_out_comes_from_the_waste() -> None:
    here = position("canfield", F=["5C"], T=["6C", "9D", "9H", "9S"], W="2H 3H", S="KD")
    after = play(here, Move("T1", "F1"))[0]
    assert (after.tableau[0], after.waste, after.stock) == (cards("3H"), cards("2H"), cards("KD"))


def test_canfield_the_last_reserve_card_played_up_does_not_fill_twice() -> None:
    here = position("canfield", F=["5C"], T=["6C", "9D", "9H", "9S"], R=["7C"], W="2H", S="KD")
    after = play(here, Move("T1", "F1"))[0]
    assert (after.tableau[0], after.reserves, after.waste) == (cards("7C"), ((),), cards("2H"))
    after = play(after, Move("T1", "F1"))[0]
    assert (after.tableau[0], after.waste) == (cards("2H"), ())


def test_canfield_with_reserve_and_waste_out_the_space_waits_for_the_next_turn() -> None:
    here = position("canfield", F=["5C"], T=["6C", "9D", "9H", "9S"], S="KD QD JD TD")
    after = play(here, Move("T1", "F1"))[0]
    assert after.tableau[0] == ()
    assert code(after, Move("T2", "T1")) == "space fills itself"
    assert moves_of(after) == {"S"}
    turned, events = play(after, TURN)
    assert (turned.tableau[0], turned.waste, turned.stock) == (cards("JD"), cards("KD QD"), cards("TD"))
    assert [event.kind for event in events] == ["turn", "fill"]


def test_canfield_several_spaces_are_filled_in_the_click_of_the_next_turn() -> None:
    here = position("canfield", F=["5C"], T=["", "9D", "", "9S"], S="KD QD JD TD")
    turned = play(here, TURN)[0]
    assert turned.tableau == (cards("JD"), cards("9D"), cards("QD"), cards("9S"))
    assert (turned.waste, turned.stock) == (cards("KD"), cards("TD"))


def test_canfield_more_spaces_than_cards_turned() -> None:
    here = position("canfield:draw=1", F=["5C"], T=["", "9D", "", "9S"], S="KD QD")
    turned = play(here, TURN)[0]
    assert turned.tableau == (cards("KD"), cards("9D"), (), cards("9S"))
    turned = play(turned, TURN)[0]
    assert turned.tableau == (cards("KD"), cards("9D"), cards("QD"), cards("9S"))
    assert (turned.waste, turned.stock) == ((), ())


def test_canfield_space_right_after_the_waste_was_taken_back() -> None:
    """The waste is out while the stock has cards, though it held them a click ago."""
    here = position("canfield", F=["5C"], T=["6C", "9D", "9H", "9S"], W="KD QD JD TD")
    recycled = play(here, TURN)[0]
    space = play(recycled, Move("T1", "F1"))[0]
    assert space.tableau[0] == ()
    assert play(space, TURN)[0].tableau[0] == cards("JD")


def test_canfield_all_out_leaves_the_space_to_the_player() -> None:
    here = position("canfield", F=["5C"], T=["6C", "9D 8C 7D", "9H", "9S"])
    after = play(here, Move("T1", "F1"))[0]
    assert after.tableau[0] == ()
    assert {"T2-T1", "T2-T1x2", "T2-T1x3", "T3-T1"} <= moves_of(after)


def test_canfield_draws_fewer_than_three_at_the_end() -> None:
    here = position("canfield", F=["5C"], T=["9C", "9D", "9H", "9S"], R=["2C"], S="KD QD JD TD 8D")
    once = play(here, TURN)[0]
    assert (once.waste, once.stock) == (cards("KD QD JD"), cards("TD 8D"))
    twice = play(once, TURN)[0]
    assert (twice.waste, twice.stock) == (cards("KD QD JD TD 8D"), ())


def test_canfield_only_the_top_of_the_waste_plays() -> None:
    here = position("canfield", F=["5C"], T=["9C", "QD", "9H", "9S"], R=["2C"], W="6C KD")
    assert "W-F1" not in moves_of(here)


def test_canfield_taking_the_waste_back_keeps_its_order_and_shows_nothing() -> None:
    here = position("canfield", F=["5C"], T=["9C", "9D", "9H", "9S"], R=["2C"], W="KD QD JD TD 8D")
    back, events = play(here, TURN)
    assert (back.waste, back.stock, back.passes) == ((), cards("KD QD JD TD 8D"), 2)
    assert events == (("recycle", "W", "S", cards("KD QD JD TD 8D")),)
    assert play(back, TURN)[0].waste == cards("KD QD JD")


@pytest.mark.parametrize("passes", [1, 2, 3])
def test_canfield_passes(passes: int) -> None:
    here = deal(position(f"canfield:passes={passes}").game, 3)
    turns = 0
    while can_turn(here):
        here = play(here, TURN)[0]
        turns += 1
    assert turns == 12 * passes + passes - 1
    assert here.passes == passes
    assert code(here, TURN) == "no turn left"


def test_canfield_no_turn_where_stock_and_waste_are_out() -> None:
    assert not can_turn(position("canfield", F=["5C"], T=["9C", "9D", "9H", "9S"], R=["2C"]))


def test_canfield_fill_choice_leaves_spaces_to_the_player_once_the_reserve_is_out() -> None:
    here = position("canfield:fill=choice", F=["5C"], T=["6C", "9D", "9H", "9S"], W="2H", S="KD")
    after = play(here, Move("T1", "F1"))[0]
    assert (after.tableau[0], after.waste) == ((), cards("2H"))
    assert {"W-T1", "T2-T1", "S"} <= moves_of(after)
    assert play(after, TURN)[0].tableau[0] == ()


def test_canfield_fill_choice_still_fills_from_the_reserve() -> None:
    here = position("canfield:fill=choice", F=["5C"], T=["6C", "9D", "9H", "9S"], R=["2C 3C"])
    assert play(here, Move("T1", "F1"))[0].tableau[0] == cards("3C")


def test_canfield_any_run_moves_and_whole_only_the_whole_pile_or_its_top() -> None:
    piles = {"F": ["5C"], "T": ["JH TS 9H 8S", "TC", "JD", "4H"], "R": ["2C"], "S": "KC"}
    assert {"T1-T2x2", "T1-T3x3"} <= moves_of(position("canfield", **piles))
    whole = position("canfield:whole_only", **piles)
    assert not {"T1-T2x2", "T1-T3x3"} & moves_of(whole)
    assert code(whole, Move("T1", "T3", 3)) == "whole pile or top card"
    piles["T"] = ["TS 9H 8S", "9D", "JD", "4H"]
    whole = position("canfield:whole_only", **piles)
    assert {"T1-T3x3", "T1-T2"} <= moves_of(whole)


def test_canfield_a_run_of_more_than_thirteen_moves_together() -> None:
    """Guards a fault: a run that wraps can hold two cards of a rank, and no run moved with more than 13."""
    run = "KH QC JH TC 9H 8C 7H 6C 5H 4C 3H 2C AH KC"
    here = position("canfield", F=["5D"], T=[run, "AS", "9D", "JD"])
    assert "T1-T2x14" in moves_of(here)
    assert len(play(here, Move("T1", "T2", 14))[0].tableau[1]) == 15


def test_canfield_builds_in_alternating_colours_and_wraps() -> None:
    here = position("canfield", F=["5D"], T=["3H", "2S", "AC", "KH"], R=["2H"], S="9C")
    assert moves_of(here) == {"T2-T1", "T4-T3", "S"}


def test_canfield_foundation_is_never_taken_back() -> None:
    here = position("canfield", F=["5C 6C"], T=["7D", "9D", "9H", "9S"], R=["2C"])
    assert code(here, Move("F1", "T1")) == "no take-back"


def test_canfield_is_stuck_only_if_a_whole_pass_brings_nothing_up() -> None:
    """Behaviour 5: the second of the cards fits, but only the third of each draw shows."""
    piles = {"F": ["5C"], "T": ["9C", "9D", "9H", "9S"], "R": ["2C"]}
    assert is_stuck(position("canfield", **piles, S="KD 6C KC"))
    assert not is_stuck(position("canfield:draw=1", **piles, S="KD 6C KC"))
    assert not is_stuck(position("canfield", **piles, S="KD QD 6C"))
    assert not is_stuck(position("canfield", **piles, W="KD QD 6C KH"))
    assert is_stuck(position("canfield:passes=1", **piles, W="KD QD 6C KH"))


def test_canfield_unlimited_passes_do_not_turn_for_ever() -> None:
    here = position("canfield", F=["5C"], T=["9C", "9D", "9H", "9S"], R=["2C"], W="KD", S="QD KC")
    assert is_stuck(here)


def test_klondike_only_kings_with_their_run_go_to_spaces() -> None:
    here = position("klondike", F=["AC"], T=["", "KH QS JD", "9H", "QD"], W="KS")
    assert {"W-T1", "T2-T1x3"} <= moves_of(here)
    assert not {"T2-T1", "T2-T1x2", "T3-T1", "T4-T1"} & moves_of(here)
    assert code(here, Move("T3", "T1")) == "kings only"


def test_klondike_a_bared_card_is_turned_up_in_the_same_move() -> None:
    here = position("klondike", F=["AC"], T=["4D 3H 2C"], down=[2, 0, 0, 0, 0, 0, 0])
    after, events = play(here, Move("T1", "F1"))
    assert after.face_down == (1, 0, 0, 0, 0, 0, 0)
    assert events[1] == ("flip", "T1", "T1", cards("3H"))


def test_klondike_the_last_card_face_down_is_turned_up_too() -> None:
    here = position("klondike", F=["AC"], T=["3H 2C"], down=[1, 0, 0, 0, 0, 0, 0])
    assert play(here, Move("T1", "F1"))[0].face_down == ()


def test_klondike_cards_face_down_neither_move_nor_count_as_a_run() -> None:
    here = position("klondike", T=["9H 8S 7H", "9D", "TS"], down=[1, 0, 0, 0, 0, 0, 0])
    assert "T1-T2x2" in moves_of(here)
    assert "T1-T3x3" not in moves_of(here)
    assert code(here, Move("T1", "T3", 3)) == "face down"


def test_klondike_take_back_and_locked() -> None:
    piles = {"F": ["AC 2C"], "T": ["3D", "KH", "8D", "", "9S"]}
    assert "F1-T1" in moves_of(position("klondike", **piles))
    assert code(position("klondike:locked", **piles), Move("F1", "T1")) == "no take-back"
    assert code(position("klondike", **piles), Move("F1", "T4")) == "kings only"


def test_klondike_does_not_wrap() -> None:
    here = position("klondike", F=["AC"], T=["AD", "KS", "AH", "QH", "9C", "9S", "7C"])
    assert moves_of(here) == {"T1-F2", "T3-F3", "T4-T2"}


def test_klondike_opens_with_three_cards_a_turn_and_any_number_of_passes() -> None:
    here = deal(GAMES["klondike"], 1)
    for _ in range(20):
        here = play(here, TURN)[0]
    assert here.passes == 3
