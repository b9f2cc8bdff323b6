"""Whole games won through the page."""

from collections.abc import Callable

from table_page import TablePage, split, winning_line

Open = Callable[..., TablePage]


def play(table: TablePage, move: str, clicked: str) -> str:
    """Play a move as a player would: the stock by its key, a click where it does just this, else a drag.

    ``clicked`` is the pile clicked last, which is not clicked again at once: that would be a double click.
    """
    source = move.partition("-")[0]
    if move == "S":
        table.press("s")
    elif source != clicked and table.click_of(source) == move:
        table.click(source)
        return source
    else:
        table.dragged(move)
    return ""


def test_quadrennial_won_by_mouse(open_table: Open) -> None:
    """Clicks and drags in quick turn; a click soon after a drag was once taken for half of a double click."""
    number, line = winning_line("quadrennial")
    table = open_table("quadrennial", number=number)
    clicked = ""
    for move in line:
        clicked = play(table, move, clicked)
    assert table.state == "won"
    table.page.wait_for_selector("#ending:not([hidden])")
    assert "Won" in str(table.page.text_content("#ending h2"))
    assert table.disagreement() == []


def test_four_seasons_won_by_keyboard_alone(open_table: Open) -> None:
    """Tab, arrows, Enter and the stock's key are enough; the pointer is never used."""
    number, line = winning_line("four-seasons")
    table = open_table("four-seasons", number=number)
    table.page.keyboard.press("Tab")
    for move in line:
        if table.state == "won":
            break
        if move == "S":
            table.press("s")
        else:
            seq = table.seq
            source, target, _ = split(move)
            walk(table, source)
            table.page.keyboard.press("Enter")
            walk(table, target)
            table.page.keyboard.press("Enter")
            table.after(seq)
    assert table.state == "won"
    assert "Won: all cards are up." in table.spoken()


def focused(table: TablePage) -> str:
    """The pile that has the focus, or nothing."""
    return str(table.page.evaluate("() => document.activeElement.dataset.pile || ''"))


def walk(table: TablePage, pile: str) -> None:
    """Go to a pile: Tab to its area, then arrows."""
    for _ in range(60):
        if (here := focused(table))[:1] == pile[0]:
            break
        table.page.keyboard.press("Tab")
    if here == pile:
        return
    places = dict(
        table.page.evaluate("() => [...window.winnableTable.board.layout.places].map(([n, p]) => [n, [p.x, p.y]])")
    )
    for _ in range(12):
        here = focused(table)
        if here == pile:
            return
        dx, dy = places[pile][0] - places[here][0], places[pile][1] - places[here][1]
        across = "ArrowRight" if dx > 0 else "ArrowLeft"
        down = "ArrowDown" if dy > 0 else "ArrowUp"
        table.page.keyboard.press(across if abs(dx) > 1 and (abs(dx) >= abs(dy) or abs(dy) < 1) else down)
        if focused(table) == here:
            table.page.keyboard.press(down if abs(dy) > 1 else across)
    raise AssertionError(f"The arrows do not lead to {pile}, only to {focused(table)}.")
