"""A finished game watched again, by its player and by everyone, and what is given away of it."""

from collections.abc import Callable
from typing import Any

import pytest
from table_page import TablePage

from server_processes import Server

Open = Callable[..., TablePage]
_CLIPBOARD = """fails => {
  window.given = [];
  const writeText = async (text) => { if (fails) throw new Error("no"); window.given.push(text); };
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
}"""
_SHEET = """how => {
  window.sheets = [];
  navigator.share = async (what) => {
    window.sheets.push(what);
    if (how !== "taken") throw new DOMException("no", how);
  };
}"""


@pytest.fixture
def finished(open_table: Open) -> TablePage:
    """A game that was given up after three turns."""
    table = open_table("canfield", number=51)
    for _ in range(3):
        table.press("s")
    seq = table.seq
    table.page.click(".menu summary")
    table.page.click("[data-command='give up']")
    table.after(seq)
    table.page.wait_for_selector("#ending:not([hidden])")
    return table


@pytest.fixture
def replay(finished: TablePage) -> TablePage:
    """Its replay."""
    finished.page.click("#ending a[data-replay]")
    finished.ready()
    return finished


def at(table: TablePage) -> int:
    """Which move is shown; the words agree."""
    shown = int(table.page.evaluate("() => window.winnableReplay.replay.at"))
    assert table.page.text_content("#replay output") == f"Move {shown} of 3"
    assert table.page.input_value("#replay input") == str(shown)
    return shown


def waste(table: TablePage) -> int:
    """How many cards are on the waste."""
    piles = table.page.evaluate("() => window.winnableReplay.board.view.piles")
    return len(next(pile["cards"] for pile in piles if pile["name"] == "W"))


def test_watched_by_keyboard_alone(replay: TablePage) -> None:
    assert (at(replay), waste(replay)) == (0, 0)
    for key, expected in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 3), ("ArrowRight", 3)]:
        replay.page.keyboard.press(key)
        assert (at(replay), waste(replay)) == (expected, 3 * expected)
    replay.page.keyboard.press("Home")
    assert at(replay) == 0
    replay.page.keyboard.press(" ")
    replay.page.wait_for_function("() => window.winnableReplay.replay.at === 3 && !window.winnableReplay.replay.timer")
    replay.page.keyboard.press(" ")
    replay.page.keyboard.press(" ")
    assert at(replay) == 0


def test_each_move_is_told_in_words(replay: TablePage) -> None:
    replay.page.keyboard.press("ArrowRight")
    assert replay.spoken() == "Turned: ten of diamonds, three of diamonds, king of hearts."
    replay.page.keyboard.press("End")
    assert replay.spoken() == "Move 3 of 3"


def test_the_arrows_go_from_pile_to_pile_where_a_pile_has_the_focus(replay: TablePage) -> None:
    replay.focus("T1")
    replay.page.keyboard.press("ArrowRight")
    assert replay.page.evaluate("() => document.activeElement.dataset.pile") == "T2"
    assert at(replay) == 0
    replay.page.keyboard.press("p")
    assert replay.spoken().startswith("pile 2: ")


def test_watched_by_buttons_slider_and_speed(replay: TablePage) -> None:
    for value, expected in [("step", 1), ("last", 3), ("back", 2), ("first", 0)]:
        replay.page.click(f"#replay [value={value}]")
        assert at(replay) == expected
    replay.page.fill("#replay input", "2")
    assert at(replay) == 2
    replay.page.focus("#replay input")
    replay.page.keyboard.press("ArrowLeft")
    assert at(replay) == 1
    replay.page.select_option("#replay select", "fast")
    replay.page.click("#replay [value=play]")
    assert replay.page.get_attribute("#replay [value=play]", "aria-label") == "Pause"
    replay.page.wait_for_function("() => window.winnableReplay.replay.at === 3")


def test_nothing_can_be_played_in_a_replay(replay: TablePage) -> None:
    asked: list[str] = []
    replay.page.on("request", lambda request: asked.append(request.url))
    for key in ("s", "u", "r", "h", "n", "Enter"):
        replay.focus("S")
        replay.page.keyboard.press(key)
    replay.page.locator("#board").click(position={"x": 60, "y": 60})
    replay.press_nothing()
    assert (at(replay), asked) == (0, [])


