"""Czarina and Four Seasons: a cross of five piles, built down regardless of suit, round the corner."""

from dataclasses import replace

from winnable.games.options import OPEN_WASTE, with_stock, with_tableau
from winnable.rules.game import Foundations, Game, Option, Row, Stock, Tableau

_FILL = Option(
    "fill",
    lambda game, _: with_tableau(game, fill=("waste", "stock")),
    ("waste",),
    "a space is filled from the waste first, then from the stock",
)
_STOCK_TO_SPACE = Option(
    "stock_to_space",
    lambda game, _: with_stock(game, to_space=True),
    meaning="the stock's next card may be put in a space",
)

CZARINA = Game(
    name="czarina",
    title="Czarina",
    foundations=Foundations("first card"),
    tableau=Tableau(5, wrap=True, fill=("stock", "waste")),
    stock=Stock(),
    deal=(Row("T"),),
    sources=("PySolFC 'Czarina' (deal and building; its fill is the option fill=waste)",),
    choices=(_FILL, OPEN_WASTE),
)

FOUR_SEASONS = replace(
    CZARINA,
    name="four-seasons",
    title="Four Seasons",
    tableau=replace(CZARINA.tableau, fill=()),
    sources=("PySolFC 'Four Seasons', also known as Corner Card",),
    choices=(_STOCK_TO_SPACE, OPEN_WASTE),
)
