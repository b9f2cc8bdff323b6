"""A first look at a deal, so that ``find`` need not search what hardly ever leads to a win in a game rarely won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from winnable.cards import Card, rank_of
from winnable.rules.game import Game
from winnable.solver.verdict import Budget


@dataclass(frozen=True, slots=True)
class Look:
    """What ``find`` does with the deals of a game."""

    each: Budget  # what is spent on a deal
    how: Mapping[str, Any] = field(default_factory=dict)  # how the family's search is to go
    least: int | None = None  # the outlook a deal must have; None: every deal is tried


# By full names. How these were measured is in docs/solver-quadrennial.md, *Winnable deals*.
_LOOKS = {
    "leap-year": Look(Budget(nodes=30_000), {"widths": (3,)}, 90),
    "leap-year:skip": Look(Budget(nodes=60_000), {"widths": (12,)}, 420),
    "leap-year:one_deck": Look(Budget(nodes=4_000), {}, 85),
    "leap-year:skip:one_deck": Look(Budget(nodes=8_000), {}, 130),
}
_USUAL = Look(Budget(seconds=0.05))

_WORTH = (0, -9, -4, -1, 1, 2, 3, 3, 2, 3, 1, 0, -2)  # of a row more that a card comes later, ace to king


def look_of(game: Game) -> Look:
    """What ``find`` does with the deals of a game."""
    return _LOOKS.get(game.full_name, _USUAL)


def outlook(game: Game, deck: Sequence[Card]) -> int:
    """How promising a deck is in Leap Year, first card first: low ranks should come early and the middle ones late."""
    ranks = [rank_of(card) for card in deck if rank_of(card) > 0]
    return sum(_WORTH[rank] * (index // game.reserve.piles) for index, rank in enumerate(ranks))
