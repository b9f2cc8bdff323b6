"""The site for an ASGI server. Requests run in a few lasting threads, each with its database connection."""

# ruff: noqa: E402 - Django is set up in the midst of the imports

import multiprocessing
import os
import signal
import threading
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winnable.site.settings")
_wsgi = get_wsgi_application()  # first of all: it lets the models be imported

from winnable.site import interpreter, warming, winnable_deals
from winnable.site.bridge import in_threads
from winnable.site.daily import ahead
from winnable.site.incoming import Receive, Send, taken_in
from winnable.site.searches import LONG_THREADS, LONG_WAITING, long_searches, searches

THREADS = 16 + LONG_THREADS + LONG_WAITING  # more than searches can keep waiting, so that moves always find one


async def application(scope: Any, receive: Receive, send: Send) -> None:
    """Answer a request; when the server ends, stop what is being searched."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    else:
        await _site(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    while True:
        event = (await receive())["type"]
        if event == "lifespan.shutdown":
            searches.close()
            long_searches.close()
        await send({"type": f"{event}.complete"})
        if event == "lifespan.shutdown":
            return


def _end_with_parent() -> None:
    """Of several server processes, none stays behind when the one that started them is killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


interpreter.set_up()
interpreter.keep_loaded()
warming.start()
winnable_deals.start()
ahead.start()
threading.Thread(target=_end_with_parent, daemon=True).start()
_site = taken_in(in_threads(_wsgi, THREADS), settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
