"""Text and JSON: what is written is read back, and anything else is refused with a message that names the place."""

import json
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_support import VARIANTS, dealt
from winnable.games import GAMES, UnknownGame, game
from winnable.notation import (
    NotationError,
    line_from_text,
    line_text,
    move_from_text,
    pile_text,
    position_from_json,
    position_to_json,
)
from winnable.rules.engine import TURN, Move, Position

HUGE = 10**5000  # more digits than Python turns into text
DEEP: list[Any] = []
for _ in range(5000):
    DEEP = [DEEP]

KEYS = ("game", "options", "F", "T", "R", "W", "S", "pass", "down")
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["7H", "TD", "czarina", "draw=1", "locked", "ꮿ", "\ud800"])
    | st.booleans().map(lambda deep: DEEP if deep else HUGE)
)
anything = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4) | st.sampled_from(KEYS), inner),
    max_leaves=20,
)
deals = st.sampled_from(sorted(VARIANTS)).flatmap(
    lambda name: st.integers(1, 20).map(lambda number: position_to_json(dealt(VARIANTS[name], number)))
)


def short(value: Any) -> str:
    return repr(value)[:12] if isinstance(value, str) else type(value).__name__


def refused(document: Any) -> str:
    with pytest.raises(NotationError) as caught:
        position_from_json(document)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("S", TURN),
        ("T3-F1", Move("T3", "F1")),
        ("W-T2", Move("W", "T2")),
        ("T1-T4x3", Move("T1", "T4", 3)),
        ("T10-T2x13", Move("T10", "T2", 13)),
        ("F16-F2", Move("F16", "F2")),
        ("S-T1", Move("S", "T1")),
    ],
)
def test_moves_are_read_and_written(text: str, move: Move) -> None:
    assert move_from_text(text) == move
    assert str(move) == text


WRONG_MOVES = [
    "",
    " ",
    "s",
    "S ",
    "T3",
    "T3-",
    "-F1",
    "T3F1",
    "T0-F1",
    "T01-F1",
    "T100-F1",
    "t3-f1",
    "T3-F1x1",
    "T3-F1x0",
]
WRONG_MOVES += [
    "T3-F1x100",
    "T3-F1 ",
    "T3-F1\n",
    "T1٣-F1",
    "T3-F1x1٣",
    "T3-F1x",
    "X1-T1",
    "T1–T2",
    "T1-T2X3",
    "S-S-S",
    "\0",
]


@pytest.mark.parametrize("text", [*WRONG_MOVES, None, 7, HUGE, b"S", ["S"], DEEP, "T1-T2" * 100_000], ids=short)
def test_what_is_not_a_move_is_refused(text: Any) -> None:
    """Guards two faults: Arabic digits passed for a pile's number, and huge numbers broke the message."""
    with pytest.raises(NotationError, match="is not a move") as caught:
        move_from_text(text)
    assert len(str(caught.value)) < 150


def test_a_line_names_the_move_at_fault() -> None:
    with pytest.raises(NotationError, match=r"^Move 3: 'T1-' is not a move"):
        line_from_text("S T1-T2  T1- S")
    with pytest.raises(NotationError, match="A line is a text"):
        line_from_text(None)  # type: ignore[arg-type]


def test_lines_and_piles_as_text() -> None:
    line = (TURN, Move("T1", "T4", 3), Move("W", "F2"))
    assert line_text(line) == "S T1-T4x3 W-F2"
    assert line_from_text("  S\nT1-T4x3 W-F2 ") == line
    assert line_from_text("") == ()
    assert pile_text(dealt(GAMES["czarina"], 1).tableau[0]) == position_to_json(dealt(GAMES["czarina"], 1))["T"][0][0]


@given(st.text())
def test_any_text_is_a_move_or_an_error(text: str) -> None:
    with suppress(NotationError):
        assert str(move_from_text(text)) == text


@settings(max_examples=300, deadline=None)
@given(anything)
def test_any_value_is_refused_as_a_position(document: Any) -> None:
    refused(document)


