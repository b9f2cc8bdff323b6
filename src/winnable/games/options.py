"""Rule switches that several games share."""

from dataclasses import replace

from winnable.rules.game import Game, Option, Stock


def with_stock(game: Game, **changes: object) -> Game:
    """The game with other rules of the stock."""
    return replace(game, stock=replace(game.stock or Stock(), **changes))  # type: ignore[arg-type]


def with_foundations(game: Game, **changes: object) -> Game:
    """The game with other rules of the foundations."""
    return replace(game, foundations=replace(game.foundations, **changes))  # type: ignore[arg-type]


def with_tableau(game: Game, **changes: object) -> Game:
    """The game with other rules of the tableau."""
    return replace(game, tableau=replace(game.tableau, **changes))  # type: ignore[arg-type]


DRAW = Option("draw", lambda game, value: with_stock(game, draw=int(value)), ("1", "2", "3"), "cards a turn")
PASSES = Option("passes", lambda game, value: with_stock(game, passes=int(value)), ("N",), "passes through the stock")
LOCKED = Option("locked", lambda game, _: with_foundations(game, take_back=False), meaning="no take-back")
OPEN_WASTE = Option(
    "open_waste", lambda game, _: with_stock(game, open_waste=True), meaning="one turn is made with the deal"
)
SKIP = Option("skip", lambda game, _: with_stock(game, skip_empty=True), meaning="a turn leaves out the empty reserves")
