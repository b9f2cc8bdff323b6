"""What a player is shown holds no card that he could not know, but for what the very next move turns up."""

import json
import random
import re
from typing import Any

import pytest

from site_support import Guest
from winnable.cards import card_text
from winnable.games import GAMES, game
from winnable.rules.engine import TURN, Position, apply, can_turn, deal, legal_moves
from winnable.site.view import events_json, moves_json, view_json

FULL_NAMES = [
    *GAMES,
    "four-seasons:stock_to_space",
    "canfield:fill=choice:draw=1",
    "klondike:draw=1",
    "acquaintance:skip",
]


def wander(full_name: str, steps: int = 80) -> list[Position]:
    """The positions of a random game."""
    rng, positions = random.Random(full_name), [deal(game(full_name), 8)]
    while len(positions) < steps and (moves := legal_moves(positions[-1])):
        positions.append(apply(positions[-1], rng.choice(moves))[0])
    return positions


def face_up(position: Position) -> list[str]:
    """Every card that lies face up, by the rules of the game and nothing else."""
    hidden_reserve = position.game.name == "canfield"
    reserves = [pile[-1:] if hidden_reserve else pile for pile in position.reserves]
    downs = position.face_down or (0,) * len(position.tableau)
    tableau = [pile[down:] for pile, down in zip(position.tableau, downs, strict=True)]
    piles = (*position.foundations, *tableau, *reserves, position.waste)
    return sorted(card_text(card) for pile in piles for card in pile)


@pytest.mark.parametrize("full_name", FULL_NAMES)
def test_a_view_shows_what_lies_face_up_and_counts_the_rest(full_name: str) -> None:
    for position in wander(full_name):
        view = view_json(position)
        assert sorted(card for pile in view["piles"] for card in pile["cards"]) == face_up(position)
        total = sum(pile["hidden"] + len(pile["cards"]) for pile in view["piles"])
        assert total == position.game.card_count
        stock = [pile for pile in view["piles"] if pile["name"] == "S"]
        assert [pile["hidden"] for pile in stock] == [len(position.stock)] * len(stock)


@pytest.mark.parametrize("full_name", FULL_NAMES)
def test_a_foretold_move_names_only_what_it_turns_up(full_name: str) -> None:
    """After the move every card it named lies face up; it names none that lay face down and still does."""
    for position in wander(full_name):
        legal = legal_moves(position)
        for move, foretold in zip(legal, moves_json(position, legal), strict=True):
            named = {card for event in foretold["events"] for card in event["cards"]}
            assert named <= set(face_up(apply(position, move)[0])) | set(face_up(position))
            assert all(event["count"] for event in foretold["events"])


@pytest.mark.parametrize("full_name", ["canfield", "klondike", "quadrennial"])
def test_a_redeal_counts_what_goes_face_down(full_name: str) -> None:
    position = deal(game(full_name), 8)
    while position.stock:
        position, _ = apply(position, TURN)
    while can_turn(position):
        position, events = apply(position, TURN)
        back = [event for event in events_json(events) if event["target"] == "S"]
        assert not any(event["cards"] for event in back)
        if back:
            return
    raise AssertionError("there was no redeal")


@pytest.mark.parametrize("full_name", FULL_NAMES)
def test_nothing_else_in_an_answer_names_a_card(full_name: str) -> None:
    """The whole answer, texts and all: each card in it lies face up, is foretold, or is the next of a foundation."""
    guest, rng = Guest(), random.Random(full_name)
    table = guest.deal(full_name, 8)
    seen: set[str] = set()
    for _ in range(25):
        seen |= {card for pile in table["view"]["piles"] for card in pile["cards"]}
        foretold = {card for move in table["moves"] for event in move["events"] for card in event["cards"]}
        wanted = {pile["next"] for pile in table["view"]["piles"]}
        assert cards_in(table) <= seen | foretold | wanted
        if not table["moves"]:
            break
        undo = table["can_undo"] and rng.random() < 0.2
        table = guest.step(table, "undo").json if undo else guest.play(table, rng.choice(table["moves"])["move"])


def cards_in(table: Any) -> set[str]:
    """Everything in an answer that reads like a card."""
    return set(re.findall(r"(?<![\w-])[A2-9TJQK][CDHS](?![\w-])", json.dumps(table | {"id": ""})))


def test_what_the_table_says_of_canfield() -> None:
    view = view_json(deal(game("canfield"), 17))
    piles = {pile["name"]: pile for pile in view["piles"]}
    assert list(piles) == ["F1", "F2", "F3", "F4", "T1", "T2", "T3", "T4", "R1", "W", "S"]
    base = next(pile for pile in piles.values() if pile["group"] == "F" and pile["cards"])
    assert base["cards"][0][0] == view["base"]
    assert base["next"][1] == base["suit"]
    assert (piles["R1"]["hidden"], len(piles["R1"]["cards"])) == (12, 1)
    assert (view["pass"], view["passes"], view["turn"], view["supermove"]) == (1, None, "deal", None)


def test_what_the_table_says_of_chessboard() -> None:
    view = view_json(deal(game("chessboard"), 17))
    assert (view["base"], view["turn"], view["supermove"]) == (None, "none", 1)
    assert {pile["next"] for pile in view["piles"]} == {None}


def test_an_empty_reserve_says_why_it_stays_empty() -> None:
    """31"""
    position = next(p for p in wander("quadrennial", 300) if () in p.reserves and p.stock and any(p.reserves))
    notes = [pile["note"] for pile in view_json(position)["piles"] if pile["group"] == "R" and not pile["cards"]]
    assert all("redeal" in note for note in notes)


def test_no_turn_left_is_said_instead_of_a_sign() -> None:
    position = deal(game("czarina"), 1)
    while can_turn(position):
        position, _ = apply(position, TURN)
    view = view_json(position)
    assert view["turn"] == "none"
    assert view["piles"][-1]["note"] == "No redeal is left."
