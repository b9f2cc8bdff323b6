"""How many deals are winnable, with intervals that say what is not known."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, median

from winnable.study.keeping import Deal

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Tally:
    """The deals of one study, counted."""

    game: str
    winnable: int
    lost: int
    undecided: int
    median_seconds: float
    nodes: int

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.winnable + self.lost + self.undecided

    @property
    def interval(self) -> tuple[float, float]:
        """Between which shares (0 to 1) the share of winnable deals lies, at 95 % confidence."""
        return interval(self.winnable, self.undecided, self.deals)


def tally(game: str, deals: Iterable[Deal]) -> Tally:
    """Count the deals of a study."""
    known = list(deals)
    counts = Counter(deal.verdict for deal in known)
    seconds = median(deal.seconds for deal in known) if known else 0.0
    nodes = sum(deal.nodes for deal in known)
    return Tally(game, counts["winnable"], counts["lost"], counts["undecided"], seconds, nodes)


def interval(winnable: int, undecided: int, deals: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of the share of winnable deals: undecided deals widen it both ways.

    Its lower end is Wilson's if all undecided deals were lost, its upper end if all were winnable (E. B. Wilson,
    Probable inference, the law of succession, and statistical inference, 1927).
    """
    if deals == 0:
        return 0.0, 1.0
    return _wilson(winnable, deals, confidence)[0], _wilson(winnable + undecided, deals, confidence)[1]


def _wilson(successes: int, trials: int, confidence: float) -> tuple[float, float]:
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, spread = successes / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def markdown(tallies: Iterable[Tally]) -> str:
    """The tallies as a table in Markdown, one row a study."""
    header = ("game", "deals", "winnable", "lost", "undecided", "winnable, 95 %", "median", "nodes")
    rows = [header, *map(_row, tallies)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
    lines = ["| " + " | ".join(_cells(row, widths)) + " |" for row in rows]
    rule = "|" + "|".join("-" * (width + 1) + (":" if column else "-") for column, width in enumerate(widths)) + "|"
    return "\n".join((lines[0], rule, *lines[1:]))


def _row(one: Tally) -> tuple[str, ...]:
    low, high = one.interval
    counts = map(str, (one.deals, one.winnable, one.lost, one.undecided))
    return one.game, *counts, f"{100 * low:.2f} to {100 * high:.2f} %", f"{one.median_seconds:.3f} s", f"{one.nodes}"


def _cells(row: tuple[str, ...], widths: list[int]) -> list[str]:
    first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
    return [first.strip().ljust(widths[0]), *others]
