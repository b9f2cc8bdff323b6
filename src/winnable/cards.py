"""Cards, their text, and the deck of a deal number.

A card is an integer: ``4 * rank + suit``, rank 0 (ace) to 12 (king), suit 0 to 3 for clubs, diamonds,
hearts and spades. Copies of a card in a game of several decks are equal.
"""

from functools import cache
from numbers import Integral
from random import Random
from typing import NewType

from pysol_cards.cards import createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

Card = NewType("Card", int)

RANKS = "A23456789TJQK"
SUITS = "CDHS"
LARGEST_DEAL_NUMBER = 10**20 - 1

_LARGEST_MICROSOFT_NUMBER = 32000  # up to here pysol-cards shuffles with another generator
_PYSOL_SUITS = "CSHD"
_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS = {text: Card(index) for index, text in enumerate(_TEXTS)}


def rank_of(card: Card) -> int:
    """The rank of a card, 0 for the ace to 12 for the king."""
    return card >> 2


def suit_of(card: Card) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def is_red(card: Card) -> bool:
    """Whether the card is a diamond or a heart."""
    return card & 3 in (1, 2)


def make_card(rank: int, suit: int) -> Card:
    """The card of a rank (0 to 12) and a suit (0 to 3)."""
    return Card(4 * rank + suit)


def card_text(card: Card) -> str:
    """The card as text, such as ``7H`` or ``TD``."""
    return _TEXTS[card]


def card_from_text(text: str) -> Card:
    """The card a text names. Raises ValueError with a sentence that names the text."""
    try:
        return _CARDS[text]
    except (KeyError, TypeError):
        raise ValueError(f"{quoted(text)} is not a card; write rank and suit, such as 7H or TD.") from None


def quoted(value: object) -> str:
    """Something that came from outside, short enough to be shown in a message, whatever it is."""
    return repr(value[:40]) if isinstance(value, str) else f"a value of type {type(value).__name__}"


def shuffled_deck(number: int, decks: int = 1, ranks: int = 13, suits: int = 4) -> tuple[Card, ...]:
    """The cards of a deal number, first dealt first.

    This is PySolFC's shuffle (package ``pysol-cards``); 1 to 31999 are its Microsoft-compatible range.
    Fewer than four suits leave the other suits' cards out of the shuffled four.
    Raises ValueError for anything but a whole number from 1 to 10**20 - 1.
    """
    dealt = shuffle(list(_sorted_deck(decks, ranks)), _deal_number(number), RandomBase.DEALS_PYSOLFC)
    dealt.reverse()
    return tuple(dealt) if suits == 4 else tuple(card for card in dealt if suit_of(card) < suits)


def first_dealt(number: int, count: int, decks: int = 1, ranks: int = 13) -> tuple[Card, ...]:
    """The first cards of ``shuffled_deck(number, decks, ranks)``, without the shuffling of all others.

    The shuffle swaps each place, from the last dealt back to front, with a random one before it, and the deck is dealt
    from its end: so the first swaps settle the cards dealt first. Raises ValueError as ``shuffled_deck`` does.
    """
    number = _deal_number(number)
    if number <= _LARGEST_MICROSOFT_NUMBER:
        return shuffled_deck(number, decks, ranks)[:count]
    deck = list(_sorted_deck(decks, ranks))
    draw = Random(number).random
    end = max(len(deck) - count, 0)
    for place in range(len(deck) - 1, end - 1, -1):
        other = int(draw() * (place + 1))
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(reversed(deck[end:]))


def _deal_number(number: int) -> int:
    """A deal number as Python's own integer: NumPy's seed no shuffle. Raises ValueError for anything else."""
    if not isinstance(number, Integral) or not 1 <= number <= LARGEST_DEAL_NUMBER:
        raise ValueError(f"{number} is not a deal number; use a whole number from 1 to 10^20 - 1.")
    return int(number)


@cache
def _sorted_deck(decks: int, ranks: int) -> tuple[Card, ...]:
    """The cards of four suits in PySolFC's order before the shuffle."""
    cards = createCards(decks, ranks)
    return tuple(make_card(card.rank - 1, SUITS.index(_PYSOL_SUITS[card.suit])) for card in cards)
