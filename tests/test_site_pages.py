"""The pages, their addresses and headers."""

import re

import pytest

from site_support import Guest
from winnable.games import GAMES
from winnable.site.version import content_version


@pytest.fixture
def guest() -> Guest:
    """Someone who has not played yet."""
    return Guest()


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_its_pages(guest: Guest, name: str) -> None:
    assert guest.call("GET", f"/play/{name}/").status == 200
    assert guest.call("GET", f"/play/{name}/17/").status == 200
    assert guest.call("GET", f"/rules/{name}/").status == 200


def test_options_and_deal_are_in_the_share_link(guest: Guest) -> None:
    page = guest.call("GET", "/play/canfield:draw=1:fill=choice/99999999999999999999/")
    assert page.status == 200
    assert 'data-game="canfield:draw=1:fill=choice" data-number="99999999999999999999"' in page.text


@pytest.mark.parametrize(
    ("address", "leads_to"),
    [
        ("/play/canfield:fill=choice:draw=1/", "/play/canfield:draw=1:fill=choice/"),
        ("/play/canfield:draw=3/7/", "/play/canfield/7/"),
        ("/play/canfield/007/", "/play/canfield/7/"),
        ("/play/canfield/?options=draw=1,fill=choice&deal=17", "/play/canfield:draw=1:fill=choice/17/"),
        ("/play/canfield/?deal=17", "/play/canfield/17/"),
    ],
)
def test_every_address_of_a_deal_leads_to_one(guest: Guest, address: str, leads_to: str) -> None:
    answer = guest.call("GET", address)
    assert (answer.status, answer.headers["Location"]) == (302, leads_to)
    assert guest.call("GET", leads_to).status == 200


@pytest.mark.parametrize(
    "address",
    [
        "/play/bridge/",
        "/play/canfield:draw=9/",
        "/play/canfield/0/",
        "/play/canfield/100000000000000000000/",
        "/play/canfield/x/",
        "/play/canfield/²/",
        f"/play/canfield/{'9' * 5000}/",
        "/play/canfield/?deal=-1",
        "/rules/bridge/",
        "/rules/canfield:nix/",
        "/table/nix/",
        "/nix",
    ],
)
def test_what_does_not_exist_is_not_found(guest: Guest, address: str) -> None:
    page = guest.call("GET", address)
    assert page.status == 404
    assert "<h1>" in page.text


def test_a_table_has_an_address_of_its_own(guest: Guest) -> None:
    table = guest.deal("canfield:draw=1", 5)
    answer = guest.call("GET", f"/table/{table['id']}/")
    assert (answer.status, answer.headers["Location"]) == (302, f"/play/canfield:draw=1/#{table['id']}")
    assert Guest().call("GET", f"/table/{table['id']}/").status == 404


def test_the_language_is_the_browser_s_until_one_is_chosen() -> None:
    guest = Guest("de-AT,de;q=0.9")
    assert '<html lang="de"' in guest.call("GET", "/").text
    token = guest.client.cookies["csrftoken"].value
    guest.client.post("/i18n/setlang/", {"language": "en", "next": "/", "csrfmiddlewaretoken": token})
    assert '<html lang="en"' in guest.call("GET", "/").text


@pytest.mark.parametrize("address", ["/", "/play/czarina/", "/rules/czarina/", "/nix", "/api/games", "/health"])
def test_nothing_is_loaded_from_elsewhere_and_nothing_inline_runs(guest: Guest, address: str) -> None:
    headers = guest.call("GET", address).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("address", ["/", "/play/czarina/", "/rules/czarina/"])
def test_pages_hold_no_inline_script_style_or_handler(guest: Guest, address: str) -> None:
    """The policy would keep them from running."""
    text = guest.call("GET", address).text
    assert "<style" not in text
    assert " style=" not in text
    assert " onclick=" not in text
    assert text.count("<script") == text.count("<script src=") + text.count('<script type="module" src=') + text.count(
        'type="application/json"'
    )


def test_the_session_cookie_is_not_for_scripts(guest: Guest) -> None:
    guest.deal()
    assert guest.client.cookies["sessionid"]["httponly"]
    assert guest.client.cookies["sessionid"]["samesite"] == "Lax"
    assert not guest.client.cookies["csrftoken"]["httponly"]


def test_looking_at_pages_stores_nothing() -> None:
    """A crawler must not fill the database."""
    from winnable.site.models import Player

    before = Player.objects.count()
    guest = Guest()
    for address in ("/", "/play/czarina/", "/rules/czarina/", "/api/tables", "/api/settings"):
        guest.call("GET", address)
    assert Player.objects.count() == before


def test_the_api_is_documented(guest: Guest) -> None:
    assert guest.call("GET", "/api/docs").status == 200
    paths = guest.call("GET", "/api/openapi.json").json["paths"]
    assert "/api/tables/{table_id}/steps" in paths


def test_static_files_are_named_by_their_version_and_kept(guest: Guest) -> None:
    """An update is never half seen: a page and all that it loads have one version in their addresses."""
    page = guest.call("GET", "/play/canfield/").text
    versions = set(re.findall(r'"/static/([^/]*)/', page))
    assert versions == {content_version()}
    answer = guest.call("GET", f"/static/{content_version()}/site/site.css")
    assert answer.status == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert guest.call("GET", "/static/site/site.css").status == 404


def test_the_site_answers_only_to_its_own_names(guest: Guest) -> None:
    """Another site's name that leads to this machine (DNS rebinding) must not reach a player's games."""
    assert guest.client.get("/api/tables", headers={"host": "evil.example"}).status_code == 400
    assert guest.client.get("/", headers={"host": "localhost:8000"}).status_code == 200
