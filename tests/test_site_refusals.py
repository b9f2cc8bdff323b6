"""Every refusal is a sentence that says what limits the move."""

import ast
import inspect
from importlib import import_module
from typing import get_args

import pytest
from django.utils.translation import override

from site_support import Guest
from winnable.rules.engine import RefusalCode
from winnable.session import NotPossible, Why
from winnable.site.refusals import BROKEN_SAVES, sentence

CODES = [*get_args(RefusalCode), *get_args(Why)]


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sentence(code: RefusalCode) -> None:
    for limit in (1, 3):
        text = sentence(NotPossible(code, limit))
        assert text.endswith(".")
        assert "%" not in text


def test_a_run_that_is_refused_says_how_many_could_move() -> None:
    """40"""
    with override("en"):
        assert "only 3 cards" in sentence(NotPossible("too few spaces", 3))
        assert "only 1 card " in sentence(NotPossible("too few spaces", 1))
        assert "only 2 cards" in sentence(NotPossible("not a run", 2))


def test_a_supermove_without_a_space_is_refused_with_its_limit() -> None:
    """40: in a real deal, through the API."""
    from winnable.games import GAMES
    from winnable.rules.engine import Move, deal, refusal

    chessboard, names = GAMES["chessboard"], [f"T{n}" for n in range(1, 11)]
    number, move = next(
        (number, move)
        for number in range(1, 500)
        for move in (Move(a, b, 2) for a in names for b in names if a != b)
        if (why := refusal(deal(chessboard, number), move)) and why.code == "too few spaces"
    )
    guest = Guest()
    answer = guest.step(guest.deal("chessboard", number), "move", move=str(move))
    assert (answer.status, answer.json["code"]) == (422, "too few spaces")
    assert "1 card" in answer.json["message"]


def test_every_reason_of_a_broken_save_can_be_said() -> None:
    """They were English within a German sentence."""
    nodes = list(ast.walk(ast.parse(inspect.getsource(import_module("winnable.session.save")))))
    calls = [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BrokenSave"]
    named = [node.value for node in nodes if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "reason"]
    first = [call.args[0] for call in calls if ast.unparse(call.args[0]) != "reason"]
    assert {ast.literal_eval(text) for text in (*first, *named)} == BROKEN_SAVES


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"past": ["T1-T1"]}, "Der Zug T1-T1 ist dort"),
        ({"past": ["import os"]}, "Schritt 1 von „past“ ist keine Folge"),
        ({"past": ["S", ""]}, "Schritt 2 von „past“ ist leer"),
        ({"game": "bridge"}, "Sein Spiel oder eine Option"),
        ({"options": ["draw=9"]}, "Sein Spiel oder eine Option"),
        ({"number": 0}, "„number“ muss eine ganze Zahl von 1 bis"),
        ({"version": 2}, "neueres Winnable"),
        ({"more": 1}, "unbekannten Schlüssel 'more'"),
    ],
)
def test_a_broken_save_is_told_in_the_player_s_language(change: dict[str, object], said: str) -> None:
    guest = Guest("de")
    document = guest.stored(guest.deal("canfield", 17))
    answer = guest.call("POST", "/api/saves", {**document, **change})
    assert (answer.status, answer.json["code"]) == (422, "broken save")
    assert answer.json["message"].startswith("Dieser Spielstand lässt sich nicht öffnen: ")
    assert said in answer.json["message"]
