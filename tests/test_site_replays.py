"""Finished games watched again and shared: by their players alone, until they make them public."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from site_support import Answer, Guest
from winnable.site.daily.days import today
from winnable.site.models import Table

LINES = (Path(__file__).parent / "browser/winning_lines.txt").read_text("utf-8").splitlines()
WON = next(line.split() for line in LINES if line[:1] != "#")
NUMBER, LINE = int(WON[1]), WON[2:]
TOUCHED = 3  # moves of the games that are given up here


@pytest.fixture
def guest() -> Guest:
    """Someone who has not played yet."""
    return Guest()


def won(guest: Guest) -> Any:
    """A table with a won game."""
    table = guest.deal(WON[0], NUMBER)
    for move in LINE:
        if table["state"] == "won":
            break
        table = guest.play(table, move)
    assert table["state"] == "won"
    return table


def given_up(guest: Guest) -> Any:
    """A table with a game that was given up after some turns."""
    table = guest.play(guest.deal("canfield", 17), *["S"] * TOUCHED)
    return guest.step(table, "give up").json


def replay(guest: Guest, table: Any, start: int = 0) -> Answer:
    return guest.call("GET", f"/api/tables/{table['id']}/replay?start={start}")


def share(guest: Guest, table: Any) -> Answer:
    return guest.call("POST", f"/api/tables/{table['id']}/share")


def test_a_replay_leads_from_the_deal_to_the_result(guest: Guest) -> None:
    table = won(guest)
    told = replay(guest, table).json
    assert (told["full_name"], told["number"], told["result"]) == (WON[0], NUMBER, "won")
    assert told["moves"] == table["moves_made"]
    assert told["frames"][0] == guest.deal(WON[0], NUMBER)["view"]
    assert len(told["frames"]) == len(told["line"]) + 1 == len(told["events"]) + 1


def test_a_long_line_comes_in_parts(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = won(guest)
    whole = replay(guest, table).json
    monkeypatch.setattr("winnable.site.replays.PART", 7)
    part = replay(guest, table, 7).json
    assert part["start"] == 7
    assert part["line"] == whole["line"][7:14]
    assert part["events"] == whole["events"][7:14]
    assert part["frames"] == whole["frames"][7:15]
    assert replay(guest, table, whole["moves"]).json["frames"] == [table["view"]]
    assert replay(guest, table, 5000).json["line"] == []


@pytest.mark.parametrize("start", ["-1", "x", "1.5", "99999999999999999999"])
def test_a_start_that_is_none_is_refused(guest: Guest, start: str) -> None:
    answer = guest.call("GET", f"/api/tables/{given_up(guest)['id']}/replay?start={start}")
    assert (answer.status, answer.json["code"]) == (422, "malformed")


def test_the_replay_is_that_of_the_first_result(guest: Guest) -> None:
    table = given_up(guest)
    guest.play(guest.step(table, "undo").json, "S", "S")
    told = replay(guest, table).json
    assert (told["result"], told["moves"]) == ("given up", TOUCHED)


def test_a_game_that_ended_before_lines_were_kept_can_be_watched_while_it_stands(guest: Guest) -> None:
    """Migration 0002 gave older tables an empty line."""
    table = won(guest)
    Table.objects.filter(pk=table["id"]).update(result_line="", result_moves=None)
    assert replay(guest, table).json["moves"] == table["moves_made"]
    guest.step(table, "undo")
    assert replay(guest, table).status == 422


def test_an_unfinished_game_is_neither_watched_nor_shared(guest: Guest) -> None:
    table = guest.play(guest.deal("canfield", 17), "S")
    for answer in (replay(guest, table), share(guest, table)):
        assert (answer.status, answer.json["code"]) == (422, "not finished")
    page = guest.call("GET", f"/replay/{table['id']}/")
    assert (page.status, page.headers["Location"]) == (302, f"/table/{table['id']}/")
    assert Table.objects.get(pk=table["id"]).shared is None


def test_an_attempt_at_a_board_is_not_shared_before_its_result(guest: Guest) -> None:
    table = guest.play(guest.deal("canfield", 17), "S")
    Table.objects.filter(pk=table["id"]).update(daily=date(2020, 2, 29))
    assert share(guest, table).json["code"] == "not finished"
    guest.step(guest.table(table), "give up")
    assert share(guest, table).status == 200


def test_a_table_says_whether_its_replay_may_be_shared(guest: Guest) -> None:
    """The panel at the end of a board of the day offered what was refused."""
    table = guest.play(guest.deal("canfield", 17), "S")
    assert guest.table(table)["shareable"] is False
    guest.step(table, "give up")
    assert guest.table(table)["shareable"] is True
    Table.objects.filter(pk=table["id"]).update(daily=today())
    assert guest.table(table)["shareable"] is False
    assert share(guest, table).json["code"] == "board open"


def test_only_its_player_watches_and_shares_a_game(guest: Guest) -> None:
    table, other = won(guest), Guest()
    address = f"/api/tables/{table['id']}"
    for method, path in (("GET", "replay"), ("POST", "share"), ("DELETE", "share")):
        assert other.call(method, f"{address}/{path}").status == 404
    assert other.call("GET", f"/replay/{table['id']}/").status == 404
    assert Table.objects.get(pk=table["id"]).shared is None


def test_sharing_needs_a_page_of_ours(guest: Guest) -> None:
    table = won(guest)
    assert guest.call("POST", f"/api/tables/{table['id']}/share", **{"X-CSRFToken": "nix"}).status == 403


def test_everyone_sees_a_shared_replay(guest: Guest) -> None:
    table = won(guest)
    told = share(guest, table).json
    assert re.fullmatch(r"/shared/[\w-]{16,}/", told["shared"])
    assert (told["title"], told["number"], told["result"], told["moves"]) == (
        table["title"],
        NUMBER,
        "won",
        table["moves_made"],
    )
    assert share(guest, table).json == told
    assert replay(guest, table).json["shared"] == told["shared"]
    other = Guest("de")
    page = other.call("GET", told["shared"])
    assert page.status == 200
    assert f'href="/play/{WON[0]}/{NUMBER}/"' in page.text
    assert "Dieses Spiel spielen" in page.text
    seen = other.call("GET", "/api" + told["shared"].rstrip("/")).json
    assert seen == {key: value for key, value in replay(guest, table).json.items() if key != "shared"}


def test_a_shared_replay_does_not_tell_who_played(guest: Guest) -> None:
    table = won(guest)
    address = share(guest, table).json["shared"]
    stored = Table.objects.get(pk=table["id"])
    secrets = [table["id"], guest.client.cookies["sessionid"].value, table["settings"]["player"]]
    for path in (address, "/api" + address.rstrip("/")):
        text = Guest().call("GET", path).text
        assert [secret for secret in secrets if secret in text] == []
    keys = set(Guest().call("GET", "/api" + address.rstrip("/")).json)
    assert keys == {"title", "game", "full_name", "number", "result", "moves", "start", "line", "events", "frames"}
    assert stored.shared in address


def test_looking_at_a_shared_replay_stores_nothing(guest: Guest) -> None:
    from winnable.site.models import Player

    address, before = share(guest, won(guest)).json["shared"], Player.objects.count()
    Guest().call("GET", address)
    assert Player.objects.count() == before


def test_what_is_shared_no_longer_is_not_found(guest: Guest) -> None:
    table = won(guest)
    address = share(guest, table).json["shared"]
    assert guest.call("DELETE", f"/api/tables/{table['id']}/share").json == {"shared": None}
    assert Guest().call("GET", address).status == 404
    assert Guest().call("GET", "/api" + address.rstrip("/")).json["code"] == "not found"
    assert replay(guest, table).json["shared"] is None
    assert share(guest, table).json["shared"] != address


@pytest.mark.parametrize(("language", "words"), [("en", "There is nothing here"), ("de", "Hier ist nichts")])
@pytest.mark.parametrize("token", ["nix", "x" * 33, "a%00b", "ä"])
def test_an_address_that_nobody_shared_is_not_found(language: str, words: str, token: str) -> None:
    page = Guest(language).call("GET", f"/shared/{token}/")
    assert page.status == 404
    assert words in page.text


def test_a_replay_page_holds_no_inline_script_and_is_not_for_search_engines(guest: Guest) -> None:
    table = won(guest)
    text = guest.call("GET", f"/replay/{table['id']}/").text
    assert '<meta name="robots" content="noindex">' in text
    assert " style=" not in text
    assert "<style" not in text
    assert len(re.findall(r"<script(?! src=| type=\"module\" src=)[^>]*>", text)) == text.count("application/json")
