#!/usr/bin/env python3
"""Compare ``suites/perft`` to its full depth with the naive rules: ``scripts/check_perft.py [GAME...]``. Takes long."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import brute_force
from rules_support import table_of
from suites import PerftCase, perft_cases
from winnable.games import GAMES


def agrees(case: PerftCase, depth: int) -> bool:
    """Whether brute force counts the same at every depth down to this one."""
    table = table_of(case.position())
    return all(brute_force.count_lines(table, down) == count for down, count in enumerate(case.counts[:depth], 1))


def main() -> int:
    """Print one line a case; exit status 1 if any differs."""
    differing = 0
    for name in sys.argv[1:] or GAMES:
        for case in perft_cases(name):
            right = agrees(case, len(case.counts))
            differing += not right
            sys.stdout.write(f"{'agrees' if right else 'DIFFERS'} {case.full_name} {case.number} {case.line}\n")
            sys.stdout.flush()
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
