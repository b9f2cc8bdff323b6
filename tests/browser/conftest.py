"""A real server process and a real Chromium for the browser tests."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from table_page import TablePage, without_errors

from databases import place
from server_processes import Server

HERE = Path(__file__).parent
WHOLE = ("chromium", "chromium-browser", "google-chrome")
SHELL = "chromium-headless-shell"  # without the windows around the pages, for half of the processor's time


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder."""
    for item in items:
        if HERE in Path(item.path).parents:
            item.add_marker(pytest.mark.browser)


def first_found(*names: str) -> str | None:
    """Where the first of some programs is that is there, or None."""
    return next(filter(None, map(shutil.which, names)), None)


def leave_out(why: str) -> NoReturn:
    """Skip the browser tests, or fail them where they must run."""
    if os.environ.get("WINNABLE_NEED_BROWSER") == "1":
        pytest.fail(f"{why}, and WINNABLE_NEED_BROWSER=1 says that the browser tests must run.")
    pytest.skip(f"{why}, so the browser tests are left out.")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the whole run."""
    with place("sqlite", tmp_path_factory.mktemp("data")) as environment:
        running = Server(environment)
        yield running
        running.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """One headless Chromium for the whole run."""
    path = first_found(SHELL, *WHOLE)
    if path is None:
        leave_out("Chromium was not found")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        leave_out("Playwright is not installed")

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def whole_chromium() -> str:
    """The path of a Chromium that can install sites; its shell says of any that it can be."""
    return first_found(*WHOLE) or leave_out("A Chromium with windows was not found")


@pytest.fixture
def open_table(browser: object, server: Server) -> Iterator[object]:
    """A function that opens a table page; at the end no page may have reported an error."""
    with without_errors() as pages:

        def open_page(game: str, number: int = 7, **context: object) -> TablePage:
            page = TablePage(browser, server.url, context)
            pages.append(page)
            page.open(game, number)
            return page

        yield open_page
