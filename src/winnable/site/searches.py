"""Searches beside the web server: a few threads, a bounded queue, and nothing searched that nobody waits for.

The kernels release the interpreter lock, so a search does not hold up the answers to other players.
"""

import os
import sys
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from winnable.solver import Cancel

THREADS = max(1, min(4, (os.cpu_count() or 2) - 1))
WAITING = 8  # searches that may wait for a thread; more are refused

Work = Callable[[Cancel], Any]


class Busy(Exception):
    """There are too many searches, or this one is not done yet."""


@dataclass(frozen=True, slots=True)
class _Job:
    """A search that is waiting or running for someone."""

    what: Hashable
    cancel: Cancel
    future: "Future[Any]"


class Searches:
    """The searches that are under way, at most one for each owner."""

    def __init__(self, threads: int = THREADS, waiting: int = WAITING) -> None:
        self._pool = ThreadPoolExecutor(threads, "search", initializer=step_back)
        self._most = threads + waiting
        self._jobs: dict[str, _Job] = {}
        self._lock = threading.Lock()

    def ask(self, owner: str, what: Hashable, work: Work, seconds: float) -> Any:
        """The result of a search, waited for so long at most; the search of the same ``what`` is never begun twice.

        Another search of the same owner is dropped. Raises Busy if the queue is full or the time is over; the
        search goes on, and the next call for it finds what it has found.
        """
        job = self._job(owner, what, work)
        wait([job.future], seconds)
        if not job.future.done():
            raise Busy
        with self._lock:
            if self._jobs.get(owner) is job:
                del self._jobs[owner]
        if job.future.cancelled():
            raise Busy
        return job.future.result()

    def drop(self, owner: str) -> None:
        """Stop an owner's search: he has moved on."""
        with self._lock:
            self._drop(owner)

    def close(self) -> None:
        """Stop everything, for the end of the program."""
        with self._lock:
            for owner in list(self._jobs):
                self._drop(owner)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _job(self, owner: str, what: Hashable, work: Work) -> _Job:
        with self._lock:
            job = self._jobs.get(owner)
            if job is not None and job.what == what:
                return job
            self._drop(owner)
            self._forget_finished()
            if len(self._jobs) >= self._most:
                raise Busy
            cancel = Cancel()
            self._jobs[owner] = job = _Job(what, cancel, self._pool.submit(work, cancel))
            return job

    def _drop(self, owner: str) -> None:
        job = self._jobs.pop(owner, None)
        if job is not None:
            job.future.cancel()
            job.cancel.cancel()

    def _forget_finished(self) -> None:
        """Make room: results that nobody came back for are not waited for when others need the place."""
        if len(self._jobs) >= self._most:
            self._jobs = {owner: job for owner, job in self._jobs.items() if not job.future.done()}


def step_back() -> None:
    """Let the threads that answer players go first; only Linux knows priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


searches = Searches()
