"""The pages and the API of a player's results, in both languages, and hiding and wiping them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts_support import new_name
from site_support import Guest
from test_results_stored import win
from winnable.site.models import Attempt, Daily, Player, Table
from winnable.site.results.words import WORDS, duration

DAY = datetime(2026, 3, 1, 12, tzinfo=UTC)


def player_of(guest: Guest) -> Player:
    """The player behind a guest who has played."""
    return Player.objects.get(pk=guest.client.session["player"])


def stored(guest: Guest, results: str, full_name: str = "canfield") -> list[Table]:
    """Deals as the database has them, one a day: w(on), g(iven up), l(eft)."""
    if "player" not in guest.client.session:
        guest.play(guest.deal("klondike", 1), "S")
    named = {"w": "won", "g": "given up", "l": ""}
    rows = []
    for day, letter in enumerate(results):
        at, result = DAY + timedelta(days=day), named[letter]
        ended: dict[str, Any] = {"result": result, "finished": at, "result_moves": 80, "result_seconds": 3723}
        rows.append(
            Table(
                **{"player": player_of(guest), "full_name": full_name, "number": str(day + 1), "past": "S"},
                **{"begun": at, "created": at, "changed": at, "state": result or "playing", "moves_made": 1},
                **(ended if result else {}),
            )
        )
    return Table.objects.bulk_create(rows)


def post(guest: Guest, path: str, **form: str) -> Any:
    """Send a form as a browser does."""
    token = guest.client.cookies["csrftoken"].value
    return guest.client.post(path, form | {"csrfmiddlewaretoken": token})


def test_whoever_has_not_played_is_told_when_a_deal_counts() -> None:
    guest = Guest()
    page = guest.call("GET", "/results/")
    assert "a deal counts from its first move" in page.text
    assert "<table" not in page.text
    assert guest.call("GET", "/results/canfield/").status == 200
    assert "player" not in guest.client.session, "looking makes nobody a player"


@pytest.mark.parametrize(("language", "rate"), [("en", "66.7%"), ("de", "66,7\xa0%")])
def test_the_page_of_all_games_explains_each_column(language: str, rate: str) -> None:
    guest = Guest(language)
    stored(guest, "wwg", "canfield:draw=1")
    page = guest.call("GET", "/results/").text
    assert f"<td>{rate}</td>" in page
    assert "Canfield (draw=1)" in page
    headings = re.findall(r'<a href="#(about-\w+)">', page)
    assert len(headings) == page.count("<th scope=") - 4, "all but the game, two games and their sum"
    for heading in headings:
        assert re.search(rf'id="{heading}"><dt>[^<]+</dt><dd>[^<]+\.</dd>', page)
    assert page.count("<td>") == 3 * len(headings)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Win rate over time", "Won", "Given up", "Lost", "clean", "1:02:03", "March 1, 2026", "the last 30"]),
        ("de", ["Gewinnquote im Lauf", "Gewonnen", "Aufgegeben", "Verloren", "ohne Hilfe", "1:02:03", "1. März 2026"]),
    ],
)
def test_the_page_of_a_game(language: str, words: list[str]) -> None:
    guest = Guest(language)
    stored(guest, "wgl" * 12)
    page = guest.call("GET", "/results/canfield/").text
    assert [word for word in words if word not in page] == []
    assert page.count('class="number"') == len(WORDS)
    assert '<a href="/play/canfield/1/">' in page
    assert len(re.findall(r'<a href="/table/[\w-]+/">', page)) == 12
    assert "style=" not in page
    assert "<script>" not in page


def test_the_history_leads_to_replays() -> None:
    guest = Guest()
    table = win(guest)
    page = guest.call("GET", "/results/fortress/").text
    assert f'<a href="/replay/{table["id"]}/">' in page
    assert guest.call("GET", f"/replay/{table['id']}/").status == 200
    Table.objects.filter(pk=table["id"]).update(result_line="", result_moves=None)  # of an older version
    assert "/replay/" not in guest.call("GET", "/results/fortress/").text


def test_the_drawing_is_sound_and_named() -> None:
    """German writes decimal commas, which must not get into the drawing."""
    guest = Guest("de")
    stored(guest, "wgwlg" * 14)
    page = guest.call("GET", "/results/canfield/").text
    found = re.search(r"<svg viewBox=.*?</svg>", page, re.DOTALL)
    assert found is not None
    drawing = ElementTree.fromstring(found[0])  # noqa: S314 - our own page
    named = {child.get("id"): child.text for child in drawing}
    assert all(named[name] for name in (drawing.get("aria-labelledby") or "").split())
    for line in drawing.iter("polyline"):
        assert all(len(place.split(",")) == 2 for place in (line.get("points") or "").split())
    for text in drawing.iter("text"):
        float(text.get("x") or "")
        float(text.get("y") or "")
    assert page.count('<th scope="row">30</th>') == 2, "the table says the same (and there is a deal 30)"


def test_the_history_is_in_pages() -> None:
    guest = Guest()
    stored(guest, "w" * 120)
    first, last = (guest.call("GET", f"/results/canfield/{query}").text for query in ("", "?page=3"))
    assert re.findall(r'<th scope="row">(\d+)</th>\s+<td class="words">', first) == [str(n) for n in range(120, 70, -1)]
    assert re.findall(r'<th scope="row">(\d+)</th>\s+<td class="words">', last) == [str(n) for n in range(20, 0, -1)]
    assert 'aria-current="page">3<' in last
    for nonsense in ("0", "-1", "x", "99", "9" * 5000):
        assert guest.call("GET", f"/results/canfield/?page={nonsense}").status == 200


def test_addresses_of_games() -> None:
    guest = Guest()
    assert guest.call("GET", "/results/nonsense/").status == 404
    moved = guest.call("GET", "/results/canfield:fill=choice:draw=1/")
    assert (moved.status, moved.headers["Location"]) == (302, "/results/canfield:draw=1:fill=choice/")
    assert guest.call("GET", "/api/results/nonsense").json["code"] == "unknown game"
    assert guest.call("GET", "/api/results/nonsense").status == 404
    assert guest.call("GET", "/results/wipe/?game=nonsense").status == 404


def test_a_game_that_is_no_longer_here_keeps_its_figures() -> None:
    guest = Guest()
    stored(guest, "w", "old-game:odd=1")
    assert "old-game:odd=1" in guest.call("GET", "/results/").text
    assert guest.call("GET", "/api/results").json["games"][-1]["title"] == "old-game:odd=1"


def test_results_of_another_player_are_not_seen() -> None:
    guest = Guest()
    stored(guest, "www")
    other = Guest()
    other.play(other.deal("klondike", 2), "S")
    assert other.call("GET", "/api/results/canfield").json["deals"] == []
    assert "Canfield</a>" not in other.call("GET", "/results/").text
    post(other, "/results/wipe/", game="")
    assert guest.call("GET", "/api/results/canfield").json["figures"]["won"] == 3


def test_results_come_along_when_a_guest_signs_up() -> None:
    guest = Guest()
    stored(guest, "wwg")
    before = guest.call("GET", "/api/results").json
    guest.sign_up(new_name())
    assert guest.call("GET", "/api/results").json == before


@pytest.mark.parametrize("path", ["/results/", "/results/canfield/", "/api/results", "/api/results/canfield"])
def test_more_deals_need_no_more_queries(path: str) -> None:
    """A player with ten thousand deals opens his results as quickly as the database can read them."""
    guest = Guest()
    stored(guest, "wgl")
    with CaptureQueriesContext(connection) as few:
        guest.call("GET", path)
    stored(guest, "wgl" * 50)
    stored(guest, "wgl", "canfield:draw=1")
    with CaptureQueriesContext(connection) as many:
        guest.call("GET", path)
    assert len(many) == len(few) <= 10
    assert not any('"winnable_table"."past"' in query["sql"].partition("FROM")[0] for query in many)


def test_hidden_results_are_nowhere_and_go_on() -> None:
    guest = Guest()
    win(guest)
    assert post(guest, "/results/show/", show="no").status_code == 302
    for path in ("/results/", "/results/fortress/"):
        page = guest.call("GET", path).text
        assert "hidden" in page
        assert "<td" not in page
        assert 'class="number"' not in page
    assert guest.call("GET", "/api/results").json == {"shown": False, "total": None, "games": []}
    of_game = guest.call("GET", "/api/results/fortress").json
    assert (of_game["shown"], of_game["figures"], of_game["deals"]) == (False, None, [])
    assert guest.call("GET", "/api/settings").json["results"] is False
    win(guest, "four-seasons")
    post(guest, "/results/show/", show="yes")
    assert guest.call("GET", "/api/results").json["total"]["won"] == 2


def test_wiping_asks_first() -> None:
    guest = Guest()
    stored(guest, "w")
    page = guest.call("GET", "/results/wipe/?game=canfield").text
    assert "Wipe your results of Canfield?" in page
    assert Table.objects.filter(player=player_of(guest), full_name="canfield").count() == 1
    assert guest.client.post("/results/wipe/", {"game": ""}).status_code == 403, "no token, no wiping"
    answer = post(guest, "/results/wipe/", game="canfield")
    assert "Wiped." in guest.call("GET", answer["Location"]).text


def test_wiping_one_game_leaves_the_others() -> None:
    guest = Guest()
    stored(guest, "wgl", "canfield")
    stored(guest, "wgl", "canfield:draw=1")
    before = guest.call("GET", "/api/results/canfield:draw=1").json
    post(guest, "/results/wipe/", game="canfield")
    assert guest.call("GET", "/api/results/canfield:draw=1").json == before
    assert guest.call("GET", "/api/results/canfield").json["figures"]["won"] == 0


def test_wiping_takes_no_right_to_play_on() -> None:
    guest = Guest()
    stored(guest, "wg")
    left, last = guest.play(guest.deal(), "S"), guest.play(guest.deal(number=18), "S")
    resumed = guest.step(guest.step(guest.play(guest.deal("czarina", 3), "S"), "give up").json, "undo").json
    untouched = guest.deal(number=19)
    post(guest, "/results/wipe/", game="")
    for table in (left, last, resumed, untouched):
        assert guest.table(table)["view"] == table["view"]
    guest.play(left, "S")
    figures = guest.call("GET", "/api/results").json["total"]
    assert (figures["dealt"], figures["played"], figures["unfinished"]) == (3, 2, 2), "klondike, 18 and 19"
    assert [deal["number"] for deal in guest.call("GET", "/api/results/canfield").json["deals"]] == [18]
    guest.step(guest.play(last, "S"), "give up")
    assert guest.call("GET", "/api/results/canfield").json["figures"]["given_up"] == 1


def test_wiping_keeps_daily_attempts_and_shared_replays() -> None:
    guest = Guest()
    daily, shared, plain = stored(guest, "www")
    board = Daily.objects.create(date=DAY.date(), full_name="canfield", number="1", verdict="winnable")
    Attempt.objects.create(player=player_of(guest), daily=board, table=daily)
    Table.objects.filter(pk=shared.pk).update(shared="a-replay")
    post(guest, "/results/wipe/", game="")
    assert not Table.objects.filter(pk=plain.pk).exists()
    assert Attempt.objects.get(daily=board).table.result == "won"
    assert Table.objects.get(shared="a-replay").result == "won"
    assert guest.call("GET", "/api/results/canfield").json["deals"] == []


def test_the_number_of_a_board_is_not_told_before_its_result() -> None:
    """Whoever knew it could try the deal on another table first."""
    guest = Guest()
    (table,) = stored(guest, "l")
    Table.objects.filter(pk=table.pk).update(daily=DAY.date(), number="987654")
    assert "987654" not in guest.call("GET", "/results/canfield/").text
    (deal,) = guest.call("GET", "/api/results/canfield").json["deals"]
    assert (deal["number"], deal["daily"]) == (None, "2026-03-01")


def test_the_api_of_results_is_documented() -> None:
    document = Guest().call("GET", "/api/openapi.json").json
    for path, parts in (("/api/results", "games"), ("/api/results/{full_name}", "deals")):
        answer = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert parts in document["components"]["schemas"][answer["$ref"].rpartition("/")[2]]["properties"]


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (245, "4:05"), (3723, "1:02:03")])
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
