"""Help while playing: what base rank, passes, supermoves and empty piles mean, from rules and position."""

import random
import re

import pytest
from django.utils.translation import override

from site_support import Guest
from winnable.games import GAMES, game, variants
from winnable.rules.engine import (
    TURN,
    Position,
    apply,
    base_rank,
    can_turn,
    deal,
    legal_moves,
    space_count,
    supermove_limit,
)
from winnable.site import notes
from winnable.solver import Budget, solve

NAMES = [*GAMES, *(one.full_name for plain in GAMES.values() for one in variants(plain))]
FEW = Budget(nodes=100_000)


def positions(name: str, count: int = 60) -> list[Position]:
    """A deal and the positions of a random game."""
    chance, position = random.Random(name), deal(game(name), 17)
    found = [position]
    while len(found) < count and legal_moves(position):
        position, _ = apply(position, chance.choice(legal_moves(position)))
        found.append(position)
    return found


def said(position: Position, language: str = "en") -> str:
    with override(language):
        return " ".join(notes.situation(position))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", NAMES)
def test_everything_is_said_in_both_languages(name: str, language: str) -> None:
    for position in positions(name, 25):
        text = said(position, language)
        assert text
        assert re.findall(r"%\(|\{", text) == []
        if language == "de":
            assert not set(re.findall(r"\w+", text)) & {"the", "stock", "card", "cards", "pass", "space", "reserve"}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_is_so(name: str) -> None:
    wanted = game(name)
    for position in positions(name):
        text = said(position)
        chosen = wanted.foundations.base in ("first card", "chosen")
        assert ("The base rank is" in text) == (chosen and base_rank(position) is not None)
        assert ("No base rank is chosen yet" in text) == (base_rank(position) is None)
        if wanted.stock is not None:
            assert ("No redeal is left" in text) <= (not can_turn(position))
            assert ("starts the next pass" in text) == (can_turn(position) and not position.stock)
            if position.stock:
                assert re.search(rf"\b({len(position.stock)}|One) cards? (is|are) left in the stock", text)
        empty = [f"{index}" for index, pile in enumerate(position.tableau, 1) if not pile]
        assert all(re.search(rf"[Pp]ile {number}\b", text) for number in empty)


@pytest.mark.parametrize("name", ["chessboard", "chessboard:doubling", "fortress"])
def test_how_many_cards_a_supermove_may_carry_now(name: str) -> None:
    seen = set()
    position = next(deal(game(name), number) for number in range(1, 40) if solve(deal(game(name), number), FEW).line)
    for move in (*solve(position, FEW).line, None):
        text, limit = said(position), supermove_limit(position, False)
        seen.add(limit)
        if limit == 1:
            assert "Only one card at a time may move onto a card now" in text
        elif limit >= 13:
            assert "A run of any length may move onto a card now" in text
        else:
            assert f"A run of up to {limit} cards may move onto a card now" in text
        assert ("into a space" in text) == (space_count(position) > 0)
        if move is not None:
            position, _ = apply(position, move)
    assert len(seen) > 1


def test_why_a_reserve_stays_empty_with_and_without_a_redeal() -> None:
    """Behaviour 31; with no redeal left the board once promised one."""
    for name, redeal in (("quadrennial", True), ("leap-year:skip", False)):
        chance = random.Random(3)
        position = deal(game(name), 5)
        while all(position.reserves):
            ups = [move for move in legal_moves(position) if move.source[0] == "R"]
            position, _ = apply(position, chance.choice(ups) if ups else TURN)
        assert position.stock
        assert any(position.reserves)
        with override("en"):
            note = notes.reserve_note(position)
        assert note.startswith("Empty: a turn leaves this reserve out")
        assert ("redeal" in note) == redeal


@pytest.mark.parametrize(("language", "word"), [("en", "foundation"), ("de", "Zielstapel")])
def test_the_table_tells_its_situation_to_its_player_only(language: str, word: str) -> None:
    guest = Guest(language)
    table = guest.deal("chessboard", 7)
    answer = guest.call("GET", f"/api/tables/{table['id']}/situation")
    assert answer.status == 200
    assert word in " ".join(answer.json["lines"])
    assert Guest().call("GET", f"/api/tables/{table['id']}/situation").status == 404
