"""Every refusal is a sentence that says what limits the move."""

from typing import get_args

import pytest

from site_support import Guest
from winnable.rules.engine import RefusalCode
from winnable.session import NotPossible, Why
from winnable.site.refusals import sentence

CODES = [*get_args(RefusalCode), *get_args(Why)]


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sentence(code: RefusalCode) -> None:
    for limit in (1, 3):
        text = sentence(NotPossible(code, limit))
        assert text.endswith(".")
        assert "%" not in text


def test_a_run_that_is_refused_says_how_many_could_move() -> None:
    """40"""
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
