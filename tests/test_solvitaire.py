"""Deals to and from Solvitaire's JSON, and the rules it is told."""

import random

import pytest

from solver_support import wander
from winnable.cards import card_text
from winnable.games import GAMES, game
from winnable.notation import NotationError
from winnable.notation.solvitaire import (
    CannotSay,
    is_solvitaire,
    position_from_solvitaire,
    position_to_solvitaire,
    rules_to_solvitaire,
)
from winnable.rules.engine import Position, deal

SAID = (
    "czarina:fill=waste",
    "czarina:fill=waste:open_waste",
    "four-seasons",
    "four-seasons:open_waste",
    "canfield",
    "canfield:fill=choice",
    "canfield:whole_only:fill=choice",
    "canfield:draw=1:passes=1",
    "klondike",
    "klondike:draw=1:locked",
)
UNSAID = (
    "czarina",
    "four-seasons:stock_to_space",
    "canfield:passes=2",
    "klondike:passes=3",
    "chessboard",
    "fortress",
    "lasker",
    "castles-end",
    "quadrennial",
    "acquaintance",
    "leap-year",
)


@pytest.mark.parametrize("name", SAID)
@pytest.mark.parametrize("seed", range(5))
def test_positions_come_back_as_they_were(name: str, seed: int) -> None:
    position = wander(deal(game(name), 7 + seed), 10 * seed, random.Random(seed))
    back = position_from_solvitaire(position_to_solvitaire(position), game(name))
    passes = position.passes if position.game.stock and position.game.stock.passes else 1
    assert back == Position(**{**_fields(position), "passes": passes})


def _fields(position: Position) -> dict[str, object]:
    return {name: getattr(position, name) for name in Position.__slots__}


@pytest.mark.parametrize("name", UNSAID)
def test_what_the_format_has_no_words_for_is_said(name: str) -> None:
    with pytest.raises(CannotSay, match=name):
        position_to_solvitaire(deal(game(name), 7))


def test_every_game_is_known_to_be_said_or_not() -> None:
    assert {name.split(":")[0] for name in SAID + UNSAID} == set(GAMES)


def test_the_next_card_of_the_stock_comes_last() -> None:
    """Solvitaire deals from the end of its list; ours begins with the next card."""
    position = deal(game("klondike"), 1)
    said = position_to_solvitaire(position)["stock"]
    assert said == [card_text(card).replace("T", "10") for card in reversed(position.stock)]


def test_cards_face_down_have_their_suit_in_lower_case() -> None:
    piles = position_to_solvitaire(deal(game("klondike"), 1))["tableau piles"]
    assert isinstance(piles, list)
    for number, pile in enumerate(piles):
        assert [card[-1].islower() for card in pile] == [True] * number + [False]


def test_the_rules_of_canfield() -> None:
    assert rules_to_solvitaire(game("canfield:whole_only:fill=choice")) == {
        "tableau piles": {
            "count": 4,
            "build policy": "red-black",
            "spaces policy": "auto-reserve-then-any",
            "move built group": "whole-pile",
            "diagonal deal": False,
            "face up cards": "all",
        },
        "foundations": {"initial cards": "one", "base card": "random", "removable": False},
        "max rank": 13,
        "stock": {"size": 34, "deal count": 3, "redeal": True},
        "reserve": {"size": 13, "stacked": True},
    }


def test_the_waste_dealt_open_belongs_to_the_size_of_the_stock() -> None:
    rules = rules_to_solvitaire(game("four-seasons:open_waste"))
    assert rules["stock"] == {"size": 46, "deal count": 1, "redeal": False}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"tableau piles": 3}, "tableau piles"),
        ({"tableau piles": [["1C"]]}, "'1C'"),
        ({"stock": [7]}, "stock"),
        ({"stock": "AS"}, "stock"),
        ({"waste": ["10X"]}, "'10X'"),
        ({"stock": []}, "0 times"),
        ({"foundations": ["3D", "5D"]}, "5D is there 2 times"),
        ({"cells": []}, "'cells'"),
    ],
)
def test_a_bad_deal_names_the_place(change: dict[str, object], named: str) -> None:
    document = {**position_to_solvitaire(deal(game("canfield"), 7)), **change}
    with pytest.raises(NotationError, match=named):
        position_from_solvitaire(document, game("canfield"))


def test_only_an_object_with_piles_is_taken_for_one() -> None:
    assert is_solvitaire(position_to_solvitaire(deal(game("canfield"), 7)))
    assert not is_solvitaire([])
    with pytest.raises(NotationError):
        position_from_solvitaire({}, game("canfield"))
    document = {**position_to_solvitaire(deal(game("four-seasons"), 7)), "reserve": ["AS"]}
    with pytest.raises(NotationError, match="no reserve"):
        position_from_solvitaire(document, game("four-seasons"))
