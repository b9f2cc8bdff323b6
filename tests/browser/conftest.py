"""A real server process and a real Chromium for the browser tests."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from server_process import Server
from table_page import TablePage

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder."""
    for item in items:
        if HERE in Path(item.path).parents:
            item.add_marker(pytest.mark.browser)


def chromium_path() -> str | None:
    """Where Chromium is, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def leave_out(why: str) -> NoReturn:
    """Skip the browser tests, or fail them where they must run."""
    if os.environ.get("WINNABLE_NEED_BROWSER") == "1":
        pytest.fail(f"{why}, and WINNABLE_NEED_BROWSER=1 says that the browser tests must run.")
    pytest.skip(f"{why}, so the browser tests are left out.")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the whole run."""
    running = Server(tmp_path_factory.mktemp("data"))
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """One headless Chromium for the whole run."""
    path = chromium_path()
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


@pytest.fixture
def open_table(browser: object, server: Server) -> Iterator[object]:
    """A function that opens a table page; at the end no page may have reported an error."""
    pages: list[TablePage] = []

    def open_page(game: str, number: int = 7, **context: object) -> TablePage:
        page = TablePage(browser, server.url, context)
        pages.append(page)
        page.open(game, number)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert [error for page in pages for error in page.errors] == []
