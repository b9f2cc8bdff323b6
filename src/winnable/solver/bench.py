"""``bench``: fixed deals, so that two versions or two machines can be compared."""

import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from winnable.games import GAMES, game
from winnable.notation.solvitaire import CannotSay, position_to_solvitaire, rules_to_solvitaire
from winnable.rules.engine import apply, deal, legal_moves
from winnable.rules.game import Game
from winnable.solver.compile import warm_up
from winnable.solver.solving import Cancel, solve
from winnable.solver.verdict import Budget, Solution, Verdict

DEALS = range(1, 101)
SECONDS = 1.0  # what a deal may take
SIGNATURE_NODES = 5_000  # what a deal may take for the signature
_PLAY_SECONDS = 0.2  # of random moves by the rules engine
_HEAD = (
    "game                 won lost open | 0.1 s   1 s  {:>4g} s |     nodes  nodes/s  seconds | MiB | "
    "moves/s | signature"
)
_ROW = (
    "{game:20} {winnable:3} {lost:4} {undecided:4} | {settled[0]:5} {settled[1]:5} {settled[2]:7} | {nodes:9} "
    "{nodes_a_second:8} {seconds:8.2f} | {megabytes:3} | {moves_a_second:7} | {signature}"
)


@dataclass(frozen=True, slots=True)
class GameResult:
    """What was measured for one game."""

    game: str
    deals: str
    winnable: int
    lost: int
    undecided: int
    settled: tuple[int, int, int]  # within 0.1 s, 1 s and the seconds given
    nodes: int
    nodes_a_second: int
    seconds: float
    megabytes: int  # most memory that the process has held so far; 0 where the system doesn't say
    moves_a_second: int  # random legal moves by the rules engine
    signature: int  # nodes of all deals together, each with SIGNATURE_NODES at most


def run_bench(
    show: Callable[[str], object] = print,
    games: Sequence[Game] = (),
    *,
    numbers: Sequence[int] = DEALS,
    seconds: float = SECONDS,
    results: Path | None = None,
    solvitaire: Path | None = None,
    cancel: Cancel | None = None,
) -> int:
    """Measure the solver and the rules engine, show a table, and return the signature of all games together.

    The signature is the same on every machine; it moves only when the search does. ``results`` is a folder to write
    the figures to, with what is known of the machine; ``solvitaire`` one to write the deals to for Solvitaire.
    """
    games = games or (*GAMES.values(), game("quadrennial:refill"))
    if solvitaire is not None:
        export(games, numbers, solvitaire, show)
    warm_up()
    show(_HEAD.format(seconds))
    measured = []
    for one in games:
        if cancel is not None and cancel.cancelled:
            break
        measured.append(measure(one, numbers, seconds, cancel))
        show(_ROW.format(**asdict(measured[-1])))
    signature = sum(result.signature for result in measured)
    show(f"Signature: {signature}")
    if results is not None:
        show(f"Written to {write_results(measured, results)}.")
    return signature


def measure(game: Game, numbers: Sequence[int], seconds: float, cancel: Cancel | None = None) -> GameResult:
    """Solve the deals of one game, by the clock and again by nodes."""
    solutions = [solve(deal(game, number), Budget(seconds=seconds), cancel) for number in numbers]
    settled = [solution for solution in solutions if solution.verdict is not Verdict.UNDECIDED]
    counts = {verdict: _count(solutions, verdict) for verdict in Verdict}
    spent, nodes = sum(solution.seconds for solution in solutions), sum(solution.nodes for solution in solutions)
    return GameResult(
        game=game.full_name,
        deals=f"{numbers[0]}-{numbers[-1]}" if numbers else "",
        winnable=counts[Verdict.WINNABLE],
        lost=counts[Verdict.LOST],
        undecided=counts[Verdict.UNDECIDED],
        settled=(_within(settled, 0.1), _within(settled, 1.0), len(settled)),
        nodes=nodes,
        nodes_a_second=round(nodes / max(spent, 1e-9)),
        seconds=round(spent, 3),
        megabytes=peak_megabytes(),
        moves_a_second=moves_a_second(game),
        signature=signature_of(game, numbers, cancel),
    )


def _count(solutions: Iterable[Solution], verdict: Verdict) -> int:
    return sum(solution.verdict is verdict for solution in solutions)


def _within(settled: Iterable[Solution], seconds: float) -> int:
    return sum(solution.seconds <= seconds for solution in settled)


def signature_of(game: Game, numbers: Iterable[int], cancel: Cancel | None = None) -> int:
    """The nodes that the deals take together, each within SIGNATURE_NODES: the same on every machine."""
    return sum(solve(deal(game, number), Budget(nodes=SIGNATURE_NODES), cancel).nodes for number in numbers)


def moves_a_second(game: Game) -> int:
    """How many random legal moves the rules engine lists and plays in a second."""
    rng, played, number = random.Random(1), 0, 1
    start = time.perf_counter()
    position = deal(game, number)
    while time.perf_counter() < start + _PLAY_SECONDS:
        moves = legal_moves(position)
        if moves and played % 500 < 499:
            position, _ = apply(position, rng.choice(moves))
        else:
            number += 1
            position = deal(game, number)
        played += 1
    return round(played / (time.perf_counter() - start))


def peak_megabytes() -> int:
    """The most memory that this process has held, in MiB; 0 on Windows."""
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415 - not there on Windows

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> (20 if sys.platform == "darwin" else 10)


def machine() -> dict[str, Any]:
    """What a figure of speed depends on."""
    from llvmlite.binding import get_host_cpu_name  # type: ignore[import-untyped]  # noqa: PLC0415 - slow to load

    return {
        "system": platform.platform(),
        "processor": get_host_cpu_name(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{library: version(library) for library in ("numba", "numpy", "winnable")},
    }


def write_results(measured: Sequence[GameResult], folder: Path) -> Path:
    """Write the figures to a new file in the folder, named by the time."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / time.strftime("%Y-%m-%d-%H%M%S.json", time.gmtime())
    document = {"machine": machine(), "games": [asdict(result) for result in measured]}
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


def export(games: Iterable[Game], numbers: Iterable[int], folder: Path, show: Callable[[str], object] = print) -> None:
    """Write the same deals, and the rules to read them by, as Solvitaire takes them; say which games it can't."""
    for one in games:
        place = folder / one.full_name.replace(":", "_")
        try:
            rules = rules_to_solvitaire(one)
        except CannotSay as error:
            show(f"{one.full_name}: {error}")
            continue
        place.mkdir(parents=True, exist_ok=True)
        (place / "rules.json").write_text(json.dumps(rules, indent=1) + "\n", encoding="utf-8")
        for number in numbers:
            text = json.dumps(position_to_solvitaire(deal(one, number)))
            (place / f"{number}.json").write_text(text + "\n", encoding="utf-8")
