"""While the server can't be reached: what is shown, what is kept, and that nothing of another person or version is."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from table_page import TablePage, without_errors
from test_axe import grave

from databases import place
from server_processes import Server
from winnable.site.version import SITE

Open = Callable[..., TablePage]

_WORKS = "() => navigator.serviceWorker.ready.then((it) => it.active.state)"
_WORKERS = """() => navigator.serviceWorker.getRegistration()
  .then((it) => [it.active, it.waiting, it.installing].map((worker) => worker && worker.state))"""
_CACHES = "async () => (await caches.keys()).sort()"
_KEPT = """async () => {
  const addresses = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) addresses.push(new URL(request.url).pathname);
  }
  return addresses;
}"""
_VERSIONS = """() => [...new Set(performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname)
  .filter((path) => path.startsWith("/static/")).map((path) => path.split("/")[2]))]"""

# No wait between two attempts ends by itself any more; there is one once ``waits`` is more than 0.
_WAITS_FOR_EVER = """() => {
  const setTimeout = window.setTimeout;
  window.waits = 0;
  window.setTimeout = (work, ms = 0) => (ms < 300 ? setTimeout(work, ms) : -(window.waits += 1));
}"""


class Visit(TablePage):
    """A visit with a service worker."""

    def __init__(self, browser: Any, url: str, **context: Any) -> None:
        super().__init__(browser, url, {"service_workers": "allow", **context})

    def _console(self, message: Any) -> None:
        expected = ("status of 404", "ERR_INTERNET_DISCONNECTED")  # another person's game; no network
        if not any(text in message.text for text in expected):
            super()._console(message)

    def begin(self, game: str, number: int) -> None:
        """Open a deal and wait until the worker has kept what it keeps."""
        self.open(game, number)
        until(self.page, _WORKS, "activated")

    def bar(self) -> str:
        """What is said about the connection."""
        return str(self.page.text_content("#connection"))

    def toast(self) -> str:
        """What the player is told."""
        self.page.wait_for_selector("#toast:not([hidden])")
        return str(self.page.text_content("#toast"))

    def waste(self) -> list[str]:
        """The cards of the waste as shown."""
        return self.cards("W")

    def unsent(self) -> int:
        """How many games have steps that no answer has come for."""
        keys = self.page.evaluate("() => Object.keys(localStorage)")
        return sum(key.startswith("winnable.unsent.") for key in keys)


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this module's own."""
    with place("sqlite", tmp_path_factory.mktemp("away")) as environment:
        running = Server(environment)
        yield running
        running.kill()


@pytest.fixture
def away(own_server: Server) -> Iterator[Server]:
    """A server that a test may stop; it runs again afterwards."""
    yield own_server
    if own_server.process.poll() is not None:
        own_server.start()


@pytest.fixture
def visit(browser: object, away: Server) -> Iterator[Callable[..., Visit]]:
    """A function that begins a visit; at the end no page may have reported an error."""
    with without_errors() as visits:

        def begin(**context: Any) -> Visit:
            one = Visit(browser, away.url, **context)
            visits.append(one)
            return one

        yield begin


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-GB", ("can't be reached", "Canfield, Deal 21")), ("de-DE", ("nicht erreichbar", "Canfield, Spiel Nr. 21"))],
)
def test_a_second_visit_without_the_server(
    visit: Callable[..., Visit], away: Server, locale: str, words: tuple[str, str]
) -> None:
    """Every page says so; a game seen before is shown as it stood; and each goes on by itself."""
    table = visit(locale=locale)
    table.begin("canfield", 21)
    table.press("s")
    stood = table.answer["view"]
    away.kill()
    for path in ("/", "/rules/canfield/", "/nix"):
        table.page.goto(away.url + path)
        assert words[0] in str(table.page.text_content("h1"))
    table.page.click(f"text={words[1]}")
    table.ready()
    assert table.answer["view"] == stood
    assert table.disagreement() == []
    assert table.page.text_content("h1") == "Canfield"
    assert words[0] in table.bar()
    other = table.context.new_page()
    other.goto(f"{away.url}/play/czarina/")
    other.wait_for_selector("#connection:not([hidden])")
    assert words[0] in str(other.text_content("#connection"))
    rules = table.context.new_page()
    rules.goto(f"{away.url}/rules/canfield/")
    away.start()
    table.page.wait_for_selector("#connection", state="hidden", timeout=30000)
    table.press("s")
    other.wait_for_selector("body[data-ready]", timeout=30000)
    assert other.text_content("h1") == "Czarina"
    rules.wait_for_selector("article h2", timeout=40000)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_axe_finds_nothing_grave_without_the_server(visit: Callable[..., Visit], away: Server, locale: str) -> None:
    table = visit(locale=locale)
    table.begin("canfield", 21)
    kept = table.page.url
    away.kill()
    found = []
    for name, address in (("no table", f"{away.url}/play/czarina/"), ("kept table", kept)):
        table.page.goto(address)
        table.page.wait_for_selector("#connection:not([hidden])")
        found += grave(table.page, name)
    table.page.goto(f"{away.url}/")
    found += grave(table.page, "any other page")
    assert found == []


