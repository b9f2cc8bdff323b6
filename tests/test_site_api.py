"""The table API: what it answers, and that nothing changes where it refuses. Numbers are those of behaviours.md."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from site_support import Answer, Guest
from winnable.games import GAMES
from winnable.site.players import DEFAULTS


@pytest.fixture
def guest() -> Guest:
    """Someone who has not played yet."""
    return Guest()


def refused(answer: Answer, status: int, code: str) -> None:
    """Check that an answer is one clear refusal."""
    assert answer.status == status, answer.text
    assert answer.json["code"] == code
    assert answer.json["message"]
    assert "\n" not in answer.json["message"]


def same(guest: Guest, table: Any) -> None:
    """Check that a table stands as it did."""
    now = guest.table(table)
    assert {**now, "did": None, "message": None} == {**table, "did": None, "message": None}


def test_the_games_with_their_options(guest: Guest) -> None:
    games = guest.call("GET", "/api/games").json
    assert [game["name"] for game in games] == list(GAMES)
    draw = next(option for game in games for option in game["options"] if option["name"] == "draw")
    assert draw["values"] == ["1", "2", "3"]
    assert draw["meaning"]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_dealt_played_and_undone(guest: Guest, name: str) -> None:
    table = guest.deal(name, 5)
    first = table["view"]
    for _ in range(4):
        if not table["moves"]:
            break
        foretold = table["moves"][-1]
        table = guest.play(table, foretold["move"])
        assert table["did"][: len(foretold["events"])] == foretold["events"]
    for _ in range(table["moves_made"]):
        table = guest.step(table, "undo").json
    assert table["view"] == first
    assert not table["can_undo"]


def test_a_deal_without_a_number_is_random(guest: Guest) -> None:
    numbers = {guest.deal("canfield", None)["number"] for _ in range(5)}
    assert len(numbers) > 1


def test_a_deal_number_that_javascript_would_round_is_a_text(guest: Guest) -> None:
    table = guest.deal("canfield", "99999999999999999999")
    assert table["number"] == "99999999999999999999"
    assert guest.table(table)["view"] == table["view"]


def test_the_tables_of_a_player_newest_first(guest: Guest) -> None:
    old, new = guest.deal("canfield"), guest.deal("czarina:fill=waste")
    guest.play(old, "S")
    listed = guest.call("GET", "/api/tables").json
    assert [table["id"] for table in listed] == [old["id"], new["id"]]
    assert [table["touched"] for table in listed] == [True, False]
    assert (listed[1]["game"], listed[1]["options"]) == ("czarina", ["fill=waste"])


def test_someone_who_has_not_played_has_no_tables(guest: Guest) -> None:
    assert guest.call("GET", "/api/tables").json == []


def test_a_click_plays_what_was_foretold(guest: Guest) -> None:
    table = guest.deal("four-seasons", 3)
    pile, clicks = next((pile, clicks) for pile, clicks in table["clicks"].items() if pile != "S")
    clicked = guest.step(table, "click", pile=pile, count=1).json
    foretold = next(move for move in table["moves"] if move["move"] == clicks["1"])
    assert clicked["did"] == foretold["events"]


def test_without_autoplay_only_the_stock_is_clicked(guest: Guest) -> None:
    assert guest.call("PUT", "/api/settings", {"autoplay": False}).json["autoplay"] is False
    table = guest.deal("four-seasons", 3)
    assert table["clicks"] == {"S": {"0": "S"}}
    refused(guest.step(table, "click", pile="T1", count=1), 422, "autoplay off")
    assert guest.step(table, "click", pile="S", count=0).status == 200
    assert guest.step(guest.table(table), "turn").status == 200


def test_settings_are_kept(guest: Guest) -> None:
    guest.call("PUT", "/api/settings", {"lamp": True})
    changed = guest.call("PUT", "/api/settings", {"autoplay": False}).json
    assert changed == {**DEFAULTS, "autoplay": False, "lamp": True} | {
        name: changed[name] for name in ("changed", "player")
    }
    assert guest.deal()["settings"] == changed


def test_the_same_key_never_plays_twice(guest: Guest) -> None:
    table = guest.deal()
    first = guest.step(table, "turn", key="once")
    again = guest.step(table, "turn", key="once")
    assert first.status == again.status == 200
    assert first.json == again.json
    later = guest.step(first.json, "turn", key="once")
    assert later.json == first.json
    assert guest.table(table)["moves_made"] == 1


def test_an_undo_is_answered_again_by_its_key(guest: Guest) -> None:
    table = guest.play(guest.deal(), "S")
    first, again = guest.step(table, "undo", key="u"), guest.step(table, "undo", key="u")
    assert first.json == again.json
    assert first.json["did"][0] == {"kind": "turn", "source": "W", "target": "S", "cards": [], "count": 3}


def test_a_stale_step_is_told_how_the_table_stands(guest: Guest) -> None:
    """13, 51: a step from an older state, such as a click while auto complete runs on screen, does nothing."""
    table = guest.deal()
    now = guest.play(table, "S")
    stale = guest.step(table, "turn")
    assert stale.status == 409
    assert stale.json["seq"] == 1
    same(guest, now)
    assert stale.json["view"] == now["view"]


def test_a_state_that_never_was_is_stale_too(guest: Guest) -> None:
    table = guest.deal()
    assert guest.step({**table, "seq": 7}, "turn").status == 409
    same(guest, table)


def test_a_process_that_remembers_an_older_state_plays_on_the_stored_one(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two server processes on one database: what one remembers, the other may have played on."""
    from winnable.site import store
    from winnable.site.memory import Memory

    table = guest.deal()
    remembered = store._memory.get(table["id"])
    now = guest.play(table, "S")
    store._memory.put(table["id"], remembered)
    assert guest.step(table, "turn").status == 409
    store._memory.put(table["id"], remembered)
    assert guest.play(now, "S")["moves_made"] == 2
    monkeypatch.setattr(store, "_memory", Memory(most=10))
    assert guest.table(table)["moves_made"] == 2


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"do": "move", "move": "T1-T99"}, "no such pile"),
        ({"do": "move", "move": "T1-T1"}, "same pile"),
        ({"do": "move", "move": "T1-R1"}, "reserve takes no cards"),
        ({"do": "move", "move": "T1-T2x40"}, "too few cards"),
        ({"do": "move", "move": "F1-T1"}, "nothing there"),
        ({"do": "move", "move": "T1; import os"}, "malformed"),
        ({"do": "move", "move": ""}, "malformed"),
        ({"do": "move"}, "malformed"),
        ({"do": "move", "move": 7}, "malformed"),
        ({"do": "move", "move": "T" * 65}, "malformed"),
        ({"do": "fly"}, "malformed"),
        ({"do": None}, "malformed"),
        ({"do": "click"}, "malformed"),
        ({"do": "click", "pile": "T99", "count": 1}, "nothing to play"),
        ({"do": "click", "pile": "T1", "count": -1}, "malformed"),
        ({"do": "undo"}, "nothing to undo"),
        ({"do": "redo"}, "nothing to redo"),
        ({"do": "turn", "key": ""}, "malformed"),
        ({"do": "turn", "key": "x" * 65}, "malformed"),
        ({"do": "turn", "key": "a\x00b"}, "malformed"),  # PostgreSQL takes no such text
        ({"do": "turn", "key": "k\n"}, "malformed"),
        ({"do": "turn", "after": "0"}, "malformed"),
        ({"do": "turn", "after": -1}, "malformed"),
        ({"do": "turn", "after": 10**30}, "malformed"),
        ({"do": "turn", "extra": 1}, "malformed"),
    ],
)
def test_a_refused_step_changes_nothing(guest: Guest, form: dict[str, Any], code: str) -> None:
    table = guest.deal()
    refused(guest.call("POST", f"/api/tables/{table['id']}/steps", {"after": 0, "key": "k", **form}), 422, code)
    same(guest, table)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 20_000])
