"""Searches beside the web server: a few threads, a bounded queue, and nothing searched that nobody waits for.

The kernels release the interpreter lock, so a search does not hold up the answers to other players. Its threads have
the priority of all others: one that stepped back would be kept waiting while it holds the lock that all wait for.
"""

import math
import os
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from winnable.site import metrics
from winnable.solver import Cancel

THREADS = max(1, min(4, (os.cpu_count() or 2) - 1))  # a core is left to whoever answers moves
WAITING = 8  # searches that may wait for a thread; more are refused
LONG_THREADS = 2  # for searches of many seconds: a line to watch keeps neither hints nor a winnable deal waiting
LONG_WAITING = 4
MOST_CALLERS = 2  # that wait for one search; others are told at once that it is not done
SHARE = 0.15  # seconds that a quick search takes at most while others wait; most need a tenth of that
ABANDONED = 3.0  # seconds after which a search that has not begun is given up if nobody has asked for it again

Work = Callable[[Cancel], Any]


class Busy(Exception):
    """There are too many searches, or this one is not done yet."""


@dataclass(slots=True, eq=False)
class _Job:
    """A search that is waiting or running for someone."""

    what: Hashable
    work: Work
    share: float  # seconds that it may take while others wait
    asked: float = field(default_factory=time.monotonic)  # when someone last wanted its result
    cancel: Cancel = field(default_factory=Cancel)
    future: "Future[Any]" = field(default_factory=Future)
    waiting: int = 0  # how many callers wait for it
    dropped: bool = False  # its owner has moved on, so what it was stopped at is no result
    begun: float = math.inf  # when a thread took it

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody waits for it, or has done so lately."""
        return not self.waiting and time.monotonic() - self.asked > ABANDONED

    def run(self) -> Any:
        """Search, if anyone still wants to know."""
        if self.is_abandoned:
            raise Busy
        self.begun = time.monotonic()
        return self.work(self.cancel)

    def hurry(self) -> None:
        """Stop if it has had its share: others wait."""
        if time.monotonic() - self.begun > self.share:
            self.cancel.cancel()


class Searches:
    """The searches that are under way, at most one for each owner; ``name`` is for the figures."""

    def __init__(self, threads: int = THREADS, waiting: int = WAITING, name: str = "quick") -> None:
        self._name = name
        self._pool = ThreadPoolExecutor(threads, "search")
        self._most = threads + waiting
        self._jobs: dict[str, _Job] = {}
        self._lock = threading.Lock()

    def ask(self, owner: str, what: Hashable, work: Work, seconds: float, share: float = math.inf) -> Any:
        """The result of a search, waited for so long at most; the search of the same ``what`` is never begun twice.

        Another search of the same owner is dropped. It is asked to stop after its ``share`` of seconds while others
        wait. Raises Busy if it is dropped meanwhile, if the queue is full or if the time is over; then the search goes
        on, and the next call for it finds what it has found.
        """
        job = self._job(owner, what, work, share)
        with self._waited_for(job) as in_line:
            self._wait(job, seconds if in_line else 0)
        if not job.future.done():
            metrics.count("searches busy", "not done yet")
            raise Busy
        with self._lock:
            if self._jobs.get(owner) is job:
                del self._jobs[owner]
        if job.dropped or job.future.cancelled():
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

    def _wait(self, job: _Job, seconds: float) -> None:
        """Wait for a search; while it has no thread, whoever has had his share of one is asked to stop."""
        until = time.monotonic() + seconds
        while not job.future.done() and (left := until - time.monotonic()) > 0:
            wait([job.future], min(left, SHARE))
            if not (job.future.done() or job.future.running()):
                for other in list(self._jobs.values()):
                    other.hurry()

    def _job(self, owner: str, what: Hashable, work: Work, share: float) -> _Job:
        with self._lock:
            job = self._jobs.get(owner)
            if job is not None and job.what == what:
                job.asked = time.monotonic()
                return job
            self._drop(owner)
            self._make_room()
            if len(self._jobs) >= self._most:
                metrics.count("searches busy", "queue full")
                raise Busy
            self._jobs[owner] = job = _Job(what, work, share)
            job.future = self._pool.submit(self._run, job)
            job.future.add_done_callback(lambda _: self._tell())
            self._tell()
            return job

    def _run(self, job: _Job) -> Any:
        self._tell()
        return job.run()

    def _tell(self) -> None:
        """Let the figures know; without the lock, because a search that is dropped ends in the midst of it."""
        under_way = [job.future for job in list(self._jobs.values()) if not job.future.done()]
        running = sum(future.running() for future in under_way)
        metrics.searches_are(self._name, len(under_way) - running, running)

    @contextmanager
    def _waited_for(self, job: _Job) -> Iterator[bool]:
        """Whether the caller may wait: the threads that answer players are few, so only two wait for one search."""
        with self._lock:
            job.waiting += 1
            may_wait = job.waiting <= MOST_CALLERS
        try:
            yield may_wait
        finally:
            with self._lock:
                job.waiting -= 1
                job.asked = time.monotonic()

    def _drop(self, owner: str) -> None:
        job = self._jobs.pop(owner, None)
        if job is not None:
            job.dropped = True
            job.future.cancel()
            job.cancel.cancel()

    def _make_room(self) -> None:
        """Where others need the place, forget results that nobody came back for, and searches nobody waits for."""
        if len(self._jobs) < self._most:
            return
        for owner, job in list(self._jobs.items()):
            if job.future.done() or (job.is_abandoned and job.future.cancel()):
                del self._jobs[owner]


searches = Searches()  # for hints and the lamp
long_searches = Searches(LONG_THREADS, LONG_WAITING, "long")  # for lines to watch, winnable deals and today's boards
