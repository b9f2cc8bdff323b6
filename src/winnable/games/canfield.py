"""Canfield and Klondike: a stock turned by threes, piles built down in alternating colours."""

from winnable.games.options import DRAW, LOCKED, PASSES, with_tableau
from winnable.rules.game import Foundations, Game, Option, Reserve, Row, Stock, Tableau

_WHOLE_ONLY = Option(
    "whole_only", lambda game, _: with_tableau(game, take="whole"), meaning="only a whole pile or its top card moves"
)
_FILL = Option(
    "fill",
    lambda game, _: with_tableau(game, fill=("reserve",)),
    ("choice",),
    "once the reserve is out, the player fills the spaces",
)

CANFIELD = Game(
    name="canfield",
    title="Canfield",
    foundations=Foundations("first card"),
    tableau=Tableau(4, match="colour", wrap=True, take="run", fill=("reserve", "waste")),
    reserve=Reserve(1, hidden=True),
    stock=Stock(draw=3, passes=None),
    deal=(Row("R", times=13), Row("T", leftward=True)),
    sources=("PySolFC 'Canfield' (deal)", "Solvitaire (fill=choice and whole_only as its paper measures them)"),
    choices=(_WHOLE_ONLY, DRAW, PASSES, _FILL),
)

KLONDIKE = Game(
    name="klondike",
    title="Klondike",
    foundations=Foundations("ace", take_back=True),
    tableau=Tableau(7, match="colour", take="run", only_high_to_space=True),
    stock=Stock(draw=3, passes=None),
    deal=(*(Row("T", first=first, leftward=True, face_down=True) for first in range(2, 8)), Row("T", leftward=True)),
    sources=("PySolFC 'Klondike' (deal)",),
    choices=(DRAW, PASSES, LOCKED),
)
