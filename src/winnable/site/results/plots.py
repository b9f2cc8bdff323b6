"""The win rate over time as points and as places in a drawing; the template only writes them down."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from winnable.site.results.counting import Played

RECENT = 30  # deals that the rate of late is taken from
LEAST = 5  # deals, below which a plot would say nothing
_MOST = 200  # points that are drawn
WIDTH, HEIGHT = 400, 220  # of the drawing
LEFT, RIGHT, TOP, BOTTOM = 46, 390, 12, 190  # where its axes run


@dataclass(frozen=True, slots=True)
class Point:
    """The win rate after a number of deals."""

    deals: int
    won: int
    recent: float | None  # the win rate of the last RECENT deals, from 0 to 1; None for fewer

    @property
    def rate(self) -> float:
        """The win rate of all deals up to here, from 0 to 1."""
        return self.won / self.deals


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    place: float
    value: int


@dataclass(frozen=True, slots=True)
class Plot:
    """Where everything is drawn, and the table that says the same."""

    line: str  # of the rate of all deals, as SVG has it
    recent_line: str
    across: tuple[Tick, ...]  # numbers of deals
    up: tuple[Tick, ...]  # percent
    rows: tuple[Point, ...]  # every RECENT deals, and the last
    last: Point


def plot(deals: Iterable[Played]) -> Plot | None:
    """The plot of deals in the order in which they were begun; None for too few that are over."""
    points = tuple(curve(deal.outcome == "won" for deal in deals if deal.outcome != "unfinished"))
    if len(points) < LEAST:
        return None
    last = points[-1]
    drawn = _thinned(points, ceil(len(points) / _MOST))
    return Plot(
        line=" ".join(_place(last.deals, point.deals, point.rate) for point in drawn),
        recent_line=" ".join(
            _place(last.deals, point.deals, point.recent) for point in drawn if point.recent is not None
        ),
        across=tuple(Tick(_x(last.deals, deals), deals) for deals in _round_numbers(last.deals)),
        up=tuple(Tick(_y(percent / 100), percent) for percent in range(0, 101, 25)),
        rows=_thinned(points, RECENT),
        last=last,
    )


def curve(wins: Iterable[bool]) -> Iterator[Point]:
    """The win rate after each deal."""
    recent: deque[bool] = deque(maxlen=RECENT)
    won = 0
    for deals, is_won in enumerate(wins, 1):
        won += is_won
        recent.append(is_won)
        yield Point(deals, won, sum(recent) / RECENT if deals >= RECENT else None)


def _thinned(points: Sequence[Point], step: int) -> tuple[Point, ...]:
    """Every so manieth point, and the last."""
    kept = list(points[step - 1 :: step])
    return tuple(kept if kept and kept[-1] is points[-1] else [*kept, points[-1]])


def _place(most: int, deals: int, rate: float) -> str:
    return f"{_x(most, deals):.1f},{_y(rate):.1f}"


def _x(most: int, deals: int) -> float:
    return LEFT + (RIGHT - LEFT) * (deals - 1) / (most - 1)


def _y(rate: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * rate


def _round_numbers(most: int) -> tuple[int, ...]:
    """A few round numbers up to the most."""
    step = next(step for size in range(20) for step in (10**size, 2 * 10**size, 5 * 10**size) if most / step <= 6)
    return tuple(range(step, most + 1, step))
