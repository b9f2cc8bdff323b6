#!/usr/bin/env python3
"""Measure how many of deals 1 to 1000 are winnable, for every game and option: ``scripts/measure_winnability.py``.

It writes ``src/winnable/site/winnability.json``, which the site's pages read their figures from. Every deal gets the
same budget of nodes, so the same solver gives the same file on every machine. It may be stopped at any time and goes on
where it was. What is proved stays; run again with another solver or more nodes, it tries the undecided deals only
(``--afresh``: all of them). Look at the difference before it is committed.

In the file, ``verdicts`` has one letter a deal: W winnable, L lost, U undecided. ``interval`` is the share of winnable
deals at 95 % confidence, widened both ways by the undecided ones. ``careless`` is how many of the first deals were
won by a player who puts up what goes up and otherwise makes moves at random; it is not measured for options.
"""

import argparse
import hashlib
import json
import os
import random
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from winnable.games import GAMES, game, variants
from winnable.rules.engine import apply, base_rank, deal, is_idle, is_won, legal_moves
from winnable.solver import Budget, Verdict, solve
from winnable.solver.cache import sources
from winnable.solver.families import family_name
from winnable.study import interval

FILE = Path(__file__).parents[1] / "src/winnable/site/winnability.json"
DEALS = 1000
NODES = 300_000
# Most of its deals take all they may. An option gets what its game gets, so that the two can be compared.
FEWER_NODES = {"leap-year": 50_000}
CARELESS_DEALS = 200  # that the careless player plays
CARELESS_MOVES = 500  # after which he gives up
LETTERS = {Verdict.WINNABLE: "W", Verdict.LOST: "L", Verdict.UNDECIDED: "U"}
OPEN = "."  # not tried yet
SAVE_AFTER = 10.0  # seconds

Entry = dict[str, Any]


def all_names() -> list[str]:
    """Every game, then every game with each of its options alone."""
    return [*GAMES, *(one.full_name for plain in GAMES.values() for one in variants(plain))]


def solver_of(name: str) -> str:
    """Which solver this is: the version, and a digest of the kernels' sources."""
    digest = hashlib.sha256()
    for source in sources(family_name(game(name))):
        digest.update(source.read_bytes())
    return f"{version('winnable')}+{digest.hexdigest()[:12]}"


def begun(name: str, before: Entry | None, deals: int, nodes: int) -> Entry:
    """What there is of a game, with the deals that are still to be tried marked as open."""
    found = before or {"verdicts": ""}
    verdicts = found["verdicts"][:deals].ljust(deals, OPEN)
    if (found.get("solver"), found.get("nodes")) != (solver_of(name), nodes):
        verdicts = verdicts.replace("U", OPEN)
    if OPEN not in verdicts:
        return found
    return {"nodes": nodes, "solver": solver_of(name), "verdicts": verdicts}


def settle(name: str, entry: Entry, show: bool) -> Iterator[Entry]:
    """Solve the open deals one by one; the entry after each."""
    verdicts = list(entry["verdicts"])
    for index, letter in enumerate(verdicts):
        if letter == OPEN:
            solution = solve(deal(game(name), index + 1), Budget(nodes=entry["nodes"]))
            verdicts[index] = LETTERS[solution.verdict]
            if show:
                print(f"\r{name} {index + 1} ", end="", file=sys.stderr, flush=True)
            yield {**entry, "verdicts": "".join(verdicts)}


def finished(name: str, entry: Entry) -> Entry:
    """The entry with its counts, interval and day."""
    verdicts = entry["verdicts"]
    winnable, lost, undecided = (verdicts.count(letter) for letter in "WLU")
    careless = None
    if name in GAMES:
        numbers = range(1, min(CARELESS_DEALS, len(verdicts)) + 1)
        careless = {"won": sum(careless_wins(name, number) for number in numbers), "deals": len(numbers)}
    return {
        "deals": len(verdicts),
        "winnable": winnable,
        "lost": lost,
        "undecided": undecided,
        "interval": [round(end, 4) for end in interval(winnable, undecided, len(verdicts))],
        "careless": careless,
        "nodes": entry["nodes"],
        "solver": entry["solver"],
        "date": datetime.now(UTC).date().isoformat(),
        "verdicts": verdicts,
    }


def careless_wins(name: str, number: int) -> bool:
    """Whether a deal is won by putting up what goes up and otherwise moving at random."""
    chance, position = random.Random(number), deal(game(name), number)
    for _ in range(CARELESS_MOVES):
        legal = legal_moves(position)
        moves = [move for move in legal if move.source[0] != "F" and not is_idle(position, move)]
        up = [move for move in moves if move.target[0] == "F" and base_rank(position) is not None]
        if not moves:
            break
        position, _ = apply(position, chance.choice(up or moves))
    return is_won(position)


def read(path: Path) -> dict[str, Entry]:
    """The entries of a file; none if there is no file."""
    return dict(json.loads(path.read_text("utf-8"))["games"]) if path.exists() else {}


def write(path: Path, entries: dict[str, Entry]) -> None:
    """Write the file in one step, a game a line, so that differences can be read."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items())
    draft = path.with_suffix(".new")
    draft.write_text(f'{{"written by": "scripts/measure_winnability.py", "games": {{\n{lines}\n}}}}\n', "utf-8")
    os.replace(draft, path)


def measure(path: Path, names: Iterable[str], deals: int, nodes: int | None, afresh: bool) -> None:
    """Measure the games that the file does not have in full."""
    entries = read(path)
    for name in names:
        allowed = nodes or FEWER_NODES.get(name.partition(":")[0], NODES)
        entry = begun(name, None if afresh else entries.get(name), deals, allowed)
        if "interval" in entry:
            continue
        start = saved = time.monotonic()
        for tried in settle(name, entry, sys.stderr.isatty()):
            entry = tried
            if time.monotonic() > saved + SAVE_AFTER:
                saved = time.monotonic()
                write(path, entries | {name: entry})
        entries[name] = finished(name, entry)
        write(path, entries)
        counts = ", ".join(f"{entries[name][key]} {key}" for key in ("winnable", "lost", "undecided"))
        print(f"{name}: {counts} in {time.monotonic() - start:.0f} s", flush=True)


def main() -> int:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="Measure how many deals are winnable, for the site's pages.")
    parser.add_argument("games", nargs="*", help="games with their options; without any: all of them")
    parser.add_argument("--deals", type=int, default=DEALS, help="the deals 1 to this number")
    parser.add_argument("--nodes", type=int, help=f"that a deal may take; else {NODES}, in slow games {FEWER_NODES}")
    parser.add_argument("--afresh", action="store_true", help="try the deals that are proved already too")
    parser.add_argument("--out", type=Path, default=FILE)
    wanted = parser.parse_args()
    try:
        measure(wanted.out, wanted.games or all_names(), wanted.deals, wanted.nodes, wanted.afresh)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
