"""Quadrennial, Acquaintance and Leap Year: aces out, and reserves that play only to the foundations."""

from dataclasses import replace

from winnable.games.options import SKIP, with_stock
from winnable.rules.game import Foundations, Game, Option, Reserve, Row, Stock

_REFILL = Option("refill", lambda game, _: with_stock(game, skip_empty=False), meaning="a turn deals to all reserves")
_ONE_DECK = Option(
    "one_deck",
    lambda game, _: replace(game, decks=1, reserve=replace(game.reserve, piles=4)),
    meaning="one deck and four reserves",
)

QUADRENNIAL = Game(
    name="quadrennial",
    title="Quadrennial",
    foundations=Foundations("aces out", by_suit=False, between=True),
    reserve=Reserve(8, only_to_foundations=True),
    stock=Stock(passes=3, to_reserves=True, skip_empty=True),
    deal=(Row("R"),),
    decks=4,
    sources=("PySolFC's Auld Lang Syne family, with four decks",),
    choices=(_REFILL,),
)

ACQUAINTANCE = replace(
    QUADRENNIAL,
    name="acquaintance",
    title="Acquaintance",
    reserve=replace(QUADRENNIAL.reserve, piles=4),
    stock=Stock(passes=3, to_reserves=True),
    decks=1,
    sources=("PySolFC 'Acquaintance'",),
    choices=(SKIP,),
)

LEAP_YEAR = replace(
    QUADRENNIAL,
    name="leap-year",
    title="Leap Year",
    stock=Stock(passes=1, to_reserves=True),
    sources=("PySolFC's Auld Lang Syne family, with four decks",),
    choices=(SKIP, _ONE_DECK),
)
