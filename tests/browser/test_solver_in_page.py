"""Hint, lamp and the line to watch. The solver's answers are written here, but for one test that asks the real one."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from table_page import TablePage

Open = Callable[..., TablePage]


def answering(table: TablePage, path: str, answer: dict[str, Any]) -> None:
    """Let the server answer this from now on."""
    body = json.dumps(answer)
    table.intercept(path, lambda route: route.fulfill(body=body, content_type="application/json"))


def test_a_hint_is_marked_and_said(open_table: Open) -> None:
    table = open_table("four-seasons", number=3)
    answering(table, "**/hint", {"kind": "move", "move": "T4-T3", "text": "This move leads to a win."})
    table.page.keyboard.press("h")
    table.page.wait_for_selector("#toast:not([hidden])")
    assert table.spoken() == "Six of spades from pile 4 to pile 3. This move leads to a win."
    assert table.page.locator(".card.hint").count() == 1
    assert table.page.locator(".card.hint-target").count() == 1
    table.dragged("T4-T3")
    assert table.page.locator(".hint, .hint-target").count() == 0


def test_a_hint_asked_in_the_middle_of_a_step_waits_for_it(open_table: Open) -> None:
    table = open_table("four-seasons", number=3)
    asked: list[Any] = []
    answer = json.dumps({"kind": "unknown", "move": None, "text": "Not known."})

    def note(route: Any) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(body=answer, content_type="application/json")

    table.intercept("**/hint", note)
    table.page.keyboard.press("s")
    table.page.keyboard.press("h")
    table.page.wait_for_selector("#toast:not([hidden])")
    assert asked == [{"after": 1}]


@pytest.mark.parametrize(
    ("verdict", "words"),
    [("winnable", "Can still be won"), ("lost", "Can no longer be won"), ("undecided", "Not known")],
)
def test_the_lamp(open_table: Open, verdict: str, words: str) -> None:
    """Off by default; it says yes, no or not known."""
    table = open_table("four-seasons", number=3)
    assert table.page.is_hidden("#lamp")
    answering(table, "**/verdict?*", {"verdict": verdict})
    table.page.evaluate("() => window.winnableTable.setting('lamp', true)")
    table.page.wait_for_function("words => document.getElementById('lamp').textContent === words", arg=words)
    table.page.evaluate("() => window.winnableTable.setting('lamp', false)")
    table.page.wait_for_selector("#lamp", state="hidden")


def test_the_lamp_asks_about_the_last_position_only(open_table: Open) -> None:
    """In fast play it asked about each, and those that were past were errors in the browser's console."""
    table = open_table("four-seasons", number=3)
    answering(table, "**/verdict?*", {"verdict": "winnable"})
    table.page.evaluate("() => window.winnableTable.setting('lamp', true)")
    table.page.wait_for_selector("#lamp[data-verdict='winnable']")
    asked: list[str] = []
    table.page.on("request", lambda request: "/verdict?" in request.url and asked.append(request.url))
    table.page.evaluate("""() => {
      for (let turns = 0; turns < 5; turns += 1) window.winnableTable.table.take({ do: "turn" });
    }""")
    table.after(4)
    table.page.wait_for_selector("#lamp[data-verdict='winnable']")
    assert [address.rpartition("=")[2] for address in asked] == ["5"]


def test_given_up_and_the_line_watched(open_table: Open) -> None:
    table = open_table("four-seasons", number=3)
    start = table.answer["view"]
    seq = table.seq
    table.page.click(".menu summary")
    table.page.click("[data-command='give up']")
    table.after(seq)
    table.page.wait_for_selector("#ending:not([hidden])")
    after = json.loads(json.dumps(start))
    piles = {pile["name"]: pile for pile in after["piles"]}
    piles["T3"]["cards"] += piles["T4"]["cards"]
    piles["T4"]["cards"] = []
    answering(
        table,
        "**/solution",
        {"verdict": "winnable", "start": 0, "line": ["T4-T3"], "frames": [start, after]},
    )
    table.page.click("[data-command='solve deal']")
    table.page.wait_for_selector("#replay:not([hidden])")
    table.page.wait_for_function("() => document.querySelector('#replay output').textContent === 'Move 1 of 1'")
    assert table.cards("T4") == []
    for command in ("undo", "hint", "new"):  # they looked as if they could be pressed, and did nothing
        assert table.page.is_disabled(f".tools [data-command={command}]")
    assert table.page.evaluate("() => document.activeElement.closest('#replay') !== null")
    table.page.click("#replay [value=back]")
    assert table.cards("T4") == ["6S"]
    table.page.click("#replay [value=step]")
    table.page.click("#replay [value=stop]")
    table.page.wait_for_selector("#ending:not([hidden])")
    assert table.page.is_enabled(".tools [data-command=new]")
    assert table.page.evaluate("() => document.activeElement.closest('#ending') !== null")
    assert table.cards("T4") == ["6S"]
    assert table.disagreement() == []


def test_a_lost_deal_is_called_lost(open_table: Open) -> None:
    table = open_table("four-seasons", number=3)
    answering(table, "**/solution", {"verdict": "lost", "start": 0, "line": [], "frames": []})
    table.page.click(".menu summary")
    table.page.click("[data-command='solve here']")
    table.page.wait_for_function("() => document.getElementById('toast').textContent.startsWith('No:')")
    assert table.page.is_hidden("#replay")


def test_the_real_solver_is_asked(open_table: Open) -> None:
    """Whatever it can say so soon after the start, the player is told something and the game goes on."""
    table = open_table("four-seasons", number=3)
    with table.page.expect_response("**/hint", timeout=60000) as response:
        table.page.keyboard.press("h")
    answer = response.value.json()
    assert answer["kind"] in ("move", "unknown", "busy")
    table.page.wait_for_selector("#toast:not([hidden])")
    assert answer["text"] in table.spoken()
    table.press("s")
    assert table.disagreement() == []
