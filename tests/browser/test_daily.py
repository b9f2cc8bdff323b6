"""A board of the day in the browser: begun, left, gone on with at another device, won, shared."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from account_forms import fill_in
from table_page import TablePage, winning_line, without_errors

from server_processes import Server

GAME = "acquaintance"  # its lines are short
Device = Callable[..., TablePage]


@pytest.fixture
def device(browser: object, server: Server) -> Iterator[Device]:
    """A function that opens the boards of the day at a device of its own."""
    with without_errors() as pages:

        def open_device(**context: object) -> TablePage:
            made = TablePage(browser, server.url, context)
            pages.append(made)
            made.still()
            made.page.goto(f"{server.url}/daily/")
            return made

        yield open_device


def picked(server: Server) -> tuple[str, list[str]]:
    """Number and line of today's board: ours, unless the server was quicker.

    It picks in the background and gives way to all others, so that on a busy machine a test would wait for minutes.
    """
    number, line = winning_line(GAME)
    ours = (GAME, str(number), " ".join(line))
    columns = "(date, full_name, number, verdict, line) VALUES (date('now'), ?, ?, 'winnable', ?)"
    question = "SELECT number, line FROM winnable_daily WHERE full_name = ? AND date = date('now')"
    with closing(sqlite3.connect(server.data / "winnable.sqlite3", timeout=20)) as database, database:
        database.execute(f"INSERT OR IGNORE INTO winnable_daily {columns}", ours)
        found = database.execute(question, (GAME,)).fetchone()
    return found[0], found[1].split()


def sign_up(made: TablePage, name: str) -> None:
    """Make an account at this device."""
    made.page.goto(f"{made.url}/sign-up/?next=/daily/")
    fill_in(made.page, name, new=True)
    made.page.wait_for_url(f"{made.url}/daily/")


def sign_in(made: TablePage, name: str) -> None:
    """Sign in at this device, on the way from the boards of the day."""
    made.page.click(".notice a.button")
    fill_in(made.page, name, new=False)
    made.page.wait_for_url(f"{made.url}/daily/")


def card(made: TablePage) -> str:
    """The selector of the game's place among the boards."""
    return f".boards li:has(a[href*='/{GAME}/'])"


def test_a_board_is_left_gone_on_with_elsewhere_and_won(server: Server, device: Device) -> None:
    number, line = picked(server)
    home, name = device(), "Heron"
    sign_up(home, name)
    home.page.goto(f"{server.url}/daily/")
    home.page.click(f"{card(home)} button.main")
    home.ready()
    assert home.answer["number"] is None
    assert number not in str(home.page.content())
    home.take(*line[:4])
    day = str(home.page.text_content("#status")).partition("Board of the day ")[2].partition(" 20")[0]
    assert day
    for language in ("de", "en"):  # another game was on the table after that
        home.page.click(".menu summary")
        home.page.click("[data-command='settings']")
        home.page.click(f"#settings [name=language][value={language}]")
        home.page.wait_for_selector(f"html[lang={language}]")
        home.ready()
        assert home.answer["moves_made"] == 4
    home.page.goto(f"{server.url}/")
    assert f"Board of the day {day} 20" in str(home.page.text_content("#unfinished li"))  # in words, as at the table

    away = device(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sign_in(away, name)
    assert "under way" in str(away.page.text_content(card(away)))
    away.page.click(f"{card(away)} button.main")
    away.ready()
    assert away.answer["moves_made"] == 4
    away.take(*line[4:])
    assert away.state == "won"
    assert away.answer["number"] == int(number)
    away.page.wait_for_selector("#ending:not([hidden])")
    assert away.page.is_hidden("#ending [data-command='share replay']")  # it would be refused
    assert away.page.locator("#ending .main:visible").count() == 0  # the way to the board is the main one
    away.page.click("#ending a[data-board]")
    assert name in str(away.page.text_content(".wins"))
    assert "without any help" in str(away.page.input_value(".share-text textarea"))
    assert number in str(away.page.text_content(".again")).replace("\u202f", "")

    reader = device()
    reader.page.goto(away.page.url)
    assert number not in str(reader.page.content()).replace("\u202f", "")
    home.page.goto(f"{server.url}/")
    assert "won" in str(home.page.text_content(f".daily li:has(a[href*='/{GAME}/'])"))


def test_giving_up_a_board_is_asked_about_and_another_deal_leaves_it(server: Server, device: Device) -> None:
    _, line = picked(server)
    made = device()
    sign_up(made, "Stork")
    made.page.goto(f"{server.url}/daily/")
    made.page.click(f"{card(made)} button.main")
    made.ready()
    made.take(*line[:2])
    table = made.answer["id"]
    made.page.evaluate("() => document.querySelector('[data-command=another]').click()")
    made.page.wait_for_function("id => window.winnableTable.table.answer.id !== id", arg=table)
    assert made.answer["daily"] is None
    made.page.goto(f"{server.url}/play/{GAME}/")
    made.ready()
    assert made.answer["id"] != table, "the address of the game goes on with its other deal"
    made.page.goto(f"{server.url}/daily/")
    made.page.click(f"{card(made)} button.main")
    made.ready()
    assert made.answer["id"] == table
    assert made.answer["moves_made"] == 2
    give_up = "() => document.querySelector('[data-command=\"give up\"]').click()"
    made.page.evaluate(give_up)
    made.page.click("#end-attempt [data-close]")
    assert made.state == "playing"
    made.page.evaluate(give_up)
    seq = made.seq
    made.page.click("#end-attempt button[type=submit]")
    made.after(seq)
    assert made.state == "given up"
    assert made.answer["number"] is not None
    made.page.goto(f"{server.url}/daily/")
    assert "given up" in str(made.page.text_content(card(made)))


def test_the_time_left_is_counted_down(device: Device) -> None:
    """The page told what was left when it was opened, however long that was ago."""
    page = device().page
    page.clock.install()
    page.reload()
    page.eval_on_selector(".day [data-left]", "part => { part.dataset.left = '7265'; }")
    page.clock.run_for(10_000)
    assert page.text_content(".day [data-left]") == "2 h 0 min"
    page.clock.run_for(60_000)
    assert page.text_content(".day [data-left]") == "1 h 59 min"
