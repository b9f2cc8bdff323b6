"""Figures from the deals of a player, by the rules of counting (``winnable.site.results``)."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

Outcome = Literal["won", "given up", "lost", "unfinished"]


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was touched and counts."""

    full_name: str
    outcome: Outcome
    moves: int | None  # to the result, else to now; None where an older version did not store it
    seconds: int | None  # the same; None where the timer did not run
    hints: int  # the same
    undos: int  # the same, restarts included
    clean: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """What is said of some deals; None where there is nothing to say."""

    dealt: int
    played: int
    won: int
    given_up: int
    lost: int
    unfinished: int
    win_rate: float | None  # from 0 to 1, of those that are over
    clean: int
    streak: int  # wins since the last deal that was not won
    best_streak: int
    fewest_moves: int | None  # of a win
    mean_moves: float | None  # of the wins
    best_seconds: int | None  # of a win with the timer
    mean_seconds: float | None  # of the wins with the timer
    hints: int
    undos: int


def is_clean(hints: int, undos: int, helped: bool) -> bool:
    """Whether a win came about without any help; restarts are undos."""
    return not (hints or undos or helped)


def figures(deals: Iterable[Played], untouched: int = 0) -> Figures:
    """The figures of deals in the order in which they were begun, and of so many that were left untouched."""
    deals = tuple(deals)
    won = [deal for deal in deals if deal.outcome == "won"]
    given_up, lost = (sum(deal.outcome == outcome for deal in deals) for outcome in ("given up", "lost"))
    over = len(won) + given_up + lost
    moves = [deal.moves for deal in won if deal.moves is not None]
    seconds = [deal.seconds for deal in won if deal.seconds is not None]
    streak, best_streak = streaks(deals)
    return Figures(
        dealt=len(deals) + untouched,
        played=len(deals),
        won=len(won),
        given_up=given_up,
        lost=lost,
        unfinished=len(deals) - over,
        win_rate=len(won) / over if over else None,
        clean=sum(deal.clean for deal in won),
        streak=streak,
        best_streak=best_streak,
        fewest_moves=min(moves, default=None),
        mean_moves=fmean(moves) if moves else None,
        best_seconds=min(seconds, default=None),
        mean_seconds=fmean(seconds) if seconds else None,
        hints=sum(deal.hints for deal in deals),
        undos=sum(deal.undos for deal in deals),
    )


def streaks(deals: Iterable[Played]) -> tuple[int, int]:
    """How many of the last deals in a row were won, and the most that ever were."""
    now = best = 0
    for deal in deals:
        if deal.outcome != "unfinished":
            now = now + 1 if deal.outcome == "won" else 0
            best = max(best, now)
    return now, best
