"""The vocabulary of rules: a game is a frozen dataclass, a variant is ``dataclasses.replace``."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from winnable.cards import Card, is_red, make_card, rank_of, suit_of

Base = Literal["ace", "aces out", "first card", "chosen"]
Direction = Literal["down", "up or down"]
Match = Literal["any", "suit", "colour"]
Take = Literal["card", "run", "whole", "supermove", "doubling"]
Group = Literal["F", "T", "R"]

_NUMBERS = frozenset(map(str, range(1, 100)))


@dataclass(frozen=True, slots=True)
class Foundations:
    """Where the cards must go: up by one, 13 cards (or the deck's ranks) on each pile."""

    base: Base  # the base rank: aces, aces already out, the first card dealt, or the first card put up
    by_suit: bool = True  # F1 to F4 take clubs, diamonds, hearts, spades; else any suit on any pile
    take_back: bool = False  # the top card may come back to the tableau
    keep: int = 0  # that many cards of a pile can't be taken back
    between: bool = False  # the top card may be moved to another foundation
    opens: bool = False  # the first move of the game must go to a foundation


@dataclass(frozen=True, slots=True)
class Tableau:
    """The piles that are built on."""

    piles: int
    direction: Direction = "down"
    match: Match = "any"
    wrap: bool = False  # king and ace are neighbours
    take: Take = "card"  # how many cards may move together
    only_high_to_space: bool = False  # a space takes only the highest rank (kings)
    fill: tuple[Literal["stock", "waste", "reserve"], ...] = ()  # a space is filled at once from these


@dataclass(frozen=True, slots=True)
class Reserve:
    """Piles whose tops can be played but never built on."""

    piles: int
    only_to_foundations: bool = False
    hidden: bool = False  # only the top lies face up


@dataclass(frozen=True, slots=True)
class Stock:
    """What a turn does."""

    draw: int = 1  # cards turned to the waste
    passes: int | None = 1  # passes through the stock; None for any number
    to_reserves: bool = False  # a turn deals a row to the reserves instead
    skip_empty: bool = False  # such a row leaves out the empty reserves, unless all are empty
    to_space: bool = False  # the next card may be put in a space
    open_waste: bool = False  # one turn is made with the deal


@dataclass(frozen=True, slots=True)
class Row:
    """A step of the deal: one card to each pile of a group, repeated, as far as the cards go."""

    group: Group
    times: int = 1
    first: int = 1  # the pile where the row starts, counted from 1
    leftward: bool = False
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A rule switch: ``name`` alone, or ``name=value`` where it takes one of ``values`` ("N": a number)."""

    name: str
    apply: Callable[["Game", str], "Game"]
    values: tuple[str, ...] = ()
    meaning: str = ""

    def accepts(self, value: str | None) -> bool:
        """Whether the option may be written with this value (None: without one)."""
        if not self.values:
            return value is None
        if value is None:
            return False
        return value in self.values or ("N" in self.values and value in _NUMBERS)


@dataclass(frozen=True)
class Game:
    """One patience game: what is dealt, what may move, and where to.

    ``options`` are the switches already applied, as text in the order of ``choices``.
    """

    name: str
    title: str
    foundations: Foundations
    deal: tuple[Row, ...]
    tableau: Tableau = Tableau(0)
    reserve: Reserve = Reserve(0)
    stock: Stock | None = None
    decks: int = 1
    ranks: int = 13
    suits: int = 4
    sources: tuple[str, ...] = field(default=(), compare=False)
    choices: tuple[Option, ...] = field(default=(), compare=False, repr=False)
    options: tuple[str, ...] = ()
    builds: tuple[frozenset[Card], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Work out, for each card, which cards may be built on it in the tableau."""
        object.__setattr__(self, "builds", tuple(self._takers(Card(card)) for card in range(4 * self.ranks)))

    def _takers(self, below: Card) -> frozenset[Card]:
        steps = (-1,) if self.tableau.direction == "down" else (-1, 1)
        ranks = {rank_of(below) + step for step in steps}
        if self.tableau.wrap:
            ranks = {rank % self.ranks for rank in ranks}
        cards = (make_card(rank, suit) for rank in ranks if 0 <= rank < self.ranks for suit in range(self.suits))
        return frozenset(card for card in cards if self._matches(card, below))

    def _matches(self, card: Card, below: Card) -> bool:
        if self.tableau.match == "suit":
            return suit_of(card) == suit_of(below)
        return self.tableau.match == "any" or is_red(card) != is_red(below)

    @property
    def full_name(self) -> str:
        """The name with its options, such as ``canfield:draw=1:fill=choice``."""
        return ":".join((self.name, *self.options))

    @property
    def foundation_count(self) -> int:
        """How many foundations there are: one for each suit of each deck."""
        return self.suits * self.decks

    @property
    def card_count(self) -> int:
        """How many cards the game is played with."""
        return self.decks * self.suits * self.ranks
