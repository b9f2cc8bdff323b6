"""Deals solved side by side: in processes of this machine, or by the workers of a Dask cluster."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from winnable.games import game as named_game
from winnable.notation import line_text
from winnable.rules.engine import deal as deal_number
from winnable.solver import Budget, solve
from winnable.study.keeping import Deal, Plan, StudyError, add, adding, open_study, read_study


class Workers(Protocol):
    """Whoever solves deals."""

    def solve(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Deal]:
        """The deals of these numbers, in the order in which they finish."""
        ...


def remaining(folder: Path, plan: Plan, numbers: Sequence[int]) -> list[int]:
    """Those deal numbers that the study in a folder has not finished. Raises StudyError."""
    finished = open_study(folder, plan)
    return [number for number in numbers if number not in finished]


def run(
    folder: Path, plan: Plan, numbers: Sequence[int], workers: Workers, show: Callable[[Deal], None] = lambda _: None
) -> None:
    """Solve the deals that are not finished yet and keep each as it comes. Raises StudyError.

    If another process is at work in the folder it is waited for.
    """
    open_study(folder, plan)
    with adding(folder) as file:
        _, finished = read_study(folder)
        for deal in workers.solve(plan, [number for number in numbers if number not in finished]):
            add(file, deal)
            show(deal)


def solve_deal(plan: Plan, number: int) -> Deal:
    """Solve one deal of a study."""
    solution = solve(deal_number(named_game(plan.game), number), Budget(seconds=plan.seconds))
    return Deal(
        number,
        solution.verdict.value,
        solution.reason,
        round(solution.seconds, 4),
        solution.nodes,
        line_text(solution.line) if solution.verdict.value == "winnable" else None,
    )


class LocalWorkers:
    """Processes on this machine; ``count`` 0 is one for each core."""

    def __init__(self, count: int = 0) -> None:
        self.count = count or os.cpu_count() or 1

    def solve(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Deal]:
        """The deals of these numbers, in the order in which they finish. Raises StudyError if a process dies."""
        context = multiprocessing.get_context("spawn")
        waiting: set[Future[Deal]] = set()
        left = iter(numbers)
        with ProcessPoolExecutor(self.count, context, _leave_interrupts) as pool:
            try:
                while True:
                    free = 2 * self.count - len(waiting)
                    waiting |= {pool.submit(solve_deal, plan, number) for number in islice(left, free)}
                    if not waiting:
                        return
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            except BrokenProcessPool:
                raise StudyError("A process that solved a deal was ended, perhaps for want of memory.") from None
            except BaseException:
                _end(pool)
                raise


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that keeps the deals; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes and wait for the pool: at Python's end it may not be closing its pipes still."""
    for process in multiprocessing.active_children():
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


class ClusterWorkers:
    """The workers of a Dask scheduler at an address; they need the same version of Winnable."""

    def __init__(self, address: str) -> None:
        try:
            self.dask: Any = import_module("distributed")
        except ImportError:
            raise StudyError('A cluster needs Dask; install the extra: pip install "winnable[cluster]".') from None
        try:
            self.client = self.dask.Client(address, timeout="10s")
        except (OSError, ValueError) as error:
            raise StudyError(f"There is no Dask scheduler at {address}: {error}.") from None

    def solve(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Deal]:
        """The deals of these numbers, in the order in which they finish."""
        ahead = 4 * max(1, sum(self.client.nthreads().values()))
        left = iter(numbers)
        running = self.dask.as_completed([self._submit(plan, number) for number in islice(left, ahead)])
        for future in running:
            yield future.result()
            for number in islice(left, 1):
                running.add(self._submit(plan, number))

    def _submit(self, plan: Plan, number: int) -> Any:
        return self.client.submit(solve_deal, plan, number, pure=False)
