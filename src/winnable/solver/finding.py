"""``find``: deal numbers that are proved winnable."""

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

from winnable.rules.engine import Move, deal_cards
from winnable.rules.game import Game
from winnable.solver.outlook import Look, look_of, promising_deck
from winnable.solver.solving import Cancel, solve_by
from winnable.solver.verdict import Budget, Verdict

LARGEST_RANDOM_NUMBER = 10**9


class Found(NamedTuple):
    """A winnable deal number and a line that wins it."""

    number: int
    line: tuple[Move, ...]


def find(
    game: Game,
    count: int = 1,
    seconds: float | None = None,
    *,
    start: int | None = None,
    rng: random.Random | None = None,
    each: Budget | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Found]:
    """Winnable deals, ``count`` of them, or fewer if ``seconds`` are over before.

    ``start`` tries consecutive numbers from there on; else they are random (from ``rng``). ``each`` is what a single
    deal may take: deals that it doesn't settle are passed over, so not every winnable number is found. Without it
    every game has a budget that finds one soon; of Leap Year, which is rarely won, only deals that look promising
    are tried, so what is found is easier than most.
    """
    until = float("inf") if seconds is None else time.monotonic() + seconds
    look = look_of(game) if each is None else Look(each)
    for number in _numbers(start, rng or random.Random()):
        if count < 1 or time.monotonic() >= until or (cancel is not None and cancel.cancelled):
            return
        deck = promising_deck(game, number, look)
        if deck is None:
            continue
        solution = solve_by(deal_cards(game, deck), look.each, cancel, look.how)
        if solution.verdict is Verdict.WINNABLE:
            count -= 1
            yield Found(number, solution.line)


def _numbers(start: int | None, rng: random.Random) -> Iterator[int]:
    while True:
        if start is None:
            yield rng.randint(1, LARGEST_RANDOM_NUMBER)
        else:
            yield start
            start += 1
