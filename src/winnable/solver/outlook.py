"""A first look at a deal, so that ``find`` need not search what hardly ever leads to a win in a game rarely won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from winnable.cards import Card, first_dealt, rank_of, shuffled_deck
from winnable.rules.game import Game
from winnable.solver.verdict import Budget


@dataclass(frozen=True, slots=True)
class Look:
    """What ``find`` does with the deals of a game."""

    each: Budget  # what is spent on a deal
    how: Mapping[str, Any] = field(default_factory=dict)  # how the family's search is to go
    least_first: int | None = None  # the outlook its first row must have; None: any
    least: int | None = None  # the outlook a deal must have; None: every deal is tried


_SOON = Look(Budget(nodes=1_000))  # few are won, and those that are, soon
# By full names. How these were measured is in docs/solver-quadrennial.md, *Winnable deals*.
_LOOKS = {
    "klondike:passes=1": _SOON,
    "klondike:passes=2": _SOON,
    "klondike:draw=1:passes=1": _SOON,
    "klondike:draw=1:passes=2": _SOON,
    "leap-year": Look(Budget(nodes=30_000), {"widths": (3,)}, 192, -53),
    "leap-year:skip": Look(Budget(nodes=100_000), {"widths": (1, 3, 8)}, 648, 310),
    "leap-year:one_deck": Look(Budget(nodes=4_000), {}, 38, 42),
    "leap-year:skip:one_deck": Look(Budget(nodes=8_000), {"widths": (12, 60)}, 110, 102),
}
_USUAL = Look(Budget(seconds=0.05))

# What a card of a rank is worth, ace to king.
_IN_FIRST_ROW = (0, -15, -18, -20, -18, -16, -13, -8, 2, 11, 18, 24, 31)
_IN_LAST_ROW = (0, -22, -24, -11, -9, -4, -2, -3, 2, 4, 11, 12, 15)
_A_ROW_LATER = (0, -4, -3, -2, 0, 0, 1, 2, 2, 1, 1, 0, -1)  # for each row that comes before it


def look_of(game: Game) -> Look:
    """What ``find`` does with the deals of a game."""
    return _LOOKS.get(game.full_name, _USUAL)


def promising_deck(game: Game, number: int, look: Look) -> tuple[Card, ...] | None:
    """The deck of a deal number, first dealt first, if it has the outlook it must have to be tried.

    Its first row is looked at before the rest is shuffled, as most decks fall by it.
    """
    if look.least_first is not None and _outlook_of_first_row(game, number) < look.least_first:
        return None
    deck = shuffled_deck(number, game.decks, game.ranks, game.suits)
    return deck if look.least is None or outlook(game, deck) >= look.least else None


def _outlook_of_first_row(game: Game, number: int) -> int:
    """What the first row is worth, as far as it is dealt with the first few cards: aces are put out and don't count."""
    piles = game.reserve.piles
    ranks = _without_aces(first_dealt(number, piles + 4, game.decks, game.ranks))
    return _worth_of_first_row(game, ranks[:piles])


def outlook(game: Game, deck: Sequence[Card]) -> int:
    """How promising a deck is in Leap Year, first card first.

    High ranks should lie in the first row, where they hold up nothing and keep their reserve from running out, low ones
    come early in the rows behind it, and none of them in the last.
    """
    piles = game.reserve.piles
    ranks = _without_aces(deck)
    last_row = _weight_of_edges(game) * sum(_IN_LAST_ROW[rank] for rank in ranks[-piles:])
    rows = sum(_A_ROW_LATER[rank] * (index // piles) for index, rank in enumerate(ranks))
    return _worth_of_first_row(game, ranks[:piles]) + rows + last_row


def _worth_of_first_row(game: Game, ranks: Sequence[int]) -> int:
    return _weight_of_edges(game) * sum(_IN_FIRST_ROW[rank] for rank in ranks)


def _weight_of_edges(game: Game) -> int:
    """What the first and the last row count against all rows: more where a reserve that runs out is dealt nothing."""
    skips = game.stock is not None and game.stock.skip_empty
    return game.decks * (2 if skips else 1)


def _without_aces(cards: Sequence[Card]) -> list[int]:
    return [rank_of(card) for card in cards if rank_of(card) > 0]
