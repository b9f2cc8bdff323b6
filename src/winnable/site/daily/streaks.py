"""Streaks: days in a row with a board won. docs/daily.md has the rules for players."""

from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from winnable.site.daily.days import DAY, counts, today
from winnable.site.models import Attempt, Player


class Streak(NamedTuple):
    """Days in a row: those that lead up to now, and the most there ever were."""

    current: int = 0
    best: int = 0


def streak_of(player: Player, full_name: str | None = None) -> Streak:
    """A player's streak in one game, or in all of them: a day counts with one board won."""
    attempts = Attempt.objects.filter(player=player)
    if full_name is not None:
        attempts = attempts.filter(daily__full_name=full_name)
    won, open_days, now = set(), {today()}, today()
    for day, result, finished in attempts.values_list("daily__date", "table__result", "table__finished"):
        if result == "won" and counts(day, finished):
            won.add(day)
        elif not result and day == now - DAY:
            open_days.add(day)
    return Streak(current_run(won, open_days, now), best_run(won))


def current_run(won: Collection[date], open_days: Collection[date], day: date) -> int:
    """Days won in a row up to this one. A day that may still be won is not missed yet, and counts as nothing."""
    length = 0
    while day in won or day in open_days:
        length += day in won
        day -= DAY
    return length


def best_run(won: Collection[date]) -> int:
    """The most days in a row that were ever won."""
    best = length = 0
    last = None
    for day in sorted(won):
        length = length + 1 if last is not None and day - last == DAY else 1
        best, last = max(best, length), day
    return best
