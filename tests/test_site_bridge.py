"""From the event loop to Django's threads and back: an answer arrives whole, and a request is not a piece at a time."""

import asyncio
import contextvars
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from winnable.site.bridge import in_threads

MARK: contextvars.ContextVar[str] = contextvars.ContextVar("MARK", default="")
SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "POST",
    "path": "/somewhere/ä",
    "query_string": b"a=1",
    "http_version": "1.1",
    "headers": [(b"content-length", b"4"), (b"x-a", b"1"), (b"x-a", b"2")],
    "client": ("192.0.2.1", 99),
}


class Pieces:
    """An answer of a WSGI application, in pieces, that has to be closed."""

    def __init__(self, broken: bool = False) -> None:
        self.closed_in = ""
        self.broken = broken

    def __iter__(self) -> Iterator[bytes]:
        yield b"one "
        if self.broken:
            raise RuntimeError("in the midst")
        yield b"two"

    def close(self) -> None:
        """As Django ends a request."""
        self.closed_in = threading.current_thread().name


def called(wsgi: Any, scope: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """What is sent for a request with a body of four bytes."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"body", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    with ThreadPoolExecutor(1) as thread:  # Playwright leaves a loop running in the one of the tests
        thread.submit(asyncio.run, in_threads(wsgi, 1)(scope or SCOPE, receive, send)).result()
    return sent


def test_an_answer_in_pieces_is_sent_whole_and_closed_in_its_thread() -> None:
    pieces, seen = Pieces(), {}

    def wsgi(environ: dict[str, Any], start_response: Any) -> Pieces:
        seen.update(environ, body=environ["wsgi.input"].read())
        start_response("201 Created", [("X-B", "3"), ("Set-Cookie", " a=1")])
        return pieces

    start, content = called(wsgi)
    assert start == {
        "type": "http.response.start",
        "status": 201,
        "headers": [(b"x-b", b"3"), (b"set-cookie", b"a=1")],
    }
    assert content == {"type": "http.response.body", "body": b"one two"}
    assert pieces.closed_in.startswith("site")
    assert (seen["REQUEST_METHOD"], seen["QUERY_STRING"], seen["REMOTE_ADDR"]) == ("POST", "a=1", "192.0.2.1")
    assert (seen["body"], seen["CONTENT_LENGTH"], seen["HTTP_X_A"]) == (b"body", "4", "1,2")


def test_an_answer_that_breaks_off_is_closed_and_nothing_is_sent() -> None:
    pieces = Pieces(broken=True)

    def wsgi(environ: dict[str, Any], start_response: Any) -> Pieces:
        start_response("200 OK", [])
        return pieces

    with pytest.raises(RuntimeError, match="in the midst"):
        called(wsgi)
    assert pieces.closed_in


def test_what_a_request_leaves_in_its_context_does_not_reach_the_next() -> None:
    """Django keeps a request's language there."""
    seen = []

    def wsgi(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.append(MARK.get())
        MARK.set("left behind")
        start_response("200 OK", [])
        return [b""]

    site = in_threads(wsgi, 1)  # one thread, so that both run in the same

    async def twice() -> None:
        for _ in range(2):
            await site(SCOPE, _nothing, _ignored)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, twice()).result()
    assert seen == ["", ""]


def test_other_than_http_is_not_answered() -> None:
    assert called(lambda *_: [], {"type": "websocket"}) == []


async def _nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _ignored(_: dict[str, Any]) -> None:
    """What is sent is not looked at."""
