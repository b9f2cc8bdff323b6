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
