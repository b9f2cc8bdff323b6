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


def test_a_hint_in_a_tab_that_is_behind_is_asked_again(open_table: Open) -> None:
    """The tab took over what had been played elsewhere, and said nothing."""
    table = open_table("four-seasons", number=3)
    answering(table, "**/hint", {"kind": "move", "move": "T4-T3", "text": "This move leads to a win."})
    table.intercept("**/hint", lambda route: route.fulfill(status=409, json={"table": table.answer}), times=1)
    table.page.keyboard.press("h")
    table.page.wait_for_selector(".card.hint")
    assert "leads to a win" in table.spoken()


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


def test_the_lamp_learns_from_a_hint(open_table: Open) -> None:
    """It went on saying "Not known" beside a move that was proved to win."""
    table = open_table("four-seasons", number=3)
    answering(table, "**/verdict?*", {"verdict": "undecided"})
    table.page.evaluate("() => window.winnableTable.setting('lamp', true)")
    table.page.wait_for_selector("#lamp[data-verdict='undecided']")
    answering(table, "**/verdict?*", {"verdict": "winnable"})
    answering(table, "**/hint", {"kind": "move", "move": "T4-T3", "text": "This move leads to a win."})
    table.page.keyboard.press("h")
    table.page.wait_for_selector("#lamp[data-verdict='winnable']")


class Question:
    """What is asked of the solver from the menu, answered when the test says so."""

    def __init__(self, table: TablePage) -> None:
        self.table, self.routes = table, list[Any]()
        view = table.answer["view"]
        self.answer = {"verdict": "winnable", "start": 0, "line": ["S"], "frames": [view, view]}
        table.intercept("**/solution", self.hold)
        table.page.click(".menu summary")
        table.page.click("[data-command='solve here']")
        while not self.routes:
            table.page.wait_for_timeout(10)

    def hold(self, route: Any) -> None:
        """Keep it unanswered."""
        self.routes.append(route)

    def come(self) -> None:
        """Answer, and wait until the page has taken it in."""
        with self.table.page.expect_response("**/solution") as response:
            self.routes[0].fulfill(json=self.answer)
        response.value.finished()
        self.table.page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 50))")


def test_an_answer_about_a_position_that_is_past_is_not_told(open_table: Open) -> None:
    """Whoever played on was told that the solver can't tell, or was shown a line from where he no longer was."""
    table = open_table("four-seasons", number=3)
    question = Question(table)
    table.press("s")
    question.come()
    assert table.page.is_hidden("#replay")
    assert table.page.is_hidden("#toast")
    assert table.disagreement() == []


def test_an_answer_about_another_deal_is_not_shown_on_the_new_one(open_table: Open) -> None:
    """The line of the deal before was played under the new deal's number."""
    table = open_table("four-seasons", number=3)
    table.page.goto(f"{table.url}/play/four-seasons/")  # where another deal is shown on the same page
    table.ready()
    question = Question(table)
    table.page.keyboard.press("n")
    table.page.click("#new button[type=submit]")
    table.page.wait_for_function("() => window.winnableTable.table.answer.number !== 3")
    question.come()
    assert table.page.is_hidden("#replay")
    assert table.disagreement() == []


def test_a_line_waits_until_a_dialog_is_closed(open_table: Open) -> None:
    """It was played beneath the dialog, and went on when another deal was asked for there."""
    table = open_table("four-seasons", number=3)
    question = Question(table)
    table.page.keyboard.press("n")
    table.page.wait_for_selector("#new[open]")
    question.come()
    assert table.page.is_hidden("#replay")
    table.page.keyboard.press("Escape")
    table.page.wait_for_selector("#replay:not([hidden])")


def unchecked(route: Any) -> None:
    """A new table of which the server says that it is not checked."""
    if route.request.method == "POST":
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), "message": "Not checked."})
    else:
        route.continue_()


def test_a_deal_that_is_not_checked_is_said_to_be_so_wherever_it_is_shown(open_table: Open) -> None:
    """Neither a page that began with such a deal said it, nor the page of other options that one was dealt for."""
    table = open_table("four-seasons", number=3)
    table.intercept("**/api/tables", unchecked)
    table.page.goto(f"{table.url}/play/canfield/")
    table.ready()
    table.page.wait_for_selector("#toast:not([hidden])")
    assert table.page.text_content("#toast") == "Not checked."
    table.page.keyboard.press("n")
    table.page.select_option("#new select[name=draw]", "1")
    table.page.click("#new button[type=submit]")
    table.page.wait_for_url("**/play/canfield:draw=1/#*")
    table.ready()
    table.page.wait_for_selector("#toast:not([hidden])")
    assert table.page.text_content("#toast") == "Not checked."
    table.page.reload()
    table.ready()
    assert table.page.is_hidden("#toast")


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
