"""The site as an app: its manifest, its icons, and its page for addresses that lead nowhere."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest

from site_support import Guest
from winnable.games import GAMES
from winnable.site.not_found import near_games
from winnable.site.version import SITE, content_version


@pytest.fixture
def guest() -> Guest:
    """Someone who has not played yet."""
    return Guest()


def png_size(path: Path) -> str:
    """Width and height that a PNG file tells, such as ``192x192``."""
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    return "{}x{}".format(*struct.unpack(">II", head[16:24]))


@pytest.mark.parametrize(("language", "word"), [("en", "Patience games"), ("de", "Patiencen")])
def test_the_manifest_is_in_the_player_s_language(language: str, word: str) -> None:
    page = Guest(language).call("GET", "/").text
    assert f'<link rel="manifest" href="/app.{language}.webmanifest">' in page
    answer = Guest().client.get(f"/app.{language}.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert word in told["description"]
    assert (told["lang"], told["start_url"], told["scope"], told["id"]) == (language, "/", "/", "/")
    assert f'content="{told["theme_color"]}"' in page


def test_there_is_no_manifest_in_other_languages(guest: Guest) -> None:
    assert guest.call("GET", "/app.fr.webmanifest").status == 404


def test_every_icon_of_the_manifest_has_the_size_that_it_tells(guest: Guest) -> None:
    told = guest.client.get("/app.en.webmanifest").json()
    prefix = f"/static/{content_version()}/"
    for icon in told["icons"]:
        assert guest.call("GET", icon["src"]).status == 200
        path = SITE / "static" / icon["src"].removeprefix(prefix)
        assert icon["sizes"] == ("any" if path.suffix == ".svg" else png_size(path))
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} >= {
        (f"{size}x{size}", purpose) for size in (192, 512) for purpose in ("any", "maskable")
    }


def test_every_shortcut_of_the_manifest_leads_somewhere(guest: Guest) -> None:
    for shortcut in guest.client.get("/app.en.webmanifest").json()["shortcuts"]:
        assert guest.call("GET", shortcut["url"]).status == 200


@pytest.mark.parametrize(
    ("path", "nearest"),
    [
        ("/play/zarina/", "czarina"),
        ("/play/Canfeild/17/", "canfield"),
        ("/rules/chess board/", "chessboard"),
        ("/play/four_seasons/", "four-seasons"),
        ("/play/quadrenial:refill/", "quadrennial"),
        ("/canfield:draw=9/", "canfield"),
    ],
)
def test_a_game_misspelt_is_found(path: str, nearest: str) -> None:
    assert near_games(path)[0].name == nearest


@pytest.mark.parametrize("path", ["/", "/nix", "/play/poker/", "/table/k3jd9/", f"/{'czarina' * 2000}/", "/play/²:/"])
def test_what_is_like_no_game_names_none(path: str) -> None:
    assert near_games(path) == []


@pytest.mark.parametrize(("language", "words"), [("en", "Did you mean"), ("de", "Meinst du")])
def test_the_page_for_a_wrong_address_leads_to_near_games(language: str, words: str) -> None:
    page = Guest(language).call("GET", "/play/zarina/")
    assert page.status == 404
    assert words in page.text
    assert f'<a href="/play/czarina/">{GAMES["czarina"].title}</a>' in page.text
    assert words not in Guest(language).call("GET", "/nix").text


def told_to_the_worker(guest: Guest) -> dict[str, Any]:
    """What the server writes into the worker."""
    head = guest.call("GET", "/worker.js").text.partition("\n")[0]
    told: dict[str, Any] = json.loads(head.removeprefix("self.site = ").removesuffix(";"))
    return told


def test_the_worker_is_at_the_root_and_asked_for_each_time(guest: Guest) -> None:
    answer = guest.call("GET", "/worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


def test_everything_that_the_worker_keeps_is_there(guest: Guest) -> None:
    """One address that is missing, and no worker would ever be installed."""
    told = told_to_the_worker(guest)
    pages = [page for shell in told["shells"].values() for page in shell.values()]
    assert len(told["files"]) > 30
    assert len(pages) == 4
    for address in told["files"] + pages:
        assert guest.call("GET", address).status == 200, address
        assert told["version"] in address


@pytest.mark.parametrize(("language", "words"), [("en", "can't be reached"), ("de", "nicht erreichbar")])
@pytest.mark.parametrize("kind", ["page", "table"])
def test_what_the_worker_shows_is_in_its_language_and_loads_only_what_it_keeps(
    language: str, words: str, kind: str
) -> None:
    other = Guest("en" if language == "de" else "de")
    told = told_to_the_worker(other)
    text = other.call("GET", told["shells"][language][kind]).text
    assert f'<html lang="{language}">' in text
    assert words in text
    loaded = re.findall(r'"(/static/[^"#]*\.(?:js|css|svg))[#"]', text)
    assert len(loaded) > 4
    assert set(loaded) <= set(told["files"])


def test_the_worker_s_pages_are_there_in_this_version_only(guest: Guest) -> None:
    version = content_version()
    for address in ("/offline/000000000000/en/", f"/offline/{version}/fr/", f"/offline/{version}/fr/table/"):
        assert guest.call("GET", address).status == 404
