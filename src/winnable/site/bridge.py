"""From the event loop to Django's threads and back: once there and once back for a request, however its answer comes.

Every change of threads may wait for whoever holds the interpreter's lock, so a piece at a time would be slow where it
matters: when many play.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from io import BytesIO
from typing import Any

from a2wsgi.wsgi import build_environ

from winnable.site.incoming import Application, Headers, Receive, Send

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def in_threads(wsgi: Wsgi, threads: int) -> Application:
    """A WSGI application as an ASGI one, run in so many lasting threads; a body must come in one piece."""
    pool = ThreadPoolExecutor(threads, "site")

    async def call(scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        body = (await receive()).get("body", b"")
        loop, run = asyncio.get_running_loop(), copy_context().run
        status, headers, content = await loop.run_in_executor(pool, run, _answered, wsgi, scope, body)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    return call


def _answered(wsgi: Wsgi, scope: Any, body: bytes) -> tuple[int, Headers, bytes]:
    """The whole answer: status, headers and content."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    environ: Any = build_environ(scope, BytesIO(body))  # type: ignore[arg-type]
    answer = wsgi(environ, lambda status, headers, _=None: started.append((status, headers)))
    try:
        content = b"".join(answer)
    finally:
        getattr(answer, "close", lambda: None)()
    status, headers = started[-1]
    return int(status[:3]), [_header(name, value) for name, value in headers], content


def _header(name: str, value: str) -> tuple[bytes, bytes]:
    return name.lower().encode("latin1"), value.strip().encode("latin1")  # Django's cookies begin with a space
