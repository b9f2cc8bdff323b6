"""The player's settings: checked by the server, and the same on all his devices."""

import json
from html import unescape
from typing import Any

import pytest

from site_support import Guest
from winnable.site.players import DEFAULTS
from winnable.site.version import content_version


@pytest.fixture
def guest() -> Guest:
    """Someone who has not played yet."""
    return Guest()


def other_device(guest: Guest, language: str = "en") -> Guest:
    """Another browser of the same player."""
    other = Guest(language)
    session = guest.client.session
    own = other.client.session
    own.update(dict(session.items()))
    own.save()
    other.client.cookies["sessionid"] = own.session_key
    return other


def told(guest: Guest) -> Any:
    """The settings that a page brings."""
    text = guest.call("GET", "/").text
    return json.loads(unescape(text.partition('data-settings="')[2].partition('"')[0]))


def test_without_a_choice_all_is_as_documented(guest: Guest) -> None:
    settings = guest.call("GET", "/api/settings").json
    assert settings == {**DEFAULTS, "player": ""}
    assert settings["timer"] is False
    assert settings["sounds"] is False
    assert told(guest) == settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("autoplay", False),
        ("auto_complete", False),
        ("winnable", True),
        ("lamp", True),
        ("timer", True),
        ("sounds", True),
        ("speed", "off"),
        ("theme", "contrast"),
        ("deck", "four"),
        ("faces", "plain"),
        ("hand", "left"),
    ],
)
def test_a_choice_follows_the_player(guest: Guest, name: str, value: object) -> None:
    changed = guest.call("PUT", "/api/settings", {name: value}).json
    assert changed[name] == value
    other = other_device(guest)
    assert other.call("GET", "/api/settings").json == changed
    assert told(other) == changed
    assert other.deal()["settings"] == changed


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("autoplay", 1),
        ("timer", "on"),
        ("sounds", "true"),
        ("speed", "ludicrous"),
        ("theme", "DARK"),
        ("deck", 4),
        ("faces", ""),
        ("hand", "third"),
        ("language", "de"),
        ("changed", 5),
        ("player", "x"),
        ("volume", 3),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(guest: Guest, name: str, value: object) -> None:
    before = guest.call("PUT", "/api/settings", {"speed": "fast"}).json
    answer = guest.call("PUT", "/api/settings", {"lamp": True, name: value})
    assert (answer.status, answer.json["code"]) == (422, "malformed")
    assert guest.call("GET", "/api/settings").json == before


def test_of_two_devices_the_last_change_stays(guest: Guest) -> None:
    first = guest.call("PUT", "/api/settings", {"theme": "dark", "speed": "slow"}).json
    other = other_device(guest)
    second = other.call("PUT", "/api/settings", {"theme": "light"}).json
    assert guest.call("GET", "/api/settings").json == {**first, "theme": "light", "changed": second["changed"]}
    assert second["changed"] > first["changed"]


def test_a_change_of_nothing_is_no_change(guest: Guest) -> None:
    before = guest.call("PUT", "/api/settings", {"lamp": True}).json
    assert guest.call("PUT", "/api/settings", {}).json == before


def test_each_player_has_a_mark_of_his_own(guest: Guest) -> None:
    mine = guest.deal()["settings"]["player"]
    assert mine
    assert guest.deal()["settings"]["player"] == mine
    assert Guest().deal()["settings"]["player"] != mine


def test_the_page_that_stands_in_for_others_leaves_the_settings_to_the_browser(guest: Guest) -> None:
    """A worker keeps it for whoever plays, and the browser's copy is newer than anything that it could say."""
    guest.call("PUT", "/api/settings", {"theme": "dark"})
    page = guest.call("GET", f"/offline/{content_version()}/en/")
    assert page.status == 200
    assert "data-settings" not in page.text


def choose(guest: Guest, language: str) -> None:
    token = guest.client.cookies["csrftoken"].value
    guest.client.post("/i18n/setlang/", {"language": language, "next": "/", "csrfmiddlewaretoken": token})


def test_the_language_follows_the_player(guest: Guest) -> None:
    guest.deal()
    choose(guest, "de")
    other = other_device(guest, "en")
    assert '<html lang="de"' in other.call("GET", "/").text
    refused = other.call("POST", "/api/tables", {"game": "bridge"})
    assert refused.json["message"] == "Dieses Spiel oder diese Variante gibt es nicht."
    choose(other, "en")
    assert '<html lang="en"' in guest.call("GET", "/rules/czarina/").text


def test_a_language_that_is_not_spoken_is_not_stored(guest: Guest) -> None:
    guest.deal()
    choose(guest, "tlh")
    assert guest.call("GET", "/api/settings").json["language"] == ""
    assert '<html lang="en"' in guest.call("GET", "/").text