def message_or_position(document: dict[str, Any]) -> str | Position:
    try:
        return position_from_json(document)
    except NotationError as error:
        return str(error)


@settings(max_examples=400, deadline=None)
@given(deals, st.sampled_from(KEYS), anything)
def test_a_deal_with_one_wrong_key_names_it(deal: dict[str, Any], key: str, value: Any) -> None:
    read = message_or_position({**deal, key: value})
    if isinstance(read, str):
        assert named(read, key, deal["game"]), (read, key)
    else:
        assert position_to_json(read) == {**deal, key: value} or not value


def named(message: str, key: str, name: str) -> bool:
    """Whether the message names the key, one of its piles, or what that key must agree with."""
    words: dict[str, tuple[str, ...]] = {
        "game": (
            "game",
            "options",
            "down",
            "must be a list of",
            "is there",
            "must hold",
            "must start",
            "is not built",
        )
    }
    words |= {"options": ("options", "option", "must be a list of", "fills its spaces", '"pass"', "is there")}
    words |= {"pass": ('"pass"',), "down": ('"down"', "face down")}
    own = words.get(key, (f'"{key}"', key, "is there"))
    return any(word in message for word in (*own, GAMES[name].title))


@settings(max_examples=400, deadline=None)
@given(deals, st.data())
def test_a_deal_with_one_wrong_card_names_its_pile(deal: dict[str, Any], data: st.DataObject) -> None:
    document = deepcopy(deal)
    places = [(f"{group}{number}", pile) for group in "FTR" for number, pile in enumerate(document[group], 1)]
    name, pile = data.draw(st.sampled_from([place for place in [*places, ("S", document["S"])] if place[1]]))
    place = data.draw(st.integers(0, len(pile) - 1))
    pile[place] = data.draw(leaves.filter(lambda value: value not in ("7H", "TD")))
    assert refused(document).startswith(f"{name}, card {place + 1}:")


@settings(max_examples=200, deadline=None)
@given(deals, st.data())
def test_a_card_twice_or_missing_is_named(deal: dict[str, Any], data: st.DataObject) -> None:
    document = deepcopy(deal)
    piles = [pile for group in (document["T"], document["R"], [document["S"]]) for pile in group if pile]
    pile = data.draw(st.sampled_from(piles))
    gone = pile[-1]
    pile[-1] = data.draw(st.sampled_from(["AS", "7H", "KC"]).filter(lambda card: card != gone))
    message = refused(document)
    assert "times" in message
    assert gone in message or pile[-1] in message


def test_keys_that_lack_or_are_unknown_are_named() -> None:
    deal = position_to_json(dealt(GAMES["canfield"], 1))
    for key in deal:
        assert repr(key) in refused({other: value for other, value in deal.items() if other != key}) or key == "game"
    assert "'colour'" in refused({**deal, "colour": 1})
    assert "type int" in refused({**deal, 3: 1})
    for document in (None, [], "canfield", 3, [deal]):
        assert "JSON object" in refused(document)


def changed(full_name: str, **keys: Any) -> dict[str, Any]:
    return {**position_to_json(dealt(game(full_name), 1)), **keys}


@pytest.mark.parametrize("number", [0, -1, 4, 1.0, True, "1", None, HUGE, [1]], ids=short)
def test_a_pass_out_of_range_is_refused(number: Any) -> None:
    assert '"pass"' in refused(changed("quadrennial", **{"pass": number}))


def test_a_pass_has_no_place_without_a_stock() -> None:
    assert '"pass"' in refused(changed("chessboard", **{"pass": 2}))
    assert position_from_json(changed("canfield", **{"pass": 7})).passes == 7


def moved(document: dict[str, Any], source: list[str], target: list[str]) -> dict[str, Any]:
    target.append(source.pop())
    return document


def test_cards_where_the_game_has_no_place_for_them_are_refused() -> None:
    """Guards a fault: such positions were read, with cards that could never be played."""
    chess = changed("chessboard")
    assert refused(moved(chess, chess["T"][0], chess["S"])) == "S must be empty: Chessboard has no stock."
    chess = changed("chessboard")
    assert refused(moved(chess, chess["T"][0], chess["W"])) == "W must be empty: Chessboard has no waste."
    years = changed("quadrennial")
    assert refused(moved(years, years["S"], years["W"])) == "W must be empty: Quadrennial has no waste."