@pytest.mark.parametrize("lost", ["reloaded", "closed"])
def test_a_move_without_the_server_outlives_the_page_and_is_played_once(
    visit: Callable[..., Visit], away: Server, lost: str
) -> None:
    table = visit()
    table.begin("canfield", 21)
    table.press("s")
    away.kill()
    table.page.keyboard.press("s")
    table.page.wait_for_selector("#connection:not([hidden])")
    shown = table.waste()
    assert len(shown) == 6
    if lost == "closed":
        address = table.page.url
        old, table.page = table.page, table.context.new_page()
        old.close()
        table.page.goto(address)
    else:
        table.page.reload()
    table.ready()
    assert table.waste() == shown
    assert table.seq == 1
    assert "last move is kept" in table.bar()
    away.start()
    table.after(1)
    assert (table.seq, table.answer["moves_made"], table.waste()) == (2, 2, shown)
    assert table.unsent() == 0
    table.page.reload()
    table.ready()
    assert (table.seq, table.waste(), table.disagreement()) == (2, shown, [])


def test_what_is_not_foretold_is_refused_with_a_sentence(visit: Callable[..., Visit], away: Server) -> None:
    table = visit()
    table.begin("canfield", 21)
    table.press("s")
    away.kill()
    table.page.keyboard.press("h")
    table.page.wait_for_selector("#connection:not([hidden])")
    assert "one more move" in table.bar()
    for key in ("u", "n", "h"):
        table.page.evaluate("() => { document.getElementById('toast').hidden = true; }")
        table.page.keyboard.press(key)
        assert "needs the server" in table.toast()
    table.page.keyboard.press("s")
    shown = table.waste()
    table.page.keyboard.press("s")
    assert "No further move" in table.toast()
    table.page.mouse.click(*table.point("T1"))
    assert table.waste() == shown
    away.start()
    table.after(1)
    assert (table.seq, table.waste()) == (2, shown)


def test_a_game_that_went_on_on_another_device(visit: Callable[..., Visit], away: Server) -> None:
    """The move made meanwhile is not played; the player is told, and sees the game as it is."""
    table = visit()
    table.begin("canfield", 21)
    table.press("s")
    table.context.set_offline(True)
    table.page.keyboard.press("s")
    table.page.wait_for_selector("#connection:not([hidden])")
    token = next(cookie["value"] for cookie in table.context.cookies() if cookie["name"] == "csrftoken")
    answer = table.context.request.post(
        f"{away.url}/api/tables/{table.answer['id']}/steps",
        data={"after": 1, "key": "another", "do": "undo"},
        headers={"X-CSRFToken": token},
    )
    assert answer.status == 200
    table.context.set_offline(False)
    assert "on another device" in table.toast()
    table.after(1)
    assert (table.seq, table.waste(), table.unsent()) == (2, [], 0)
    assert table.disagreement() == []
    table.press("s")
    assert table.seq == 3


def test_the_network_coming_back_is_noticed_at_once(visit: Callable[..., Visit]) -> None:
    """However long the wait for the next attempt is, the browser's word ends it."""
    table = visit()
    table.begin("canfield", 21)
    table.context.set_offline(True)
    table.page.keyboard.press("s")
    table.page.wait_for_selector("#connection:not([hidden])")
    table.page.evaluate(_WAITS_FOR_EVER)
    table.page.wait_for_function("() => window.waits")
    table.context.set_offline(False)
    table.page.wait_for_selector("#connection", state="hidden")
    table.after(0)
    assert table.seq == 1


def test_a_move_made_before_being_signed_out_waits_for_whoever_made_it(
    visit: Callable[..., Visit], away: Server
) -> None:
    """Without the session there is no such game any more; with it again, the move is played."""
    table = visit()
    table.begin("canfield", 21)
    table.context.set_offline(True)
    table.page.keyboard.press("s")
    table.page.wait_for_selector("#connection:not([hidden])")
    cookies = [cookie for cookie in table.context.cookies() if cookie["name"] == "sessionid"]
    assert cookies
    table.context.clear_cookies(name="sessionid")
    table.context.set_offline(False)
    assert "no such game" in table.toast()
    assert (table.seq, table.unsent()) == (0, 1)
    table.context.add_cookies(cookies)
    table.page.reload()
    table.ready()
    table.after(0)
    assert (table.seq, table.unsent(), len(table.waste())) == (1, 0, 3)


