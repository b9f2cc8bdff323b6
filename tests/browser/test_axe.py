"""axe finds nothing serious or critical: on any page, in any state of the table, in both languages, in all themes.

Pages are found by following links, as a guest and signed in; a new one needs nothing here but a link to it. A panel or
dialog of the table goes into ``STATES``. Colours are the same in both languages, and whatever the page is filled with:
in German one page of each kind is seen, in one theme.
"""

import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from account_forms import fill_in
from axe_playwright_python.sync_playwright import Axe
from table_page import TablePage

from server_processes import Server
from winnable.games import GAMES

Open = Callable[..., TablePage]

THEMES = ("light", "dark", "contrast")
LANGUAGES = {"en-GB": THEMES, "de-DE": THEMES[:1]}  # and the themes that are worn
GRAVE = ("serious", "critical")
FAULTS = {"resultTypes": ["violations"]}  # telling of all that is well takes longer than looking
# All that a theme can change.
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], **FAULTS}
_WEAR = "theme => { document.documentElement.dataset.theme = theme; }"
_LINKS = """() => [...document.links]
  .filter((link) => link.origin === location.origin && !link.hasAttribute("download"))
  .map((link) => link.pathname)"""
_NOT_PAGES = r"/(play|table|api|static|picture)/|\.\w+$"


def command(name: str, shown: str) -> Callable[[TablePage], None]:
    """A state that a command of the menu leads to, and what is seen then."""

    def reach(table: TablePage) -> None:
        table.page.evaluate("name => document.querySelector(`[data-command='${name}']`).click()", name)
        table.page.wait_for_selector(shown)

    return reach


def shared_by_hand(table: TablePage) -> None:
    """Where the clipboard fails, the text is shown."""
    table.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    command("share", "#share[open]")(table)


def watching(table: TablePage) -> None:
    table.press("s")
    seq = table.seq
    table.page.evaluate("() => window.winnableTable.table.take({ do: 'give up' })")
    table.after(seq)
    table.page.click("#ending a[data-replay]")
    table.page.wait_for_selector("body[data-source][data-ready]")


def menu_open(table: TablePage) -> None:
    table.page.click(".menu summary")


def whole_pile(table: TablePage) -> None:
    table.page.mouse.click(*table.point("R1"), button="right")
    table.page.wait_for_selector("#peek[open]")


def refused(table: TablePage) -> None:
    table.drag("R1-S")
    table.page.wait_for_selector("#toast:not([hidden])")


def no_connection(table: TablePage) -> None:
    table.intercept("**/steps", lambda route: route.abort())
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
    "share": shared_by_hand,
    "keys": command("keys", "#keys[open]"),
    "given up": command("give up", "#ending:not([hidden])"),
    "replay": watching,
    "menu": menu_open,
    "whole pile": whole_pile,
    "refused": refused,
    "no connection": no_connection,
    "cards held": cards_held,
}


def grave(page: Any, where: str, themes: tuple[str, ...] = THEMES) -> list[str]:
    """What axe finds on a page: everything in the first theme, the colours in the others."""
    found = []
    for theme in themes:
        page.evaluate(_WEAR, theme)
        if theme == themes[0]:
            answer = Axe().run(page, options=FAULTS).response
        else:
            answer = page.evaluate("options => window.axe.run(options)", COLOURS)
        for fault in answer["violations"]:
            if fault["impact"] in GRAVE:
                found += [f"{where}, {theme}: {fault['id']}: {node['html'][:200]}" for node in fault["nodes"]]
    return found


def kind(path: str) -> str:
    """What a page shares its template with: its path with numbers and names of games left out."""
    return re.sub(rf"{'|'.join(GAMES)}|\d+", "…", path)


