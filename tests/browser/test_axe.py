"""axe finds nothing serious or critical: on any page, in any state of the table, in both languages, in all themes.

A page of its own goes into ``PAGES``, a panel or dialog of the table into ``STATES``.
"""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from server_process import Server
from table_page import TablePage

from winnable.games import GAMES

Open = Callable[..., TablePage]

LANGUAGES = ("en-GB", "de-DE")
THEMES = ("light", "dark", "contrast")
PAGES = ["/", "/nothing/", *(f"/rules/{name}/" for name in GAMES)]
GRAVE = ("serious", "critical")
COLOURS = {
    "runOnly": ["color-contrast", "link-in-text-block"],
    "resultTypes": ["violations"],
}  # all that themes differ in
_WEAR = "theme => { document.documentElement.dataset.theme = theme; }"


def command(name: str, shown: str) -> Callable[[TablePage], None]:
    """A state that a command of the menu leads to, and what is seen then."""

    def reach(table: TablePage) -> None:
        table.page.evaluate("name => document.querySelector(`[data-command='${name}']`).click()", name)
        table.page.wait_for_selector(shown)

    return reach


def menu_open(table: TablePage) -> None:
    table.page.click(".menu summary")


def whole_pile(table: TablePage) -> None:
    table.page.mouse.click(*table.point("R1"), button="right")
    table.page.wait_for_selector("#peek[open]")


def refused(table: TablePage) -> None:
    table.drag("R1-S")
    table.page.wait_for_selector("#toast:not([hidden])")


def no_connection(table: TablePage) -> None:
    table.page.route("**/steps", lambda route: route.abort())
    table.page.keyboard.press("s")
    table.page.wait_for_selector("#connection:not([hidden])")


def cards_held(table: TablePage) -> None:
    table.focus("R1")
    table.page.keyboard.press("Enter")
    table.page.wait_for_selector(".card.held")


STATES: dict[str, Callable[[TablePage], None]] = {
    "new deal": command("new", "#new[open] select"),
    "settings": command("settings", "#settings[open]"),
    "rules": command("rules", "#rules[open] article"),
    "share": command("share", "#share[open]"),
    "keys": command("keys", "#keys[open]"),
    "given up": command("give up", "#ending:not([hidden])"),
    "menu": menu_open,
    "whole pile": whole_pile,
    "refused": refused,
    "no connection": no_connection,
    "cards held": cards_held,
}


def grave(page: Any, where: str) -> list[str]:
    """What axe finds on a page: everything in the first theme, the colours in the others."""
    found = []
    for theme in THEMES:
        page.evaluate(_WEAR, theme)
        answer = Axe().run(page, options=COLOURS) if theme != THEMES[0] else Axe().run(page)
        for fault in answer.response["violations"]:
            if fault["impact"] in GRAVE:
                found += [f"{where}, {theme}: {fault['id']}: {node['html'][:200]}" for node in fault["nodes"]]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages(browser: Any, server: Server, language: str) -> None:
    context = browser.new_context(locale=language)
    page = context.new_page()
    found = []
    for path in PAGES:
        page.goto(server.url + path)
        found += grave(page, path)
    context.close()
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables(open_table: Open, server: Server, language: str) -> None:
    """Every game's table as it is dealt."""
    table = open_table("czarina", locale=language)
    found = []
    for game in GAMES:
        table.page.goto(f"{server.url}/play/{game}/7/")
        table.ready()
        found += grave(table.page, game)
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_states_of_the_table(open_table: Open, language: str) -> None:
    """Dialogs, panels and messages, each on a fresh table."""
    table = open_table("canfield", locale=language)
    found = []
    for name, reach in STATES.items():
        table.page.goto(f"{table.url}/play/canfield/7/")
        table.ready()
        reach(table)
        found += grave(table.page, name)
        table.page.unroute_all()
    assert found == []


def test_axe_would_find_a_fault(browser: Any) -> None:
    """Guards against a check that is blind."""
    page = browser.new_page()
    page.set_content(
        "<html lang='en'><title>t</title><p style='color:#999;background:#aaa'>pale</p><img src='x'></html>"
    )
    found = " ".join(grave(page, "here"))
    page.close()
    assert "color-contrast" in found
    assert "image-alt" in found
