"""The pages around the table, in both languages."""

from collections.abc import Callable

import pytest
from table_page import TablePage

from server_processes import Server
from winnable.games import GAMES

Open = Callable[..., TablePage]


def test_start_page_leads_to_every_game(open_table: Open, server: Server) -> None:
    table = open_table("czarina")
    table.page.goto(f"{server.url}/")
    for name in GAMES:
        assert table.page.locator(f'h2 a[href="/play/{name}/"]').count() == 1
    table.page.click('h2 a[href="/play/leap-year/"]')
    table.ready()
    assert table.answer["game"] == "leap-year"


@pytest.mark.parametrize(
    ("language", "words"), [("en-GB", ("Goal", "Setup", "Options")), ("de-DE", ("Ziel", "Aufbau", "Varianten"))]
)
def test_rules_by_the_browsers_language(
    open_table: Open, server: Server, language: str, words: tuple[str, ...]
) -> None:
    table = open_table("czarina", locale=language)
    table.page.goto(f"{server.url}/rules/canfield:draw=1/")
    headings = [str(heading) for heading in table.page.locator("article h2").all_text_contents()]
    assert set(words) <= set(headings)


def test_language_can_be_chosen(open_table: Open, server: Server) -> None:
    table = open_table("czarina")
    table.page.goto(f"{server.url}/")
    table.page.click("header .language button")
    assert table.page.get_attribute("html", "lang") == "de"
    table.page.goto(f"{server.url}/play/czarina/7/")
    table.ready()
    assert "Basisrang" in str(table.page.text_content("#status"))


def test_new_deal_by_number_and_option(open_table: Open) -> None:
    table = open_table("canfield")
    table.page.keyboard.press("n")
    table.page.wait_for_selector("#new select[name=draw]")
    table.page.fill("#new input[name=number]", "4711")
    table.page.select_option("#new select[name=draw]", "1")
    table.page.click("#new button[type=submit]")
    table.page.wait_for_url("**/play/canfield:draw=1/**")
    table.ready()
    assert table.answer["number"] in (4711, "4711")
    assert table.answer["options"] == ["draw=1"]


def test_rules_panel(open_table: Open) -> None:
    table = open_table("canfield", number=99)
    table.page.click(".menu summary")
    table.page.click("[data-command=rules]")
    table.page.wait_for_selector("#rules article")
    assert "round the corner" in str(table.page.text_content("#rules article"))


def test_the_rules_panel_says_first_what_they_mean_now(open_table: Open) -> None:
    table = open_table("canfield", number=99)
    table.page.click(".meaning")
    table.page.wait_for_selector("#rules [data-now] li")
    assert "The base rank is" in str(table.page.text_content("#rules [data-now]"))
    assert table.page.locator("#rules article svg.layout").bounding_box()["width"] > 50


def test_an_unknown_game_is_not_found(open_table: Open, server: Server) -> None:
    table = open_table("czarina")
    response = table.page.request.get(f"{server.url}/play/poker/")
    assert response.status == 404
    assert "There is nothing here" in response.text()


def test_no_request_leaves_the_server(open_table: Open, server: Server) -> None:
    """No third party, and no inline script or style is needed."""
    table = open_table("czarina")
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/play/czarina/7/", "/rules/czarina/"):
        table.page.goto(server.url + path)
    assert asked
    assert [url for url in asked if not url.startswith((server.url, "data:"))] == []


def test_autoplay_off_picks_up_and_puts_down_by_taps(open_table: Open) -> None:
    table = open_table("four-seasons", number=3)
    with table.page.expect_response("**/api/settings"):
        table.page.evaluate("() => window.winnableTable.setting('autoplay', false)")
    table.page.wait_for_function(
        "() => Object.keys(window.winnableTable.table.answer.clicks).every((pile) => pile === 'S')"
    )
    move = next(move for move in table.moves() if move[0] == "T")
    source, _, target = move.partition("-")
    table.page.mouse.click(*table.point(source))
    assert table.seq == 0
    table.click(target)
    assert table.cards(source) == []
