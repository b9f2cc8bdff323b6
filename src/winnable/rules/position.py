"""Positions, moves and events. All are immutable."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from winnable.cards import Card, rank_of
from winnable.rules.game import Game

Pile = tuple[Card, ...]

PILE_INDEX = {f"{group}{number}": number - 1 for group in "FTR" for number in range(1, 100)}
FOUNDATION_NAMES = tuple(f"F{number}" for number in range(1, 100))
TABLEAU_NAMES = tuple(f"T{number}" for number in range(1, 100))
RESERVE_NAMES = tuple(f"R{number}" for number in range(1, 100))


class Move(NamedTuple):
    """``count`` cards from one pile to another, order kept. Piles are named ``F1``, ``T1``, ``R1``, ``W``, ``S``.

    What follows by itself (a fill, a flip) is part of the move.
    """

    source: str
    target: str
    count: int = 1  # type: ignore[assignment]

    def __str__(self) -> str:
        """The move as text: ``T3-F1``, ``T1-T4x3``, or ``S`` for a turn."""
        if self == TURN:
            return "S"
        return f"{self.source}-{self.target}" + (f"x{self.count}" if self.count > 1 else "")


TURN = Move("S", "S", 0)

EventKind = Literal["move", "fill", "flip", "turn", "deal", "recycle", "gather"]


class Event(NamedTuple):
    """One thing that a move did: these cards went from one pile to the end of another, in this order.

    ``flip`` turns the source's top card face up; ``deal`` lays one card on a reserve; ``recycle`` takes the
    waste back as the stock; ``gather`` takes one reserve back to the stock.
    """

    kind: EventKind
    source: str
    target: str
    cards: Pile


@dataclass(frozen=True, slots=True)
class Position:
    """Where every card lies. Piles are bottom first; the stock is next-to-be-turned first."""

    game: Game
    foundations: tuple[Pile, ...]
    tableau: tuple[Pile, ...]
    reserves: tuple[Pile, ...] = ()
    waste: Pile = ()
    stock: Pile = ()
    passes: int = 1  # the pass through the stock that is under way, counted from 1
    face_down: tuple[int, ...] = ()  # how many cards of each tableau pile lie face down; () for none

    def pile(self, name: str) -> Pile:
        """The pile of a name. Raises KeyError where the game has no such pile."""
        if name == "W":
            return self.waste
        if name == "S":
            return self.stock
        index = PILE_INDEX[name]
        piles = {"F": self.foundations, "T": self.tableau, "R": self.reserves}[name[0]]
        if index >= len(piles):
            raise KeyError(name)
        return piles[index]


def base_rank(position: Position) -> int | None:
    """The rank every foundation starts with (0 to 12), or None while none is chosen."""
    if position.game.foundations.base in ("ace", "aces out"):
        return 0
    for pile in position.foundations:
        if pile:
            return rank_of(pile[0])
    return None


def space_count(position: Position) -> int:
    """How many tableau piles are empty."""
    return position.tableau.count(())