def test_nothing_personal_is_kept_by_the_worker(visit: Callable[..., Visit], away: Server) -> None:
    table = visit()
    table.begin("canfield", 21)
    for path in ("/", "/rules/canfield/", "/play/czarina/3/"):
        table.page.goto(away.url + path)
    kept = table.page.evaluate(_KEPT)
    assert len(kept) > 30
    assert [path for path in kept if not path.startswith(("/static/", "/offline/")) and path != "/language"] == []


def test_another_person_sees_no_game_of_the_one_before(visit: Callable[..., Visit], away: Server) -> None:
    """Signed out, or another guest: what was kept is forgotten with the next page."""
    table = visit()
    table.begin("canfield", 21)
    table.press("s")
    table.context.clear_cookies()
    with table.page.expect_response("**/api/tables"):
        table.page.goto(f"{away.url}/rules/canfield/")
    table.page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('winnable.game.'))")
    away.kill()
    table.page.goto(f"{away.url}/")
    assert "can't be reached" in str(table.page.text_content("h1"))
    assert not table.page.is_visible("#kept")


def test_an_update_is_seen_at_once_and_never_half(browser: object, tmp_path: Path) -> None:
    """A page and all that it loads are of one version: with the old worker, with the new, without the server."""
    site = tmp_path / "site"
    shutil.copytree(SITE, site, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        f"import winnable; winnable.__path__.insert(0, {str(tmp_path)!r}); from winnable.site.serve import main; main()"
    )
    server = Server({**os.environ, "WINNABLE_DATA": str(tmp_path)}, program=("-c", code))
    table = Visit(browser, server.url)
    try:
        table.begin("canfield", 21)
        versions = table.page.evaluate(_VERSIONS)
        for text in ("first", "second"):
            server.kill()
            words = site / "static/table/words.js"
            line = f"document.documentElement.dataset.updated = '{text}';"
            words.write_text(words.read_text("utf-8") + line + "\n", "utf-8")
            server.start()
            table.press("s")  # the page that is open plays on
            table.page.reload()
            table.ready()
            assert table.page.get_attribute("html", "data-updated") == text
            [new] = table.page.evaluate(_VERSIONS)
            assert new not in versions
            versions.append(new)
            until(table.page, _CACHES, sorted(["winnable-language", *(f"winnable-{one}" for one in versions[-2:])]))
            until(table.page, _WORKERS, ["activated", None, None])
        server.kill()
        table.page.reload()
        table.ready()
        assert table.page.evaluate(_VERSIONS) == versions[-1:]
        assert table.page.get_attribute("html", "data-updated") == "second"
        assert table.errors == []
    finally:
        table.close()
        server.kill()


def until(page: Any, script: str, wanted: Any) -> None:
    """Wait until a script that may take its time answers what is wanted."""
    deadline = time.monotonic() + 30
    while (found := page.evaluate(script)) != wanted:
        assert time.monotonic() < deadline, found
        page.wait_for_timeout(100)


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_no_page_asks_anyone_else(visit: Callable[..., Visit], away: Server, language: str) -> None:
    """Neither a page nor the worker sends a request to a third party."""
    table = visit(locale=language)
    asked: list[str] = []
    table.context.on("request", lambda request: asked.append(request.url))
    table.begin("canfield", 21)
    for path in ("/", "/play/czarina/", "/rules/czarina/", "/play/zarina/", "/app.en.webmanifest"):
        table.page.goto(away.url + path)
    table.page.wait_for_load_state("networkidle")
    assert len(asked) > 30
    assert [url for url in asked if not url.startswith((away.url, "data:"))] == []


def test_the_site_can_be_installed(browser: object, whole_chromium: str, away: Server, tmp_path: Path) -> None:
    """Chromium finds nothing that is missing."""
    kind = browser.browser_type  # type: ignore[attr-defined]
    for language in ("en", "de"):
        context = kind.launch_persistent_context(
            tmp_path / language, executable_path=whole_chromium, args=["--no-sandbox"], locale=language
        )
        page = context.new_page()
        page.goto(f"{away.url}/")
        until(page, _WORKS, "activated")
        session = context.new_cdp_session(page)
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["url"] == f"{away.url}/app.{language}.webmanifest"
        context.close()
