"""``solve``, ``find`` and ``bench``."""

import json
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Thread
from typing import Any

from rich.console import Console

from winnable.cli.errors import BadInput
from winnable.cli.sources import Task, find_game, tasks
from winnable.notation import line_text, position_to_json
from winnable.rules.game import Game
from winnable.solver import Budget, Cancel, Solution, UnsupportedGame, Verdict
from winnable.solver import find as find_winnable
from winnable.solver import solve as solve_position
from winnable.solver.compile import make_ready
from winnable.solver.families import family_name

DEFAULT_SECONDS = 30.0
QUICK = 3.0  # seconds: whoever waits longer is told why

Show = Callable[[Task, Solution], None]


def solve(name: str, source: str, budget: Budget, threads: int, as_json: bool) -> None:
    """Print a verdict for each deal or position, in the order given, as soon as it is known.

    Raises BadInput and KeyboardInterrupt; what was finished until then is printed.
    """
    game = find_game(name)
    work = _prepared(game, tasks(game, source))
    if budget.seconds is None and budget.nodes is None:
        budget = Budget(seconds=DEFAULT_SECONDS)
    counts: Counter[Verdict] = Counter()
    start = time.perf_counter()

    def show(task: Task, solution: Solution) -> None:
        counts[solution.verdict] += 1
        print(json.dumps(report(task, solution)) if as_json else sentence(task, solution), flush=True)

    try:
        solve_all(work, budget, threads, show)
    finally:
        if not as_json and counts.total() > 1:
            print(summary(counts, time.perf_counter() - start))


def _prepared(game: Game, work: Iterator[Task]) -> Iterator[Task]:
    """The tasks; the solver is made ready when the first is there, so that bad input is told at once."""
    for count, task in enumerate(work):
        if count == 0:
            prepare(game)
        yield task


def solve_all(work: Iterator[Task], budget: Budget, threads: int, show: Show) -> None:
    """Solve tasks side by side and show the solutions in order.

    The search runs beside the main thread even alone, so that Ctrl-C is noticed. One thread reads no task ahead, so
    that another program can wait for each answer.
    """
    cancel, ahead = Cancel(), 4 * (threads - 1)
    waiting: deque[tuple[Task, Future[Solution]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for task in work:
                waiting.append((task, pool.submit(_solve, task, budget, cancel)))
                while waiting and (waiting[0][1].done() or len(waiting) > ahead):
                    _show_first(waiting, show)
            while waiting:
                _show_first(waiting, show)
        except BadInput:
            _show_finished(list(waiting), show)
            raise
        except BaseException:
            finished = [(task, future) for task, future in waiting if future.done()]
            cancel.cancel()
            pool.shutdown(cancel_futures=True)
            _show_finished(finished, show)
            raise


def _show_finished(finished: list[tuple[Task, Future[Solution]]], show: Show) -> None:
    for task, future in finished:
        if future.exception() is None:
            show(task, future.result())


def _solve(task: Task, budget: Budget, cancel: Cancel) -> Solution:
    try:
        return solve_position(task.position, budget, cancel)
    except UnsupportedGame as error:
        raise BadInput(str(error)) from None


def _show_first(waiting: deque[tuple[Task, Future[Solution]]], show: Show) -> None:
    task, future = waiting[0]
    solution = future.result()
    waiting.popleft()
    show(task, solution)


def report(task: Task, solution: Solution) -> dict[str, Any]:
    """The object that ``solve --json`` prints; ``line`` is null unless winnable, ``reason`` unless undecided."""
    return {
        "game": task.position.game.full_name,
        "number": task.number,
        "verdict": solution.verdict.value,
        "reason": solution.reason,
        "seconds": round(solution.seconds, 4),
        "nodes": solution.nodes,
        "position": position_to_json(task.position),
        "line": line_text(solution.line) if solution.verdict is Verdict.WINNABLE else None,
    }


def sentence(task: Task, solution: Solution) -> str:
    """One line about a solution, for people."""
    what = f"{task.position.game.full_name} {task.number or 'position'}"
    verdict = solution.verdict.value + (f" ({solution.reason})" if solution.reason else "")
    effort = f"{solution.nodes} nodes, {solution.seconds:.2f} s"
    line = f": {line_text(solution.line)}" if solution.line else ""
    return f"{what}: {verdict}, {effort}{line}"


def summary(counts: Counter[Verdict], seconds: float) -> str:
    """How many of each verdict there were."""
    parts = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
    return f"{parts}, of {counts.total()}, {seconds:.1f} s"


def find(name: str, count: int, seconds: float | None) -> None:
    """Print winnable deal numbers, one a line, as they are found."""
    game = find_game(name)
    prepare(game)
    found = 0
    for found, deal in enumerate(find_winnable(game, count, seconds), 1):  # noqa: B007 - counted
        print(deal.number, flush=True)
    if found < count:
        print(f"winnable: found {found} of {count} in {seconds:g} s.", file=sys.stderr)


def prepare(game: Game) -> None:
    """Load or compile the solver for a game, and say so if it must be compiled. Raises BadInput."""
    try:
        family = family_name(game)
    except UnsupportedGame as error:
        raise BadInput(str(error)) from None
    ready: Future[None] = Future()
    Thread(target=_make_ready, args=(family, ready), daemon=True).start()
    if not wait([ready], QUICK).done:
        _say_while_waiting(game, ready)
    ready.result()


def _make_ready(family: str, ready: Future[None]) -> None:
    """Beside the main thread, and not waited for at the end of the program, so that Ctrl-C ends it at once."""
    try:
        make_ready(family)
        ready.set_result(None)
    except BaseException as error:
        ready.set_exception(error)


def _say_while_waiting(game: Game, ready: Future[None]) -> None:
    console = Console(stderr=True)
    text = f"Preparing the solver for {game.title}; this is done once and takes up to a minute"
    if not console.is_terminal:
        console.print(f"{text}.", soft_wrap=True)
    with console.status(f"{text} …"):
        wait([ready])
