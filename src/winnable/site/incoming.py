"""A request is taken in whole before a thread is: whoever sends one slowly, or stops, keeps nobody else waiting."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]

PATIENCE = 30.0  # seconds that a body may take
_DIGITS = 10  # of a body's length that are read


def taken_in(site: Application, most: int) -> Application:
    """The site, called only once a body is there; what is larger than ``most`` bytes is left for it to refuse."""

    async def call(scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await site(scope, receive, send)
            return
        headers = _unmistakable(scope["headers"])
        try:
            async with asyncio.timeout(PATIENCE):
                body = b"" if _declared(headers) > most else await _body(receive, most)
        except TimeoutError:
            await send({"type": "http.response.start", "status": 408, "headers": [(b"connection", b"close")]})
            await send({"type": "http.response.body"})
            return
        if body is not None:
            await site({**scope, "headers": _with_length(headers, body)}, _giving(body, receive), send)

    return call


async def _body(receive: Receive, most: int) -> bytes | None:
    """The body, or its beginning if it is too large; None if the caller has gone."""
    body, more = bytearray(), True
    while more and len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body)


def _giving(body: bytes, receive: Receive) -> Receive:
    """What gives the body, and after it what else comes."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> dict[str, Any]:
        return left.pop() if left else await receive()

    return give


Headers = list[tuple[bytes, bytes]]


def _unmistakable(headers: Headers) -> Headers:
    """Without those that a WSGI application can't tell from others: ``X_Forwarded_For`` is not what a proxy has set."""
    return [(name, value) for name, value in headers if b"_" not in name]


def _declared(headers: Headers) -> int:
    """How long the body is said to be; 0 if nothing is said."""
    text = dict(headers).get(b"content-length", b"0")
    return int(text) if text.isdigit() and len(text) <= _DIGITS else 10**_DIGITS


def _with_length(headers: Headers, body: bytes) -> Headers:
    """The headers with the length of a body that came in chunks."""
    if b"content-length" in dict(headers) or not body:
        return headers
    return [*headers, (b"content-length", b"%d" % len(body))]
