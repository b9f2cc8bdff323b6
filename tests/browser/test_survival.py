"""Nothing is lost: a reload, another tab, and a server that dies in mid-game."""

from collections.abc import Callable
from typing import Any

import pytest
from table_page import TablePage

from server_processes import Server

Open = Callable[..., TablePage]


def test_reload_goes_on(open_table: Open) -> None:
    table = open_table("canfield", number=21)
    table.press("s")
    table.press("s")
    before = table.answer
    table.page.reload()
    table.ready()
    assert table.answer["id"] == before["id"]
    assert table.answer["view"] == before["view"]
    assert table.disagreement() == []


def test_another_tab_is_told(open_table: Open) -> None:
    """A step from an old tab does nothing and shows how the game stands."""
    table = open_table("canfield", number=22)
    second = table.context.new_page()
    second.goto(table.page.url)
    second.wait_for_selector("body[data-ready]")
    table.press("s")
    moved = table.answer["view"]
    second.keyboard.press("s")
    second.wait_for_selector("#toast:not([hidden])")
    assert second.evaluate("() => window.winnableTable.table.view") == moved
    assert (
        table.page.evaluate("() => fetch('/api/tables/' + window.winnableTable.table.answer.id).then(r => r.json())")[
            "seq"
        ]
        == 1
    )


def test_server_killed_in_mid_game(open_table: Open, server: Server) -> None:
    """The step made while the server was away is done exactly once when it is back."""
    table = open_table("quadrennial", number=23)
    table.press("s")
    seq, stock = table.seq, len_of_stock(table)
    server.kill()
    table.page.keyboard.press("s")
    table.page.wait_for_selector("#connection:not([hidden])", timeout=10000)
    assert "can't be reached" in str(table.page.text_content("#connection"))
    server.start()
    table.after(seq)
    table.page.wait_for_selector("#connection", state="hidden")
    assert table.seq == seq + 1
    assert len_of_stock(table) == stock - 8
    assert table.disagreement() == []
    table.page.reload()
    table.ready()
    assert table.seq == seq + 1


def len_of_stock(table: TablePage) -> int:
    """Cards left in the stock."""
    return int(next(pile["hidden"] for pile in table.answer["view"]["piles"] if pile["name"] == "S"))


def lost(route: Any) -> None:
    """The request arrives, its answer does not."""
    route.fetch()
    route.abort()


def cut_short(route: Any) -> None:
    """A server killed in the middle of an answer: half an answer was taken for one without cards."""
    route.fulfill(status=200, content_type="application/json", body=route.fetch().text()[:100])


@pytest.mark.parametrize("spoil", [lost, cut_short])
def test_a_step_whose_answer_is_spoiled_is_done_once(open_table: Open, spoil: Callable[[Any], None]) -> None:
    """The client asks again with the same key."""
    table = open_table("canfield", number=24)
    spoiled: list[str] = []

    def spoil_first(route: Any) -> None:
        spoiled.append(route.request.url)
        spoil(route)

    table.intercept("**/steps", spoil_first, times=1)
    before = len_of_stock(table)
    table.press("s")
    assert spoiled
    assert len_of_stock(table) == before - 3
    assert table.seq == table.answer["moves_made"] == 1