def linked_pages(page: Any, start: str, same: Callable[[str], str]) -> Iterator[str]:
    """Go to the pages that can be reached by links, and say their paths; ``same`` is equal for those seen as one."""
    waiting, seen = ["/"], {"/"}
    while waiting:
        path = waiting.pop(0)
        if page.goto(start + path).status == 200:
            yield path
        for link in page.evaluate(_LINKS):
            plain = re.sub(r"^/(en|de)/", "/", link)
            if same(plain) not in seen and not re.search(_NOT_PAGES, plain):
                seen.add(same(plain))
                waiting.append(link)


def faults_of_pages(page: Any, start: str, known: set[str], language: str, same: Callable[[str], str]) -> list[str]:
    """What axe finds on all linked pages that are not yet known; of each kind one is seen in every theme."""
    found = []
    for path in linked_pages(page, start, same):
        if same(path) not in known:
            found += grave(page, path, THEMES[:1] if kind(path) in known else LANGUAGES[language])
        known |= {path, kind(path)}
    return found


@pytest.mark.parametrize(("language", "same"), [("en-GB", str), ("de-DE", kind)])
def test_pages_of_a_guest_and_of_an_account(
    browser: Any, server: Server, language: str, same: Callable[[str], str]
) -> None:
    page = browser.new_context(locale=language).new_page()
    known: set[str] = set()
    found = faults_of_pages(page, server.url, known, language, same)
    page.goto(f"{server.url}/nothing/")
    found += grave(page, "not found", LANGUAGES[language])
    found += sign_up(page, server.url, language)
    known.remove("/")  # the start page of an account
    found += faults_of_pages(page, server.url, known, language, kind)
    page.context.close()
    assert found == []
    assert {"/", "/sign-in/", "/account/"} <= known
    assert sum("/rules/" in path for path in known) > (len(GAMES) if same is str else 0)


def sign_up(page: Any, start: str, language: str) -> list[str]:
    """Make an account, with mistakes at first; what axe finds on the way."""
    page.goto(f"{start}/sign-up/")
    name = f"axe-{secrets.token_hex(4)}"
    fill_in(page, name, new=True, password="short")  # noqa: S106 - a mistake
    page.wait_for_selector('[aria-invalid="true"]')  # else the old page may still go away
    found = grave(page, "sign-up with mistakes", LANGUAGES[language])
    fill_in(page, name, new=True)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_that_refuse(browser: Any, server: Server, language: str) -> None:
    """A form from a page that is out of date, and a fault of the server as Django writes it."""
    from django.template.loader import render_to_string
    from django.utils.translation import override

    import site_support  # noqa: F401 - sets up Django in this process

    page = browser.new_context(locale=language).new_page()
    page.goto(f"{server.url}/")
    page.evaluate("() => { document.querySelector('form.language [name=csrfmiddlewaretoken]').value = 'old'; }")
    with page.expect_navigation():  # a click alone does not wait for the next page
        page.click("form.language button")
    assert page.title().endswith("Winnable")
    found = grave(page, "refused form", LANGUAGES[language])
    with override(language[:2]):
        page.set_content(render_to_string("500.html"))
    assert page.get_attribute("html", "lang") == language[:2]
    found += grave(page, "fault of the server", LANGUAGES[language])
    page.context.close()
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables(open_table: Open, server: Server, language: str) -> None:
    """Every game's table as it is dealt; in German one."""
    table = open_table("czarina", locale=language)
    found = grave(table.page, "czarina", LANGUAGES[language])
    for game in GAMES if language == "en-GB" else ():
        table.page.goto(f"{server.url}/play/{game}/7/")
        table.ready()
        found += grave(table.page, game, THEMES[:1])
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
        found += grave(table.page, name, LANGUAGES[language])
        table.page.unroute_all()
    assert found == []


def test_axe_would_find_a_fault(browser: Any) -> None:
    """Guards against a check that is blind."""
    page = browser.new_page()
    page.set_content("<html lang='en'><title>t</title><p style='color:#999;background:#aaa'>pale</p><img src='x'>")
    found = " ".join(grave(page, "here"))
    page.close()
    assert "color-contrast" in found
    assert "image-alt" in found
