"""Nothing is lost: a reload, another tab, and a server that dies in mid-game."""

from collections.abc import Callable

from server_process import Server
from table_page import TablePage

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


def test_an_answer_that_got_lost_is_not_done_twice(open_table: Open) -> None:
    """The request arrives, its answer does not: the client asks again with the same key."""
    table = open_table("canfield", number=24)
    lost: list[str] = []

    def lose_first(route) -> None:  # type: ignore[no-untyped-def]
        if not lost:
            lost.append(route.request.url)
            route.fetch()
            route.abort()
        else:
            route.continue_()

    table.page.route("**/steps", lose_first)
    before = len_of_stock(table)
    table.press("s")
    assert lost
    assert len_of_stock(table) == before - 3
    assert table.answer["moves_made"] == 1


def test_an_answer_cut_short_is_asked_for_again(open_table: Open) -> None:
    """A server killed in the middle of an answer: half an answer was taken for one without cards."""
    table = open_table("canfield", number=24)
    cut: list[str] = []

    def cut_first(route) -> None:  # type: ignore[no-untyped-def]
        if not cut:
            cut.append(route.fetch().text()[:100])
            route.fulfill(status=200, content_type="application/json", body=cut[0])
        else:
            route.continue_()

    table.page.route("**/steps", cut_first)
    before = len_of_stock(table)
    table.press("s")
    assert cut
    assert len_of_stock(table) == before - 3
    assert table.seq == 1
