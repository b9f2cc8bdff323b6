#!/usr/bin/env python3
"""Regenerate ``suites/perft`` and ``suites/playthroughs`` from the rules engine: ``scripts/make_suites.py``.

The playthroughs keep their deals and lines; delete a file to have the solver find another.
Look at the difference before it is committed: a count or a playthrough that changes is a rule that changed.
``tests/test_perft.py`` and ``tests/test_playthroughs.py`` compare the files with the engine, and their first
depths with the naive second implementation of the rules; ``scripts/check_perft.py`` does that to their full depth.
"""

import random
import sys
import time
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path

from winnable.games import GAMES, with_options
from winnable.notation import line_from_text, line_text, pile_text
from winnable.rules.engine import (
    TURN,
    Event,
    Move,
    Position,
    apply,
    deal,
    is_stuck,
    is_won,
    legal_moves,
    play,
)
from winnable.rules.game import Game
from winnable.rules.perft import perft
from winnable.solver import solve

SUITES = Path(__file__).parents[1] / "suites"
DEALS = (1, 31_999, 20_261_130)
LATE_MOVES = 45  # how far into a random game the second position of each deal lies
MOST_LINES = 20_000  # a count is made one move deeper while it stays below this
MOST_DEPTH = 9
DETOUR = 10  # random moves at the start of a playthrough, which the solver then wins

PERFT_HEADER = """\
# Perft of {title}: how many sequences of 1, 2, 3 ... legal moves lead on from a position.
# Made by scripts/make_suites.py from the rules engine, compared with the naive rules of tests/brute_force.py.
# A line: game with options | deal number | moves played before counting | counts.
"""
PLAY_HEADER = """\
# A game of {title}, made by scripts/make_suites.py: some random moves, then a line found by the solver. The deal,
# then for each move its number and text, what it did, the piles it changed, and every legal move after it.
# A difference here is a change of the rules.
"""


def variants(plain: Game) -> list[Game]:
    """The game with every combination of its options, once each; numbers stand at 2."""
    settings = [
        [
            None,
            *([f"{option.name}={'2' if value == 'N' else value}" for value in option.values] or [option.name]),
        ]
        for option in plain.choices
    ]
    chosen = ([text for text in texts if text] for texts in product(*settings))
    return list({game.full_name: game for game in (with_options(plain, texts) for texts in chosen)}.values())


def random_line(position: Position, length: int, seed: int) -> tuple[Move, ...]:
    """Random moves that lean up to the foundations and, at times, to the stock."""
    line: list[Move] = []
    dice = random.Random(seed)
    while len(line) < length and (moves := legal_moves(position)):
        upward = [move for move in moves if move.target[0] == "F" and move.source[0] != "F"]
        lean = dice.random()
        move = dice.choice(upward) if upward and lean < 0.5 else dice.choice(moves)
        if not upward and moves[-1] == TURN and lean < 0.3:
            move = TURN
        line.append(move)
        position = apply(position, move)[0]
    return tuple(line)


def counts(position: Position) -> Iterator[int]:
    """Perft at depth 1, 2, 3 ... as far as it stays small."""
    for depth in range(1, MOST_DEPTH + 1):
        yield (lines := perft(position, depth))
        if lines * max(len(legal_moves(position)), 2) > MOST_LINES:
            return


def perft_lines(plain: Game) -> Iterator[str]:
    for variant in variants(plain):
        for number in DEALS:
            start = deal(variant, number)
            for line in ((), random_line(start, LATE_MOVES, number)):
                position = start
                for move in line:
                    position = play(position, move)[0]
                found = " ".join(map(str, counts(position)))
                yield f"{variant.full_name} | {number} | {line_text(line)} | {found}"


def kept_game(path: Path) -> tuple[int, tuple[Move, ...]] | None:
    """The deal number and line of a playthrough that was made before."""
    if not path.exists():
        return None
    kept = dict(
        row.split(" ", 1) for row in path.read_text(encoding="utf-8").splitlines() if row[:5] in ("deal ", "line ")
    )
    return int(kept["deal"]), line_from_text(kept["line"])


def new_game(plain: Game) -> tuple[int, tuple[Move, ...]]:
    """The first deal number whose game is still won by the solver after some random moves, and the whole line."""
    for number in count(1):
        position, detour = deal(plain, number), random_line(deal(plain, number), DETOUR, number)
        for move in detour:
            position = apply(position, move)[0]
        line = solve(position).line
        if line:
            return number, (*detour, *line)
    raise AssertionError


def piles_of(position: Position) -> dict[str, str]:
    """Each pile's cards as text, by the pile's name, and what else changes."""
    groups = {"F": position.foundations, "T": position.tableau, "R": position.reserves}
    piles = {f"{group}{number}": pile for group, members in groups.items() for number, pile in enumerate(members, 1)}
    texts = {name: pile_text(pile) for name, pile in {**piles, "W": position.waste, "S": position.stock}.items()}
    return {**texts, "pass": str(position.passes), "down": " ".join(map(str, position.face_down))}


def event_text(event: Event) -> str:
    return f"{event.kind} {event.source}-{event.target} {pile_text(event.cards)}"


def playthrough(variant: Game, number: int, line: tuple[Move, ...]) -> str:
    """A whole game as text: the deal, then each move with its events, the piles it changed and the legal moves."""
    position = deal(variant, number)
    rows = [f"game {variant.full_name}", f"deal {number}", f"line {line_text(line)}", ""]
    rows += [*map(" ".join, piles_of(position).items()), f"legal {line_text(legal_moves(position))}", ""]
    for step, move in enumerate(line, 1):
        before = piles_of(position)
        position, events = play(position, move)
        rows += [f"{step}. {move}", *(f"  {event_text(event)}" for event in events)]
        rows += [f"{name} {pile}" for name, pile in piles_of(position).items() if pile != before[name]]
        rows += [f"legal {line_text(legal_moves(position))}", ""]
    end = "won" if is_won(position) else "stuck" if is_stuck(position) else "goes on"
    return PLAY_HEADER.format(title=variant.title) + "\n".join(row.rstrip() for row in [*rows, end, ""])


def main() -> None:
    """Write all files, and tell how long each game took."""
    for folder in ("perft", "playthroughs"):
        (SUITES / folder).mkdir(parents=True, exist_ok=True)
    for name, plain in GAMES.items():
        began = time.perf_counter()
        lines = "\n".join(perft_lines(plain))
        counted = f"{PERFT_HEADER.format(title=plain.title)}{lines}\n"
        (SUITES / "perft" / f"{name}.txt").write_text(counted, encoding="utf-8")
        path = SUITES / "playthroughs" / f"{name}.txt"
        path.write_text(playthrough(plain, *(kept_game(path) or new_game(plain))), encoding="utf-8")
        sys.stdout.write(f"{name}: {time.perf_counter() - began:.1f} s\n")


if __name__ == "__main__":
    main()
