"""``study`` and ``table``."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from winnable.cli.errors import BadInput
from winnable.cli.solving import prepare
from winnable.cli.sources import find_deal, find_game
from winnable.study import Deal, LocalWorkers, Plan, StudyError, markdown, read_study, remaining, run, tally
from winnable.study import Workers as AnyWorkers
from winnable.study.running import ClusterWorkers

MOST_DEALS = 10_000_000


class Workers(NamedTuple):
    """Who solves the deals: so many processes (0: one for each core), or a Dask cluster."""

    processes: int
    cluster: str


def study(name: str, numbers: str, folder: Path, seconds: float, workers: Workers) -> None:
    """Solve the deals that the folder does not have yet. Raises BadInput and KeyboardInterrupt."""
    game = find_game(name)
    wanted = _range(numbers)
    find_deal(game, wanted[-1])
    prepare(game)
    plan = Plan(game.full_name, seconds)
    try:
        left = remaining(folder, plan, wanted)
        crew: AnyWorkers = ClusterWorkers(workers.cluster) if workers.cluster else LocalWorkers(workers.processes)
        with _progress(len(wanted), len(wanted) - len(left)) as show:
            run(folder, plan, wanted, crew, show)
    except StudyError as error:
        raise BadInput(str(error)) from None
    table([folder])


def _range(text: str) -> range:
    if not re.fullmatch(r"\d{1,20}-\d{1,20}", text, re.ASCII):
        raise BadInput(f"--deals is {text[:40]!r}; write the first and the last deal number, such as 1-1000.")
    first, last = map(int, text.split("-"))
    if last < first or last - first >= MOST_DEALS:
        raise BadInput(f"--deals {text} must name between one and {MOST_DEALS} deals, the smaller number first.")
    return range(first, last + 1)


@contextmanager
def _progress(total: int, finished: int) -> Iterator[Callable[[Deal], None]]:
    """A bar on standard error, where that is a terminal."""
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=total, completed=finished)
        yield lambda deal: progress.update(bar, advance=1, description=f"{deal.number} {deal.verdict}")


def table(folders: list[Path]) -> None:
    """Print how many deals of each study are winnable. Raises BadInput."""
    try:
        studies = [read_study(folder) for folder in folders]
    except StudyError as error:
        raise BadInput(str(error)) from None
    print(markdown(tally(plan.game, deals.values()) for plan, deals in studies))
