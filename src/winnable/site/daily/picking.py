"""Which deal is the board of a day: the first that is proved winnable, of a row that only this site can work out."""

import logging
import time
from collections.abc import Callable, Iterator
from datetime import date
from itertools import count, islice
from typing import NamedTuple

from django.utils.crypto import salted_hmac

from winnable.notation import line_text
from winnable.rules.engine import deal, is_stuck
from winnable.rules.game import Game
from winnable.site.models import Daily
from winnable.solver import Budget, Cancel, UnsupportedGame, Verdict, solve

LARGEST_NUMBER = 999_999_999  # short enough to be read out, too many to be tried out by hand
MOST = 60  # deals that are looked at; where all of them are lost, more
EACH = Budget(seconds=1.0, bytes=1 << 28)

_log = logging.getLogger(__name__)


class Choice(NamedTuple):
    """A deal for a board, and what the solver says about it."""

    number: int
    verdict: str
    line: str = ""  # a winning line as text, where one is known


def candidates(day: date, full_name: str) -> Iterator[int]:
    """Deal numbers in the order in which they are looked at: the same in each process with this secret key."""
    for counter in count():
        text = f"{day.isoformat()} {full_name} {counter}"
        digest = salted_hmac("winnable.site.daily", text, algorithm="sha256").digest()
        yield 1 + int.from_bytes(digest, "big") % LARGEST_NUMBER


def choose(
    day: date, game: Game, seconds: float, cancel: Cancel | None = None, pause: Callable[[], None] = lambda: None
) -> Choice:
    """A winnable deal, or else one that is not known to be lost.

    It is looked for so many seconds; longer only while every deal so far is proved lost. ``pause`` is called before
    each deal, and its time does not count.
    """
    numbers = candidates(day, game.full_name)
    try:
        return _first_winnable(game, numbers, seconds, cancel, pause)
    except UnsupportedGame:
        pass
    except Exception:  # a board must be there, whatever ails the solver
        _log.exception("A board of the day is picked without the solver.")
    return next(Choice(number, "undecided") for number in numbers if not is_stuck(deal(game, number)))


def store(day: date, game: Game, choice: Choice) -> Daily:
    """The board of the day: this choice, unless another process was quicker. A stored board never changes."""
    chosen = {"number": str(choice.number), "verdict": choice.verdict, "line": choice.line}
    return Daily.objects.get_or_create(date=day, full_name=game.full_name, defaults=chosen)[0]


def _first_winnable(
    game: Game, numbers: Iterator[int], left: float, cancel: Cancel | None, pause: Callable[[], None]
) -> Choice:
    undecided = None
    for number in islice(numbers, MOST):
        pause()
        begun = time.monotonic()
        choice = _judged(game, number, cancel)
        left -= time.monotonic() - begun
        if choice.verdict == "winnable":
            return choice
        if choice.verdict == "undecided":
            undecided = undecided or choice
        if undecided and left < 0:
            break
    return undecided or _first_winnable(game, numbers, left, cancel, pause)


def _judged(game: Game, number: int, cancel: Cancel | None) -> Choice:
    solution = solve(deal(game, number), EACH, cancel)
    line = line_text(solution.line) if solution.verdict is Verdict.WINNABLE else ""
    return Choice(number, solution.verdict.value, line)
