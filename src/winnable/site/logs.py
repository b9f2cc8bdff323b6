"""What is written to the standard error: lines for people, or JSON lines for a collector of logs.

The JSON lines hold nothing about anyone: no address, session, name or table. So an exception is told by its kind and
place, without its message, which may quote what someone has typed; and a request by its route, not by its path.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from django.conf import settings
from django.http import HttpRequest

_PERSONAL = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|\S+@\S+")  # an internet address, an e-mail address
requests = logging.getLogger("winnable.requests")


def route(request: HttpRequest) -> str:
    """The pattern that a request's path fits, without what names a table or a person."""
    match = request.resolver_match
    if match is not None:
        return f"/{match.route}"
    return "static" if request.path.startswith("/static/") else "unknown"


def say(sentence: str) -> None:
    """Tell whoever started the program; the standard output holds only the address."""
    if settings.LOG == "json":
        logging.getLogger("winnable").warning(sentence)
    else:
        print(sentence, file=sys.stderr, flush=True)


class TextLines(logging.Formatter):
    """A line for people, with what an exception says: it serves the host of a small site, who looks for a fault."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        """The line, with a request's route in place of its path, which may hold the link to a new password."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and len(request.path) > 1:
            for path in (request.path, request.path.encode("unicode_escape").decode("ascii")):  # as Django writes it
                record.message = record.message.replace(path, route(request))
        return super().formatMessage(record)


class JsonLines(logging.Formatter):
    """One JSON object a line; ``fields`` of a record are added as they are."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0]:
            kind, _, trace = record.exc_info
            line |= {"exception": kind.__name__, "trace": _places(trace)}
        return json.dumps(line, ensure_ascii=False)


def _message(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest):  # Django's own message holds the path
        return f"{getattr(record, 'status_code', 'A fault')} at {route(request)}"
    return _PERSONAL.sub("[left out]", record.getMessage())


def _places(trace: TracebackType | None) -> list[str]:
    return [f"{place.filename}:{place.lineno} {place.name}" for place in traceback.extract_tb(trace)]
