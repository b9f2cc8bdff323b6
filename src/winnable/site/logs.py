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
