"""Signing up and in while games are open."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from account_forms import PASSWORD, fill_in
from table_page import TablePage

from server_processes import Server

Open = Callable[..., TablePage]
_numbers = itertools.count(1)


@pytest.fixture
def name() -> str:
    """A user name that nobody has."""
    return f"Badger-{next(_numbers)}-x"


def sign_in_elsewhere(table: TablePage, name: str, *, new: bool) -> None:
    """Sign up or in on another tab of the same browser."""
    tab = table.context.new_page()
    tab.goto(f"{table.url}/sign-{'up' if new else 'in'}/")
    fill_in(tab, name, new=new)
    tab.wait_for_url(f"{table.url}/")
    tab.close()


def test_who_signs_up_in_mid_game_plays_on_and_finds_it_on_another_device(open_table: Open, name: str) -> None:
    table = open_table("canfield", 17)
    table.press("s")
    game = table.answer["id"]
    table.page.click("details.menu summary")
    table.page.click(".sheet a.account")
    table.page.click("main a[href^='/sign-up/']")
    fill_in(table.page, name, new=True)
    table.page.wait_for_url("**/play/canfield/17/**")
    table.ready()
    assert (table.answer["id"], table.seq) == (game, 1)
    table.press("s")
    device = open_table("czarina", 3)
    device.page.goto(f"{device.url}/sign-in/")
    fill_in(device.page, name, new=False)
    device.page.click("#unfinished a[href*='/play/canfield/']")
    device.ready()
    assert (device.answer["id"], device.seq) == (game, 2)
    device.press("s")
    table.page.evaluate("() => window.winnableTable.table.refresh()")
    table.page.wait_for_function("() => window.winnableTable.table.answer.seq === 3")
    assert table.disagreement() == []


@pytest.mark.parametrize("new", [True, False])
def test_a_table_that_is_open_in_another_tab_plays_on(open_table: Open, name: str, new: bool) -> None:
    if not new:
        sign_in_elsewhere(open_table("czarina", 3), name, new=True)
    table = open_table("canfield", 17)
    table.press("s")
    sign_in_elsewhere(table, name, new=new)
    table.press("s")
    assert table.seq == 2
    assert table.disagreement() == []


def test_a_move_under_way_while_another_tab_signs_in_is_played_once(open_table: Open, name: str) -> None:
    """It comes with the cookie of before: it was refused, and its answer signed the browser out."""
    sign_in_elsewhere(open_table("czarina", 3), name, new=True)
    table = open_table("canfield", 17)
    table.press("s")
    held: list[int] = []

    def hold(route: Any) -> None:
        old = {key: value for key, value in route.request.all_headers().items() if not key.startswith(":")}
        sign_in_elsewhere(table, name, new=False)
        late = route.fetch(headers=old)
        held.append(late.status)
        route.fulfill(response=late)

    table.intercept("**/steps", hold, times=1)
    table.press("s")
    assert held == [404]
    assert len(table.errors) == 1, "the browser reports the 404, which is what this is about"
    table.errors.clear()
    assert table.seq == 2
    table.page.goto(f"{table.url}/account/")
    assert name in str(table.page.text_content("h1"))


def test_the_account_s_settings_win_and_the_others_come_along(open_table: Open, name: str) -> None:
    first = open_table("czarina", 3)
    sign_in_elsewhere(first, name, new=True)
    first.page.reload()
    first.ready()
    with first.page.expect_response("**/api/settings"):
        first.page.evaluate("() => window.winnableTable.setting('theme', 'light')")
    table = open_table("canfield", 17)
    for setting, value in (("theme", "dark"), ("hand", "left")):
        with table.page.expect_response("**/api/settings"):
            table.page.evaluate("([name, value]) => window.winnableTable.setting(name, value)", [setting, value])
    sign_in_elsewhere(table, name, new=False)
    table.page.reload()
    table.ready()
    dressed = table.page.evaluate("() => ({...document.documentElement.dataset})")
    assert (dressed["theme"], dressed["hand"]) == ("light", "left")


def test_after_signing_out_the_browser_shows_nothing_of_the_account(
    open_table: Open, server: Server, name: str
) -> None:
    table = open_table("canfield", 17)
    table.press("s")
    sign_in_elsewhere(table, name, new=True)
    table.page.goto(f"{server.url}/account/")
    table.page.click("form[action='/sign-out/'] button")
    table.page.wait_for_url(f"{server.url}/")
    assert table.page.is_hidden("#unfinished")
    kept = "() => Object.keys(localStorage).filter((key) => key.startsWith('winnable.game.'))"
    assert table.page.evaluate(kept) == []
    table.page.go_back()
    assert name not in str(table.page.text_content("body"))
    table.page.goto(f"{server.url}/play/canfield/17/")
    table.ready()
    assert table.seq == 0


@pytest.mark.parametrize("width", [320, 360, 1280])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_way_to_the_account_is_seen_on_every_screen(
    open_table: Open, server: Server, name: str, width: int, language: str
) -> None:
    """On a phone it had no width."""
    table = open_table("canfield", 17, viewport={"width": width, "height": 740}, locale=language)
    for _ in range(2):
        table.page.goto(f"{server.url}/")
        box = table.page.locator("header .account").bounding_box()
        assert box["width"] > 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert table.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
        if table.page.locator("header .account[href^='/sign-in/']").count():
            sign_in_elsewhere(table, name, new=True)


def test_everything_works_without_scripts(browser: Any, server: Server, name: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/sign-up/")
    page.fill("[name=username]", "a b")
    page.click("form.form button")
    page.wait_for_selector("[name=username]:focus")
    assert page.get_attribute("[name=username]", "aria-invalid") == "true"
    described = str(page.get_attribute("[name=username]", "aria-describedby")).split()
    assert "3 to 30 letters" in str(page.text_content(f"#{described[-1]}"))
    fill_in(page, name, new=True)
    page.goto(f"{server.url}/account/delete/")
    page.fill("[name=current]", PASSWORD)
    page.click("form.form button")
    page.wait_for_url("**/account/deleted/")
    context.close()