def test_a_body_that_is_no_form_is_refused(guest: Guest, body: bytes) -> None:
    table = guest.deal()
    answer = guest.call("POST", f"/api/tables/{table['id']}/steps", body)
    assert answer.status in (400, 422)
    assert answer.json["code"] == "malformed"
    same(guest, table)


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"game": "bridge"}, "unknown game"),
        ({"game": "canfield", "options": ["draw=7"]}, "unknown game"),
        ({"game": "canfield", "options": ["draw=1", "draw=2"]}, "unknown game"),
        ({"game": "canfield:draw=7"}, "unknown game"),
        ({"game": "canfield", "number": 0}, "no deal number"),
        ({"game": "canfield", "number": -5}, "no deal number"),
        ({"game": "canfield", "number": 10**20}, "no deal number"),
        ({"game": "canfield", "number": 1.5}, "malformed"),
        ({"game": "canfield", "number": "x"}, "malformed"),
        ({"game": "canfield", "number": True}, "malformed"),
        ({"game": None}, "malformed"),
        ({}, "malformed"),
    ],
)
def test_a_deal_that_can_not_be_is_refused(guest: Guest, form: dict[str, Any], code: str) -> None:
    refused(guest.call("POST", "/api/tables", form), 422, code)
    assert guest.call("GET", "/api/tables").json == []


def test_another_guest_finds_nothing(guest: Guest) -> None:
    table, other = guest.deal(), Guest()
    other.deal()
    path = f"/api/tables/{table['id']}"
    refused(other.call("GET", path), 404, "not found")
    refused(other.step(table, "turn"), 404, "not found")
    refused(other.call("GET", f"{path}/save"), 404, "not found")
    refused(other.call("POST", f"{path}/hint", {"after": 0}), 404, "not found")
    refused(other.call("GET", f"{path}/verdict?after=0"), 404, "not found")
    refused(other.call("POST", f"{path}/solution", {"from": "here"}), 404, "not found")
    refused(Guest().step(table, "turn"), 404, "not found")
    same(guest, table)


@pytest.mark.parametrize("table_id", ["nix", "%00", "a%00b", "%F0%9F%82%A1", "x" * 500, "..", "'"])
def test_an_id_that_never_was_is_not_found(guest: Guest, table_id: str) -> None:
    guest.deal()
    assert guest.call("GET", f"/api/tables/{table_id}").status == 404
    assert guest.call("GET", f"/table/{table_id}/").status == 404


