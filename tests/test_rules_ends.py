"""Won, stuck, in order: what players met elsewhere as faults, each once."""

import pytest

from rules_support import VARIANTS, code, position, walk
from winnable.rules.engine import Move, completion, in_order, is_stuck, is_won, legal_moves, play
from winnable.rules.game import Game

TAKES_BACK = ("klondike", "chessboard", "fortress", "lasker", "castles-end")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_foundation_is_dragged_off_only_where_take_back_is_allowed(variant: Game) -> None:
    """Behaviour 1."""
    allowed = variant.name in TAKES_BACK and "locked" not in variant.options
    taken = False
    for number in range(1, 6):
        for here in walk(variant, number, 60):
            taken = taken or any(move.source[0] == "F" and move.target[0] == "T" for move in legal_moves(here))
    assert taken == allowed


@pytest.mark.parametrize(
    ("name", "piles"),
    [
        ("czarina", {"F": ["5C"], "T": ["6C", "9D", "9H", "9S", "JD"]}),
        ("canfield", {"F": ["5C"], "T": ["9C", "9D", "9H", "9S"], "R": ["6C"]}),
        ("klondike", {"F": ["AC"], "T": ["2C", "9D", "9H", "4S", "4C", "7D", "7H"]}),
        ("fortress:locked", {"F": ["AC"], "T": ["2C", "9D", "9H", "4S", "4C", "7D", "7H", "QC", "QD", "QH"]}),
        ("quadrennial", {"F": ["AC"] * 16, "R": ["2C"], "passes": 3}),
    ],
)
def test_one_foundation_move_left_is_not_stuck(name: str, piles: dict[str, list[str]]) -> None:
    """Behaviour 3."""
    here = position(name, **piles)
    assert {move.target[0] for move in legal_moves(here)} == {"F"}
    assert not is_stuck(here)


def test_without_any_move_it_is_stuck() -> None:
    here = position("klondike", F=["AC"], T=["3C", "9D", "9H", "4S", "4C", "7D", "7H"])
    assert legal_moves(here) == []
    assert is_stuck(here)


def test_only_moves_of_whole_piles_to_spaces_left_is_stuck() -> None:
    here = position("four-seasons", F=["5C"], T=["9C", "9D", "9H", "", ""])
    assert len(legal_moves(here)) == 6
    assert is_stuck(here)
    assert not is_stuck(position("four-seasons", F=["5C"], T=["9C 3D", "9D", "9H", "", ""]))


def test_in_order_goes_up_by_itself() -> None:
    here = position("klondike", F=["AC 2C", "AD 2D 3D"], T=["KH QS JH", "3C", "5D 4D"])
    assert in_order(here)
    fortress = position("fortress", F=[up("C"), up("D"), up("H"), "AS 2S 3S 4S 5S 6S 7S 8S 9S"], T=["JS TS", "KS QS"])
    line = completion(fortress)
    assert list(map(str, line)) == ["T1-F4", "T1-F4", "T2-F4", "T2-F4"]
    for move in line:
        fortress = play(fortress, move)[0]
    assert is_won(fortress)


def up(suit: str) -> str:
    return " ".join(rank + suit for rank in "A23456789TJQK")


def test_a_pile_that_crosses_the_base_rank_is_not_in_order() -> None:
    """Behaviour 62: with base 7, an eight lies low and a six high, whatever their plain ranks."""
    assert not in_order(position("four-seasons", F=["7C"], T=["7D 6D"]))
    assert in_order(position("four-seasons", F=["7C"], T=["6D 7D"]))
    assert not in_order(position("chessboard", F=["7C"], T=["9D 8D 7D 6D"]))
    assert in_order(position("chessboard", F=["7C"], T=["6D 5D", "9D 8D 7D"]))
    assert in_order(position("four-seasons", F=["7C"], T=["AD KD QH", "2S 2C"]))


def test_a_card_over_another_of_its_relative_rank_is_in_order() -> None:
    assert in_order(position("four-seasons", F=["7C"], T=["9D 9H 8S"]))


@pytest.mark.parametrize(
    "here",
    [
        position("four-seasons", F=["7C"], T=["9D 8D"], S="TD"),
        position("four-seasons", F=["7C"], T=["9D 8D"], W="TD"),
        position("castles-end", F=["7C"], T=["9D 8D"], R=["TD"]),
        position("klondike", F=["AC"], T=["9D 8D"], down=[1, 0, 0, 0, 0, 0, 0]),
        position("chessboard", T=["9D 8D"]),
        position("quadrennial", F=["AC"] * 16),
    ],
    ids=["stock", "waste", "reserve", "face down", "no base", "no tableau"],
)
def test_not_in_order_while_anything_else_is_left(here: object) -> None:
    """Auto complete never chooses the base, and waits until stock, waste and reserve are out."""
    assert not in_order(here)  # type: ignore[arg-type]


def test_refusals_name_piles_that_are_not_there() -> None:
    here = position("chessboard", T=["9D 8D"])
    assert code(here, Move("T1", "R1")) == "no such pile"
    assert code(here, Move("T11", "T1")) == "no such pile"
    assert code(here, Move("T3", "T1")) == "nothing there"
    assert code(here, Move("T1", "T1")) == "same pile"
    assert code(here, Move("T1", "T2", 3)) == "too few cards"
    assert code(here, Move("T1", "W")) == "waste takes no cards"
    assert code(here, Move("T1", "S")) == "stock is turned"
