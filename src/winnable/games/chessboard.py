"""Chessboard, Fortress, Lasker and Castles End: all cards face up in ten piles, built up or down."""

from dataclasses import replace

from winnable.games.options import LOCKED, with_tableau
from winnable.rules.game import Foundations, Game, Option, Reserve, Row, Tableau

_DOUBLING = Option(
    "doubling",
    lambda game, _: with_tableau(game, take="doubling"),
    meaning="a supermove carries at most 2^spaces cards",
)

CHESSBOARD = Game(
    name="chessboard",
    title="Chessboard",
    foundations=Foundations("chosen", take_back=True),
    tableau=Tableau(10, direction="up or down", match="suit", wrap=True, take="supermove"),
    deal=(Row("T", times=6),),
    sources=("PySolFC 'Chessboard' (deal; take-back is ours)",),
    choices=(LOCKED, _DOUBLING),
)

FORTRESS = replace(
    CHESSBOARD,
    name="fortress",
    title="Fortress",
    foundations=Foundations("ace", take_back=True),
    tableau=replace(CHESSBOARD.tableau, wrap=False),
    sources=("PySolFC 'Fortress' (deal; take-back is ours)",),
)

LASKER = replace(
    CHESSBOARD,
    name="lasker",
    title="Lasker",
    tableau=replace(CHESSBOARD.tableau, take="run"),
    sources=("Chessboard with runs that move as a unit",),
    choices=(LOCKED,),
)

CASTLES_END = Game(
    name="castles-end",
    title="Castles End",
    foundations=Foundations("chosen", take_back=True, keep=1, opens=True),
    tableau=Tableau(10, direction="up or down", match="colour", wrap=True),
    reserve=Reserve(2),
    deal=(Row("T", times=5), Row("R")),
    sources=("PySolFC 'Castles End'",),
    choices=(LOCKED,),
)