def test_a_body_that_is_too_large_is_refused(guest: Guest) -> None:
    table = guest.deal()
    body = json.dumps({"after": 0, "key": "k", "do": "turn", "move": "x" * 70_000}).encode()
    refused(guest.call("POST", f"/api/tables/{table['id']}/steps", body), 413, "too large")
    same(guest, table)


def test_a_call_from_another_site_is_refused(guest: Guest) -> None:
    table = guest.deal()
    refused(guest.call("POST", f"/api/tables/{table['id']}/steps", {}, **{"X-CSRFToken": "no"}), 403, "csrf")
    same(guest, table)


def test_a_refusal_is_in_the_player_s_language() -> None:
    german, english = Guest("de"), Guest("en")
    said = [one.step(one.deal(), "undo").json["message"] for one in (german, english)]
    assert said[1] == "There is nothing to undo."
    assert said[0] != said[1]


def test_a_save_goes_out_and_comes_back(guest: Guest) -> None:
    table = guest.play(guest.deal("czarina", 9), "S", "S")
    table = guest.step(table, "undo").json
    answer = guest.call("GET", f"/api/tables/{table['id']}/save")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="czarina-9.json"'
    opened = guest.call("POST", "/api/saves", answer.json)
    assert opened.status == 201
    differ = {"id", "seq", "did", "uncounted"}
    assert (table["uncounted"], opened.json["uncounted"]) == (None, "save")
    assert {k: v for k, v in opened.json.items() if k not in differ} == {
        k: v for k, v in table.items() if k not in differ
    }
    assert guest.step(opened.json, "redo").json["moves_made"] == 2


@pytest.mark.parametrize("save", [None, 1, [], {}, {"version": 1}, {"version": 99}, {"version": 1, "past": ["os"]}])
def test_a_broken_save_makes_no_table(guest: Guest, save: Any) -> None:
    """22"""
    answer = guest.call("POST", "/api/saves", save if save is not None else b"null")
    refused(answer, 422, "broken save")
    assert guest.call("GET", "/api/tables").json == []


def test_give_up_and_take_up(guest: Guest) -> None:
    table = guest.step(guest.play(guest.deal(), "S"), "give up").json
    assert (table["state"], table["moves"], table["clicks"]) == ("given up", [], {})
    refused(guest.step(table, "turn"), 422, "game over")
    assert guest.step(table, "restart").json["state"] == "playing"


def test_a_deal_without_a_first_move_is_told_and_is_no_loss(guest: Guest) -> None:
    """43"""
    from winnable.rules.engine import deal, is_stuck
    from winnable.site.models import Table

    number = next(n for n in range(1, 3000) if is_stuck(deal(GAMES["canfield"], n)))
    table = guest.deal("canfield", number)
    assert table["state"] == "stuck"
    assert "no first move" in table["message"]
    assert Table.objects.get(pk=table["id"]).result == ""


def test_a_win_is_one_win_however_often(guest: Guest) -> None:
    """71, 36: the first result of a table stands."""
    from winnable.site.models import Table

    almost = won_but_one()
    table = guest.call("POST", "/api/saves", almost).json
    for _ in range(2):
        won = guest.step(table, "redo").json
        assert won["state"] == "won"
        assert won["message"]
        table = guest.step(won, "undo").json
        assert table["state"] == "playing"
    table = guest.step(table, "give up").json
    assert Table.objects.get(pk=table["id"]).result == "won"


def won_but_one() -> dict[str, Any]:
    """A save of a game whose last step, which wins, was taken back."""
    from winnable.notation import line_from_text
    from winnable.session import move, save, start, undo

    text = (Path(__file__).parent / "data" / "winning-line.txt").read_text("utf-8").splitlines()[-1]
    name, number, line = text.split(maxsplit=2)
    session = start(GAMES[name], int(number))
    for one in line_from_text(line):
        session, _ = move(session, one, auto_complete=False)
    assert session.state == "won"
    return save(undo(session).session)


def test_no_answer_is_kept_by_the_browser(guest: Guest) -> None:
    """A table shown from a cache would be an older state."""
    table = guest.deal()
    assert guest.call("GET", f"/api/tables/{table['id']}").headers["Cache-Control"] == "no-store"
    assert "no-store" not in guest.call("GET", "/play/canfield/").headers["Cache-Control"]  # back leads to it at once


def test_the_cookie_of_someone_who_plays_is_renewed(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a day, by any call; it ran out a year after the first deal, and the games were lost."""
    table = guest.deal()
    guest.call("GET", "/api/tables")
    first = guest.client.cookies.pop("sessionid").value
    guest.client.cookies["sessionid"] = first
    guest.play(table, "S")
    assert guest.client.cookies["sessionid"]["max-age"] == ""
    later = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    guest.table(table)
    assert guest.client.cookies["sessionid"]["max-age"] == 365 * 24 * 3600
    assert guest.client.cookies["sessionid"].value == first