def test_spaces_that_would_have_filled_themselves_are_refused() -> None:
    czarina = changed("czarina")
    assert refused(moved(czarina, czarina["T"][2], czarina["S"])).startswith("T3 is empty, but Czarina fills")
    seasons = changed("four-seasons")
    position_from_json(moved(seasons, seasons["T"][2], seasons["S"]))


def test_foundations_are_checked() -> None:
    czarina = changed("czarina")
    base = next(pile for pile in czarina["F"] if pile)
    assert "must hold the base card" in refused(moved(czarina, base, czarina["S"]))
    years = changed("quadrennial")
    years["F"][3], years["S"] = [], [*years["S"], *years["F"][3]]
    assert refused(years).startswith("F4 must hold its ace")
    chess = changed("chessboard")
    chess["F"][0], chess["T"][0] = [chess["T"][0][0]], chess["T"][0][1:]
    wrong = "CDHS".index(chess["F"][0][0][1])
    chess["F"][0], chess["F"][(wrong + 1) % 4] = [], chess["F"][0]
    assert refused(chess).startswith(f"F{(wrong + 1) % 4 + 1} is not built up in its suit")


def test_a_foundation_of_more_than_thirteen_cards_is_refused() -> None:
    """Guards a fault: with four decks a foundation could go on from its king to an ace."""
    every = [rank + suit for rank in "23456789TJQK" for suit in "CDHS" for _ in range(4)]
    aces = [f"A{suit}" for suit in "CDHS" for _ in range(4)]
    first = [aces.pop(0), *(rank + "C" for rank in "23456789TJQK"), aces.pop(0)]
    for card in first[1:-1]:
        every.remove(card)
    years = changed("leap-year", F=[first, *([ace] for ace in aces), []], R=[[]] * 8, S=every)
    assert refused(years) == "F1 holds 14 cards; a foundation takes 13."


@pytest.mark.parametrize(
    "down", [[1], [0] * 8, [7, 0, 0, 0, 0, 0, 0], [-1, 0, 0, 0, 0, 0, 0], None, [True] * 7, [0.0] * 7, "0"]
)
def test_wrong_counts_of_cards_face_down_are_refused(down: Any) -> None:
    assert "down" in refused(changed("klondike", down=down))


def test_face_down_counts_have_no_place_in_other_games() -> None:
    assert "face up" in refused(changed("chessboard", down=[1] * 10))
    assert position_from_json(changed("klondike", down=[0] * 7)).face_down == ()


WRONG_GAMES = ["", "chess", "Czarina", "czarina:", "canfield:draw", "canfield:draw=4", "canfield:passes=0"]
WRONG_GAMES += ["canfield:passes=07", "canfield:passes=٣", "canfield:passes=100", "quadrennial:refill:refill"]
WRONG_GAMES += ["canfield:draw=1:draw=2", "x" * 10**6]


@pytest.mark.parametrize("name", WRONG_GAMES, ids=short)
def test_unknown_games_and_options_are_refused(name: str) -> None:
    """Guards three faults: 07 and Arabic digits made variants of their own, and long names made long messages."""
    with pytest.raises(UnknownGame) as caught:
        game(name)
    assert len(str(caught.value)) < 250


def test_an_option_that_changes_nothing_is_left_out() -> None:
    assert game("canfield:draw=3") == GAMES["canfield"]
    assert position_to_json(dealt(game("canfield:draw=3"), 1))["options"] == []


def test_json_of_a_deal_is_as_documented() -> None:
    document = json.loads(json.dumps(position_to_json(dealt(game("canfield:fill=choice:draw=1"), 1))))
    assert list(document) == ["game", "options", "F", "T", "R", "W", "S", "pass"]
    assert document["options"] == ["draw=1", "fill=choice"]
    assert [len(document["S"]), len(document["R"][0]), document["W"], document["pass"]] == [34, 13, [], 1]
