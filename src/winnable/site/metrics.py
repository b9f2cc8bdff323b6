"""Figures for Prometheus: how many and how fast, and nothing about anyone. Off unless the host wants them.

With several server processes each keeps its figures in files of a common folder, and whichever is asked adds them up.
"""

# ruff: noqa: PLC0415 - the library is slow to import, and most hosts don't want it

import ipaddress
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal

from django.conf import settings
from django.http import HttpRequest

Name = Literal["requests", "tables", "steps", "searches", "searches busy"]
_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the library's own variable
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


@contextmanager
def shared() -> Iterator[None]:
    """Let the processes that are started meanwhile keep their figures together."""
    with tempfile.TemporaryDirectory(prefix="winnable-metrics-", ignore_cleanup_errors=True) as folder:
        os.environ[_FOLDER] = folder
        yield
        del os.environ[_FOLDER]


def count(name: Name, *labels: str) -> None:
    """Count one of something."""
    if settings.METRICS:
        _figures()[name].labels(*labels).inc()


def took(route: str, seconds: float) -> None:
    """How long a request to a route took."""
    if settings.METRICS:
        _figures()["seconds"].labels(route).observe(seconds)


def searches_are(queue: str, waiting: int, running: int) -> None:
    """How many searches of a queue wait for a thread, and how many run."""
    if settings.METRICS:
        _figures()["searches now"].labels(queue, "waiting").set(waiting)
        _figures()["searches now"].labels(queue, "running").set(running)


def may_read(request: HttpRequest) -> bool:
    """Whether the figures are on, and this caller is one whom the host has meant them for."""
    if settings.METRICS == "all":
        return True
    passed_on = "HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META
    return settings.METRICS == "1" and not passed_on and _is_here(request.META.get("REMOTE_ADDR", ""))


def text() -> bytes:
    """All figures as Prometheus reads them."""
    from prometheus_client import REGISTRY, CollectorRegistry, generate_latest, multiprocess

    _figures()
    if _FOLDER not in os.environ:
        return bytes(generate_latest(REGISTRY))
    _forget_the_dead(Path(os.environ[_FOLDER]))
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return bytes(generate_latest(registry))


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _forget_the_dead(folder: Path) -> None:
    """What processes that have died were doing is nobody's work now; what they counted stays."""
    for path in folder.glob("gauge_live*_*.db"):
        pid = path.stem.rpartition("_")[2]
        if pid.isdecimal() and not _lives(int(pid)):
            path.unlink(missing_ok=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


@cache
def _figures() -> dict[str, Any]:
    from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

    disable_created_metrics()  # type: ignore[no-untyped-call]
    return {
        "requests": Counter("winnable_requests", "Requests answered.", ("route", "method", "status")),
        "seconds": Histogram("winnable_request_seconds", "Time to the answer.", ("route",), buckets=_SECONDS),
        "tables": Counter("winnable_tables", "Tables dealt.", ("game",)),
        "steps": Counter("winnable_steps", "Steps accepted: moves, turns, undo and the like.", ("game",)),
        "searches": Counter("winnable_searches", "Searches ended.", ("verdict",)),
        "searches busy": Counter("winnable_searches_busy", "Questions answered with busy.", ("why",)),
        "searches now": Gauge(
            "winnable_searches_now", "Searches under way.", ("queue", "state"), multiprocess_mode="livesum"
        ),
    }
