"""``solve``: a verdict behind every position, each win replayed by the rules before anyone sees it."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from winnable.notation import line_text, position_to_json
from winnable.rules.engine import Move, Position, is_stuck, is_won
from winnable.solver.compile import make_ready
from winnable.solver.families import Control, family_name, search
from winnable.solver.line import shorten, wins
from winnable.solver.verdict import Budget, Reason, SearchResult, Solution, Verdict

DEFAULT_BUDGET = Budget(seconds=30.0)

_LONGEST = 1e9  # seconds: a timer can't wait for ever
_MOST_NODES = 1 << 60  # what the kernels can count to, and no search will


class InternalError(RuntimeError):
    """The search claims a win that the rules do not confirm; the message has the position to reproduce it."""


class Cancel:
    """A handle to stop solves from another thread: they end within 20 ms, undecided, with the reason cancelled."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._controls: list[Control] = []
        self._cancelled = False

    @property
    def cancelled(self) -> bool:
        """Whether ``cancel`` was called."""
        return self._cancelled

    def cancel(self) -> None:
        """Stop the solves that were given this handle, and those that will be."""
        with self._lock:
            self._cancelled = True
            for control in self._controls:
                control[0] = 1

    @contextmanager
    def _watching(self, control: Control) -> Iterator[None]:
        with self._lock:
            self._controls.append(control)
            if self._cancelled:
                control[0] = 1
        try:
            yield
        finally:
            with self._lock:
                self._controls = [other for other in self._controls if other is not control]


def solve(position: Position, budget: Budget = DEFAULT_BUDGET, cancel: Cancel | None = None) -> Solution:
    """Whether a position can be won: a fresh deal or any later position.

    The budget's seconds count the search, not the compilation of its kernel at first use. A budget of nodes alone
    gives the same answer everywhere. Raises UnsupportedGame for rules that no family knows, and InternalError for a
    fault of the solver itself.
    """
    return solve_by(position, budget, cancel, {})


def solve_by(position: Position, budget: Budget, cancel: Cancel | None, how: Mapping[str, Any]) -> Solution:
    """``solve``, with more to say to the family's own search than a budget."""
    family = family_name(position.game)
    if is_won(position):
        return Solution(Verdict.WINNABLE, (), 0, 0.0, None, position)
    if is_stuck(position):
        return Solution(Verdict.LOST, (), 0, 0.0, None, position)
    make_ready(family)
    start = time.perf_counter()
    result = _search(family, position, budget, cancel or Cancel(), how)
    line = _confirmed(position, result.line) if result.verdict is Verdict.WINNABLE else ()
    return Solution(result.verdict, line, result.nodes, time.perf_counter() - start, result.reason, position)


def _search(family: str, position: Position, budget: Budget, cancel: Cancel, how: Mapping[str, Any]) -> SearchResult:
    if budget.nodes is not None:
        if budget.nodes < 1:
            return SearchResult(Verdict.UNDECIDED, 0, reason="nodes")
        budget = replace(budget, nodes=min(budget.nodes, _MOST_NODES))
    control = np.zeros(8, np.int64)
    with cancel._watching(control), _deadline(budget.seconds, control):
        result = search(family, position, budget, control, how)
    if result.verdict is Verdict.UNDECIDED and cancel.cancelled and result.reason == "seconds":
        return _with_reason(result, "cancelled")
    return result


def _with_reason(result: SearchResult, reason: Reason) -> SearchResult:
    return SearchResult(result.verdict, result.nodes, result.line, reason)


@contextmanager
def _deadline(seconds: float | None, control: Control) -> Iterator[None]:
    """Ask the search to stop after so many seconds."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(min(seconds, _LONGEST), _stop, (control,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _stop(control: Control) -> None:
    control[0] = 1


def _confirmed(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The line, shortened, once the rules have replayed it to a win. Raises InternalError."""
    if not wins(position, line):
        raise InternalError(_report(position, line))
    short = shorten(position, line)
    if short != line and not wins(position, short):
        raise InternalError(_report(position, short))
    return short


def _report(position: Position, line: tuple[Move, ...]) -> str:
    document: dict[str, Any] = position_to_json(position)
    return (
        "The solver's line is not a win by the rules; please report this. "
        f"Position: {json.dumps(document)} Line: {line_text(line)}"
    )
