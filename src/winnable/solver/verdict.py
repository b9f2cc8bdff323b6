"""What the solver is asked and what it answers."""

from dataclasses import dataclass
from enum import Enum
from math import isnan
from numbers import Integral
from typing import Literal

from winnable.rules.position import Move, Position

Reason = Literal["seconds", "nodes", "memory", "cancelled"]

DEFAULT_BYTES = 1 << 30


class Verdict(Enum):
    """Whether a position can be won: proved so, proved not so, or not settled within the budget."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a solve may take. None means no limit of that kind; memory always has one.

    A budget of nodes alone gives the same line and the same node count on every machine. Raises TypeError for nodes
    or bytes that are no whole number, ValueError for seconds that are no number.
    """

    seconds: float | None = None
    nodes: int | None = None
    bytes: int = DEFAULT_BYTES

    def __post_init__(self) -> None:
        if not isinstance(self.nodes, Integral | None):
            raise TypeError(f"The nodes of a budget are a whole number or None, not {self.nodes!r}.")
        if not isinstance(self.bytes, Integral):
            raise TypeError(f"The bytes of a budget are a whole number, not {self.bytes!r}.")
        if self.seconds is not None and isnan(self.seconds):
            raise ValueError("The seconds of a budget are a number or None, not nan.")


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What one family's search found. ``line`` leads from the position to a win where it is winnable."""

    verdict: Verdict
    nodes: int  # positions expanded
    line: tuple[Move, ...] = ()
    reason: Reason | None = None  # which limit ended an undecided search


@dataclass(frozen=True, slots=True)
class Solution:
    """What ``solve`` answers: the verdict, and for a winnable position a line that the rules replayed to a win."""

    verdict: Verdict
    line: tuple[Move, ...]  # from ``position`` to the win; () unless winnable
    nodes: int  # positions expanded
    seconds: float  # of search, without the compilation of kernels
    reason: Reason | None  # which limit ended an undecided search
    position: Position  # what was asked about


HintKind = Literal["move", "lost", "unknown", "stuck"]


@dataclass(frozen=True, slots=True)
class Hint:
    """What ``hint`` answers.

    ``move``: the first move of a line that is proved to win. ``lost``: there is no win from here. ``unknown``: the
    solver can't tell; the move, if there is one, is legal and repeats nothing. ``stuck``: no card can move any more.
    """

    kind: HintKind
    move: Move | None
    line: tuple[Move, ...] = ()  # the whole proved line, for the next call; () unless ``move``
