"""Requests are taken in before threads: nobody keeps others waiting, and no header passes for another."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from databases import place
from server_processes import Caller, Server
from winnable.site import incoming
from winnable.site.incoming import taken_in

MOST = 100


def seen(headers: list[tuple[bytes, bytes]], *messages: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """What a site behind ``taken_in`` is called with (its headers and its body), and what is answered instead."""
    calls: list[Any] = []
    sent: list[Any] = []
    coming = iter(messages)

    async def site(scope: Any, receive: Any, send: Any) -> None:
        calls.append((scope["headers"], (await receive())["body"]))

    async def receive() -> dict[str, Any]:
        message = next(coming, None)
        return message or await asyncio.Future()

    async def send(message: Any) -> None:
        sent.append(message)

    # In a thread of its own: Playwright leaves a loop running in the one of the tests.
    with ThreadPoolExecutor(1) as thread:
        call = taken_in(site, MOST)({"type": "http", "headers": headers}, receive, send)
        thread.submit(asyncio.run, call).result()
    return calls, sent


def part(body: bytes, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_in_chunks_is_one_with_a_length() -> None:
    calls, _ = seen([(b"host", b"x")], part(b"ab", True), part(b"c", False))
    assert calls == [([(b"host", b"x"), (b"content-length", b"3")], b"abc")]


def test_a_body_in_chunks_is_read_no_further_than_it_may_be_long() -> None:
    calls, _ = seen([], part(b"a" * MOST, True), part(b"b", True), part(b"c", True))
    assert calls == [([(b"content-length", b"%d" % (MOST + 1))], b"a" * MOST + b"b")]


@pytest.mark.parametrize("length", [b"101", b"9" * 5000, b"x"])
def test_a_body_that_is_said_to_be_too_large_is_not_read(length: bytes) -> None:
    headers = [(b"content-length", length)]
    assert seen(headers) == ([(headers, b"")], [])


def test_who_is_too_slow_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "PATIENCE", 0.01)
    calls, sent = seen([(b"content-length", b"9")], part(b"a", True))
    assert not calls
    assert sent[0]["status"] == 408


def test_who_has_gone_is_not_answered() -> None:
    assert seen([(b"content-length", b"9")], part(b"a", True), {"type": "http.disconnect"}) == ([], [])


def test_a_header_that_looks_like_a_proxy_s_is_dropped() -> None:
    """WSGI knows no difference between ``_`` and ``-``: a caller could say where he comes from."""
    real = (b"x-forwarded-for", b"192.0.2.1")
    calls, _ = seen([(b"x_forwarded_for", b"198.51.100.1"), real, (b"x_forwarded_for", b"::1")], part(b"", False))
    assert calls == [([real], b"")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a new folder."""
    with place("sqlite", tmp_path_factory.mktemp("data")) as environment:
        started = Server(environment)
        yield started
        started.kill()


def test_bodies_that_never_come_keep_nobody_waiting(server: Server) -> None:
    """Twenty calls that stopped in the middle of a form once held all threads, and nobody else got an answer."""
    host, port = server.place.split(":")
    begun = (
        b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: 1000\r\nCookie: csrftoken=abcdefghijklmnopqrstuvwxyzabcdef\r\n\r\nusername="
    )
    with contextlib.ExitStack() as held:
        for _ in range(40):
            held.enter_context(socket.create_connection((host, int(port)))).sendall(begun)
        caller = Caller()
        path = caller.deal(server)
        assert caller.call(server, "GET", path)[0] == 200


def test_a_call_in_chunks_is_understood(server: Server) -> None:
    import http.client

    caller = Caller()
    caller.call(server, "GET", "/")
    headers = {"Cookie": f"csrftoken={caller.cookies['csrftoken']}", "X-CSRFToken": caller.cookies["csrftoken"]}
    headers |= {"Content-Type": "application/json"}
    for body, status in ((json.dumps({"game": "canfield"}).encode(), 201), (b"a" * 70_000, 413)):
        connection = http.client.HTTPConnection(server.place, timeout=60)
        connection.request("POST", "/api/tables", iter([body[:5], body[5:]]), headers, encode_chunked=True)
        assert connection.getresponse().status == status
        connection.close()
