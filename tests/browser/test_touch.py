"""By finger alone, on a phone held upright and across: whole games, and what a finger does badly."""

from collections.abc import Callable
from typing import Any

import pytest
from table_page import TablePage, winning_line

Open = Callable[..., TablePage]

UPRIGHT, ACROSS = (360, 740), (740, 360)
_POINTERS = """() => {
  window.pointers = new Set();
  document.addEventListener("pointerdown", (event) => window.pointers.add(event.pointerType), true);
}"""


def phone(size: tuple[int, int]) -> dict[str, Any]:
    """How Playwright opens a phone of this size, px."""
    return {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(("game", "size"), [("four-seasons", UPRIGHT), ("quadrennial", ACROSS)])
def test_a_game_won_by_touch_alone(open_table: Open, game: str, size: tuple[int, int]) -> None:
    """From the first card to the last: taps where a tap plays the move, else drags."""
    number, line = winning_line(game)
    table = open_table(game, number=number, **phone(size))
    table.page.evaluate(_POINTERS)
    tapped = ""  # not tapped again at once: that would be a double tap
    for move in line:
        if table.state == "won":
            break
        source = move.partition("-")[0]
        if move == "S" or (source != tapped and table.click_of(source) == move):
            table.tap(source)
            tapped = source
        else:
            table.touch_drag(move)
            tapped = ""
    assert table.state == "won"
    table.page.wait_for_selector("#ending:not([hidden])")
    assert table.disagreement() == []
    assert table.page.evaluate("() => [...window.pointers]") == ["touch"]


@pytest.mark.parametrize("size", [UPRIGHT, ACROSS])
def test_a_finger_that_slips_four_pixels_taps(open_table: Open, size: tuple[int, int]) -> None:
    """Behaviour 63."""
    table = open_table("canfield", number=12, **phone(size))
    while not (taps := [pile for pile, counts in table.answer["clicks"].items() if pile != "S" and "1" in counts]):
        table.tap("S")
    move = table.click_of(taps[0])
    across, down = table.point(taps[0])
    seq = table.seq
    table.finger((across, down), (across + 3, down + 2.6))
    table.after(seq)
    assert table.answer["did"][0]["source"] == str(move).partition("-")[0]


def test_a_second_finger_does_not_disturb_a_drag(open_table: Open) -> None:
    table = open_table("four-seasons", number=3, **phone(UPRIGHT))
    (x1, y1), (x2, y2) = table.point("T4"), table.point("T3")
    other = table.point("S")
    touch = table.context.new_cdp_session(table.page)

    def send(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": order} for order, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    send("Start", (x1, y1))
    send("Move", ((x1 + x2) / 2, (y1 + y2) / 2))
    send("Start", ((x1 + x2) / 2, (y1 + y2) / 2), other)
    send("Move", (x2, y2), other)
    send("End", (x2, y2))
    send("End")
    table.after(0)
    assert table.seq == 1
    assert table.cards("T4") == []
    assert table.disagreement() == []


def test_undo_lies_at_the_thumb_and_the_line_above_takes_two_rows(open_table: Open) -> None:
    """On a phone held upright undo lay at the top, and timer and lamp made three rows of a German line."""
    table = open_table("quadrennial", number=3, locale="de-DE", **phone(UPRIGHT))
    for name in ("timer", "lamp"):
        table.page.evaluate("name => window.winnableTable.setting(name, true)", name)
    table.tap("S")
    table.page.wait_for_selector("#lamp:not([hidden])")
    undo, board, line = (
        table.page.locator(place).bounding_box() for place in ("[data-command=undo] >> nth=0", "#board", "section.line")
    )
    assert undo
    assert board
    assert line
    assert undo["y"] >= board["y"] + board["height"] > UPRIGHT[1] * 0.8
    assert line["height"] < 55  # px: two rows
    assert table.page.evaluate("() => document.documentElement.scrollWidth") == UPRIGHT[0]


_PANEL = """() => {
  const panel = document.getElementById("ending");
  const hands = document.querySelectorAll(".hands > button, .hands summary");
  const buttons = [...panel.querySelectorAll("button, a.button"), ...hands];
  const small = buttons.filter((one) => one.offsetWidth && (one.offsetWidth < 44 || one.offsetHeight < 44));
  const boxes = [...document.querySelectorAll(".hands .word")].map((one) => one.getBoundingClientRect());
  const words = boxes.filter((box) => box.width);
  return {
    small: small.map((one) => one.textContent), hidden: panel.scrollHeight - panel.clientHeight,
    height: panel.offsetHeight,
    apart: Math.min(...words.slice(1).map((box, order) => box.left - words[order].right)),
    over: document.documentElement.scrollWidth - innerWidth,
  };
}"""


def test_on_the_smallest_phone_all_buttons_are_large_and_apart_and_the_panel_leaves_most_to_the_table(
    open_table: Open,
) -> None:
    """German words at the thumb touched, and the panel after giving up took nearly half of the screen."""
    table = open_table("canfield", number=8, locale="de-DE", **phone((320, 640)))
    table.press("s")
    table.page.evaluate("() => window.winnableTable.table.take({ do: 'give up' })")
    table.page.wait_for_selector("#ending:not([hidden])")
    found = table.page.evaluate(_PANEL)
    assert (found["small"], found["hidden"], found["over"]) == ([], 0, 0)
    assert found["apart"] >= 6
    assert found["height"] <= 640 * 0.4


def test_across_the_panel_at_the_end_stands_beside_the_table(open_table: Open) -> None:
    """It lay over the cards that the player wanted to look at, and its last buttons had to be scrolled to."""
    table = open_table("four-seasons", number=3, locale="de-DE", **phone(ACROSS))
    table.press("s")
    table.page.evaluate("() => window.winnableTable.table.take({ do: 'give up' })")
    table.page.wait_for_selector("#ending:not([hidden])")
    assert table.disagreement() == []
    panel, board = (table.page.locator(place).bounding_box() for place in ("#ending", "#board"))
    assert panel
    assert board
    assert board["x"] + board["width"] <= panel["x"]
    found = table.page.evaluate(_PANEL)
    assert (found["small"], found["hidden"], found["over"]) == ([], 0, 0)
