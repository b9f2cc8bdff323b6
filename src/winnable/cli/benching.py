"""``bench``: the solver and the rules on fixed deals."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from winnable.cli.errors import BadInput
from winnable.cli.sources import deal_numbers, find_deal, find_game
from winnable.solver import Cancel
from winnable.solver.bench import run_bench


class Folders(NamedTuple):
    """Where to write the figures, and the deals for Solvitaire."""

    results: Path | None
    solvitaire: Path | None


def bench(names: list[str], deals: str, seconds: float, folders: Folders) -> None:
    """Print a table, one row a game. Raises BadInput and KeyboardInterrupt."""
    games = [find_game(name) for name in names]
    numbers = list(deal_numbers(deals))
    for game in games:
        find_deal(game, max(numbers))
    for folder in folders:
        _make(folder)
    cancel = Cancel()

    def show(line: str) -> None:
        if not cancel.cancelled:
            print(line, flush=True)

    with ThreadPoolExecutor(1) as pool:  # beside the main thread, so that Ctrl-C is noticed
        work = pool.submit(
            run_bench,
            show,
            games,
            numbers=numbers,
            seconds=seconds,
            results=folders.results,
            solvitaire=folders.solvitaire,
            cancel=cancel,
        )
        try:
            work.result()
        except KeyboardInterrupt:
            cancel.cancel()
            raise


def _make(folder: Path | None) -> None:
    """Make a folder before the work whose figures it is for."""
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} can't be written: {error.strerror}.") from None
