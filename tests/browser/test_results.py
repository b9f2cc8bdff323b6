"""Results as a player gets to see them: at the table's end and on their own pages."""

from collections.abc import Callable
from typing import Any

from table_page import TablePage, winning_line

Open = Callable[..., TablePage]
GAME = "four-seasons"
NUMBER, LINE = winning_line(GAME)
START = 115  # moves of the line that no test looks at; a few later the rest goes up by itself


def win(table: TablePage) -> None:
    """Win the deal on the page, without looking at each move."""
    table.skip(*LINE[:START])
    for move in LINE[START:]:
        if table.state == "won":
            return
        table.take(move)
    assert table.state == "won"


def won(open_table: Open, **context: Any) -> TablePage:
    """A table with the deal, won."""
    table = open_table(GAME, number=NUMBER, **context)
    win(table)
    return table


def said_at_the_end(table: TablePage) -> str:
    """The line about results on the panel."""
    table.page.wait_for_selector("#ending [data-results]:not([hidden])")
    return str(table.page.text_content("#ending [data-results] span"))


def figure(page: Any, heading: str) -> str:
    """A figure on the page of a game."""
    return str(
        page.locator(".tiles > div", has=page.get_by_text(heading, exact=True)).locator(".number").text_content()
    )


def test_won_twice_and_another_given_up(open_table: Open) -> None:
    """71: one win, one given up, whatever else was done on the tables."""
    table = won(open_table)
    assert said_at_the_end(table) == "Deals won: 1 of 1 played. Streak: 1, best: 1."
    table.press("u")
    assert table.page.is_hidden("#ending")
    table.press("r")
    assert table.state == "won"
    assert said_at_the_end(table) == "Deals won: 1 of 1 played. Streak: 1, best: 1."
    table.page.goto(f"{table.url}/play/{GAME}/{NUMBER + 1}/")
    table.ready()
    table.press("s")
    table.page.click(".menu summary")
    seq = table.seq
    table.page.click("[data-command='give up']")
    table.after(seq)
    assert table.page.is_hidden("#ending [data-results]")
    page = table.page
    page.goto(f"{table.url}/results/")
    page.click("text=Four Seasons")
    assert [figure(page, name) for name in ("Played", "Won", "Given up", "Lost", "Win rate", "Clean", "Streak")] == [
        *("2", "1", "1", "0", "50.0%", "1", "0"),
    ]
    rows = page.locator(".history tbody tr")
    assert [rows.nth(index).locator(".outcome").text_content() for index in range(2)] == ["Given up", "Won"]


def test_a_known_deal_is_won_for_practice_and_hidden_figures_stay_hidden(open_table: Open) -> None:
    table = won(open_table)
    page = table.page
    page.goto(f"{table.url}/results/{GAME}/")
    page.click("text=Play again")
    table.ready()
    win(table)
    assert "You knew this deal" in said_at_the_end(table)
    page.goto(f"{table.url}/results/{GAME}/")
    assert figure(page, "Won") == "1"
    page.click("text=Hide my results")
    page.wait_for_selector("text=Your results are hidden")
    page.goto(f"{table.url}/play/{GAME}/{NUMBER}/")
    table.ready()
    win(table)
    page.wait_for_selector("#ending:not([hidden])")
    assert page.is_hidden("#ending [data-results]")
    page.goto(f"{table.url}/results/{GAME}/")
    page.click("text=Show my results")
    page.wait_for_selector("table.figures")


def test_wide_tables_scroll_in_themselves_on_a_phone(open_table: Open) -> None:
    """The page of a game once was wider than the phone, because of hidden texts in the table."""
    table = won(open_table, viewport={"width": 360, "height": 740}, locale="de-DE")
    for path in ("/results/", f"/results/{GAME}/", "/results/wipe/"):
        table.page.goto(f"{table.url}{path}")
        assert table.page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_wiping_in_the_browser(open_table: Open) -> None:
    table = won(open_table)
    page = table.page
    page.goto(f"{table.url}/results/{GAME}/")
    page.click("text=Wipe the results of this game")
    page.click("text=Wipe for good")
    assert page.text_content("[role=status]") == "Wiped."
    page.goto(f"{table.url}/results/{GAME}/")
    assert [figure(page, name) for name in ("Dealt", "Played", "Won")] == ["0", "0", "0"]
