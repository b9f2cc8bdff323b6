"""The timer at the table. The test moves the browser's clock on, but it runs by itself too."""

from collections.abc import Callable
from typing import Any

import pytest
from table_page import TablePage

Open = Callable[..., TablePage]

# What the page is told when it goes to the background and comes back.
_HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def timed(open_table: Open) -> TablePage:
    """A fresh deal with the timer on, at 10 o'clock by the page."""
    table = open_table("canfield", number=31)
    table.page.evaluate("() => window.winnableTable.setting('timer', true)")
    table.page.clock.install()
    table.page.reload()
    table.ready()
    return table


def passes(table: TablePage, seconds: int) -> None:
    """Let time pass, with a sign of the player every half minute."""
    for _ in range(seconds // 30):
        table.page.clock.run_for(30_000)
        table.page.mouse.move(*table.point("T1"))
        table.page.mouse.move(*table.point("T2"))
    table.page.clock.run_for(seconds % 30 * 1000)


def shown(table: TablePage) -> str:
    """What the timer shows."""
    assert table.page.is_visible("#clock")
    return str(table.page.text_content("#clock")).removeprefix("Time ")


def seconds(table: TablePage) -> int:
    """What the timer shows, in seconds."""
    minutes, rest = shown(table).split(":")
    return int(minutes) * 60 + int(rest)


def about(expected: int) -> range:
    """A second less, as the timer looks once a second, or what a busy machine took on top."""
    return range(expected - 1, expected + 15)


def turn(table: TablePage) -> dict[str, Any]:
    """Turn the stock; the step as it was sent."""
    with table.page.expect_request("**/steps") as sent:
        table.page.keyboard.press("s")
    table.page.wait_for_function("() => window.winnableTable.table.settled", polling=20)
    return dict(sent.value.post_data_json)


def told(table: TablePage) -> int:
    """What the timer says when it is asked, in seconds."""
    table.page.keyboard.press("t")
    minutes, rest = table.spoken().removeprefix("Time: ").removesuffix(".").split(":")
    return int(minutes) * 60 + int(rest)


def test_off_by_default(open_table: Open) -> None:
    table = open_table("canfield", number=31)
    assert table.page.is_hidden("#clock")
    assert "seconds" not in turn(table)
    assert table.answer["seconds"] is None


def test_it_counts_from_the_first_move_and_goes_with_each_step(timed: TablePage) -> None:
    passes(timed, 45)
    assert shown(timed) == "0:00"
    assert turn(timed)["seconds"] == 0
    passes(timed, 65)
    assert seconds(timed) in about(65)
    assert turn(timed)["seconds"] in about(65)


def test_it_rests_in_the_background(timed: TablePage) -> None:
    turn(timed)
    passes(timed, 10)
    timed.page.evaluate(_HIDE, True)
    timed.page.clock.run_for(100_000)
    timed.page.evaluate(_HIDE, False)
    assert seconds(timed) in about(10)
    passes(timed, 5)
    assert turn(timed)["seconds"] in about(15)


def test_it_rests_two_minutes_after_the_last_sign_of_the_player(timed: TablePage) -> None:
    turn(timed)
    timed.page.clock.run_for(600_000)
    assert seconds(timed) in about(120)
    passes(timed, 30)
    before = seconds(timed)
    passes(timed, 60)
    assert seconds(timed) in about(before + 60)


def test_it_survives_a_reload(timed: TablePage) -> None:
    """What was counted since the last step is not known to the server; the browser keeps it."""
    turn(timed)
    passes(timed, 20)
    timed.page.reload()
    timed.ready()
    assert seconds(timed) in about(20)
    passes(timed, 25)
    assert turn(timed)["seconds"] in about(45)


def test_a_game_resumed_elsewhere_goes_on_from_what_the_server_has(timed: TablePage) -> None:
    turn(timed)
    timed.page.route("**/api/tables/*", lambda route: _with_seconds(route, 300))
    timed.page.reload()
    timed.ready()
    assert seconds(timed) in about(300)


def _with_seconds(route: Any, seconds: int) -> None:
    """The server's answer, as if another device had played so long."""
    response = route.fetch()
    route.fulfill(response=response, json={**response.json(), "seconds": seconds})


def test_a_game_begun_without_it_has_no_time(open_table: Open) -> None:
    table = open_table("canfield", number=32)
    table.press("s")
    table.page.evaluate("() => window.winnableTable.setting('timer', true)")
    assert shown(table) == "–"
    assert "seconds" not in turn(table)
    table.page.keyboard.press("t")
    assert table.spoken() == "The timer was off in this game; the next deal has a time."


def test_screen_readers_are_told_when_they_ask_and_at_the_end(timed: TablePage) -> None:
    turn(timed)
    before = timed.spoken()
    passes(timed, 60)
    assert timed.spoken() == before
    assert timed.page.get_attribute("#clock", "aria-live") == "off"
    earliest = seconds(timed)  # the timer goes on between these looks
    asked = told(timed)
    assert earliest <= asked <= seconds(timed)


def test_it_stops_at_the_result(timed: TablePage) -> None:
    turn(timed)
    passes(timed, 3)
    seq = timed.seq
    timed.page.click(".menu summary")
    timed.page.click("[data-command='give up']")
    timed.page.wait_for_function("seq => window.winnableTable.table.answer.seq > seq", arg=seq, polling=20)
    timed.page.click("#ending [data-close]")
    final = shown(timed)
    passes(timed, 60)
    assert shown(timed) == final
