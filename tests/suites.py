"""Reading of the files in ``suites/``."""

import sys
from pathlib import Path
from typing import NamedTuple

from winnable.games import game
from winnable.notation import line_from_text
from winnable.rules.engine import Position, deal, play

SUITES = Path(__file__).parents[1] / "suites"
sys.path.insert(0, str(SUITES.parent / "scripts"))


class PerftCase(NamedTuple):
    """A line of a perft file: the counts at depth 1, 2, 3 ... after some moves of a deal."""

    full_name: str
    number: int
    line: str
    counts: tuple[int, ...]

    def position(self) -> Position:
        """The position that is counted from. Raises IllegalMove if the line no longer plays."""
        position = deal(game(self.full_name), self.number)
        for move in line_from_text(self.line):
            position = play(position, move)[0]
        return position

    def depth_within(self, most: int) -> int:
        """The depth down to which few positions have to be looked at, leaves aside: 1, or more while they are few."""
        depth = 1
        while depth < len(self.counts) and sum(self.counts[:depth]) <= most:
            depth += 1
        return depth


def perft_cases(name: str) -> list[PerftCase]:
    """The cases of one game's file."""
    rows = (SUITES / "perft" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    parts = ([part.strip() for part in row.split("|")] for row in rows if not row.startswith("#"))
    return [
        PerftCase(full_name, int(number), line, tuple(map(int, counts.split())))
        for full_name, number, line, counts in parts
    ]