def menu(table: TablePage, command: str) -> None:
    """Choose something from the menu."""
    table.page.click(".menu summary")
    table.page.click(f".menu [data-command='{command}']")


def test_a_replay_is_shared_watched_by_others_and_taken_back(replay: TablePage, browser: Any, server: Server) -> None:
    replay.page.evaluate(_CLIPBOARD, False)
    menu(replay, "share replay")
    replay.page.wait_for_function("() => window.given.length === 1")
    text, _, address = str(replay.page.evaluate("() => window.given[0]")).rpartition(" ")
    assert text == "Canfield, deal 51: watch how it went."
    assert address.startswith(f"{server.url}/shared/")
    other = TablePage(browser, server.url, {"locale": "de-DE"})
    other.page.goto(address)
    other.ready()
    assert other.page.text_content("#replay output") == "Zug 0 von 3"
    assert "nach 3 Zügen aufgegeben" in str(other.page.text_content("section.line"))
    assert other.page.locator("[data-command=revoke], [data-command='share replay']").count() == 0
    other.page.click("text=Dieses Spiel spielen")
    other.ready()
    assert other.answer["number"] == 51
    assert other.answer["moves_made"] == 0
    menu(replay, "revoke")
    replay.page.wait_for_function("() => document.querySelector('[data-command=revoke]').hidden")
    assert other.page.request.get(address).status == 404
    assert other.errors == []
    other.close()


def test_the_end_panel_shares_the_replay(finished: TablePage) -> None:
    finished.page.evaluate(_CLIPBOARD, False)
    finished.page.click("#ending [data-command='share replay']")
    finished.page.wait_for_function("() => window.given.length === 1")
    assert "/shared/" in finished.page.evaluate("() => window.given[0]")


def test_on_a_phone_held_across_a_message_stands_beside_the_end_panel(finished: TablePage) -> None:
    """It lay over the panel's heading."""
    finished.page.set_viewport_size({"width": 740, "height": 360})
    finished.page.evaluate(_CLIPBOARD, False)
    finished.page.click("#ending [data-command='share replay']")
    finished.page.wait_for_selector("#toast:not([hidden])")
    toast, panel = (finished.page.locator(name).bounding_box() for name in ("#toast", "#ending"))
    assert toast is not None
    assert panel is not None
    assert 0 <= toast["x"] < toast["x"] + toast["width"] <= panel["x"]


def test_a_deal_is_given_away_by_the_systems_own_sharing(finished: TablePage, server: Server) -> None:
    finished.page.evaluate(_CLIPBOARD, False)
    finished.page.evaluate(_SHEET, "taken")
    menu(finished, "share")
    finished.page.wait_for_function("() => window.sheets.length === 1")
    assert finished.page.evaluate("() => window.sheets") == [
        {"text": "Canfield, deal 51: can you win it?", "url": f"{server.url}/play/canfield/51/"}
    ]
    assert finished.page.evaluate("() => window.given") == []


def test_who_closes_the_systems_sharing_wants_nothing_else(finished: TablePage) -> None:
    finished.page.evaluate(_CLIPBOARD, False)
    finished.page.evaluate(_SHEET, "AbortError")
    menu(finished, "share")
    finished.press_nothing()
    assert finished.page.evaluate("() => window.given") == []
    assert not finished.page.is_visible("#share")


def test_where_sharing_and_clipboard_fail_the_text_can_be_copied_by_hand(finished: TablePage, server: Server) -> None:
    finished.page.evaluate(_CLIPBOARD, True)
    finished.page.evaluate(_SHEET, "NotAllowedError")
    menu(finished, "share")
    finished.page.wait_for_selector("#share[open]")
    wanted = f"Canfield, deal 51: can you win it? {server.url}/play/canfield/51/"
    assert finished.page.input_value("#share textarea") == wanted
    assert finished.page.evaluate("() => document.getSelection().toString()") == wanted
