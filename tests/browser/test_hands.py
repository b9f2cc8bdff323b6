"""Each game opened and moved by click, mouse drag, finger and keyboard; screen and game agree after each."""

from collections.abc import Callable

import pytest
from table_page import TablePage, split

GAMES = ["czarina", "canfield", "chessboard", "quadrennial", "four-seasons"]
Open = Callable[..., TablePage]


def first_move(table: TablePage) -> str:
    """A legal move, after as many turns as it takes; the table must offer one."""
    for _ in range(40):
        for move in table.moves():
            if move[0] != "F":
                return move
        table.press("s")
    raise AssertionError("No move in forty turns.")


def to_foundation(table: TablePage, game: str) -> str:
    """A move that a click would play."""
    for _ in range(40):
        clicks = table.answer["clicks"]
        for pile, by_count in clicks.items():
            if pile != "S" and "1" in by_count:
                return str(by_count["1"])
        table.press("s")
    raise AssertionError(f"No click plays a card in {game}.")


@pytest.mark.parametrize("game", GAMES)
def test_click_drag_keyboard_and_undo(open_table: Open, game: str) -> None:
    table = open_table(game, number=12)
    assert table.disagreement() == []
    move = to_foundation(table, game)
    before = table.answer["view"]
    table.click(split(move)[0])
    after = table.answer["view"]
    assert after != before
    assert table.disagreement() == []
    table.press("u")
    assert table.answer["view"] == before
    assert table.disagreement() == []
    move = first_move(table)
    before = table.answer["view"]
    table.dragged(move)
    after = table.answer["view"]
    assert after != before
    assert table.disagreement() == []
    table.press("u")
    table.by_keyboard(move)
    assert table.answer["view"] == after
    assert table.disagreement() == []
    table.press("u")
    table.press("r")
    assert table.answer["view"] == after


@pytest.mark.parametrize("game", GAMES)
def test_finger(open_table: Open, game: str) -> None:
    table = open_table(game, number=12, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    move = first_move(table)
    before = table.answer["view"]
    table.touch_drag(move)
    assert table.answer["view"] != before
    assert table.disagreement() == []
    seq = table.seq
    table.page.touchscreen.tap(*table.point("S") if game != "chessboard" else table.point(tapped(table)))
    table.after(seq)
    assert table.disagreement() == []


def tapped(table: TablePage) -> str:
    """A pile that a tap plays from."""
    return next(pile for pile, counts in table.answer["clicks"].items() if "1" in counts)


_FOCUS = "() => document.activeElement.dataset.command || document.activeElement.dataset.pile"


def test_a_button_that_has_done_all_it_can_keeps_the_focus(open_table: Open) -> None:
    """It was switched off, and the focus fell back to the beginning of the page: Tab went through everything anew."""
    table = open_table("czarina", number=5)
    table.press("s")
    table.page.focus(".tools [data-command=undo]")
    table.press("Enter")
    assert table.page.evaluate(_FOCUS) == "undo"
    assert table.page.is_disabled(".tools [data-command=undo]")
    seq = table.seq
    table.page.keyboard.press("Enter")
    table.press("r")
    assert (table.seq, table.answer["can_undo"]) == (seq + 1, True)
    assert table.page.is_enabled(".tools [data-command=undo]")


def test_the_focus_goes_to_the_piles_when_the_panel_closes(open_table: Open) -> None:
    """It was lost with the button in the panel that had been pressed."""
    table = open_table("czarina", number=5)
    table.press("s")
    table.page.evaluate("() => window.winnableTable.table.take({ do: 'give up' })")
    table.page.wait_for_selector("#ending:not([hidden])")
    table.page.focus("#ending [data-command=undo]")
    table.press("Enter")
    table.page.wait_for_selector("#ending", state="hidden")
    assert table.page.evaluate(_FOCUS) == "F1"
