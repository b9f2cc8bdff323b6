"""The families of games that the solver knows, each with its own search."""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnable.rules.game import Game
from winnable.rules.position import Position
from winnable.solver.verdict import Budget, SearchResult

Control = NDArray[np.int64]  # (8,): entry 0 asks the search to stop, entry 1 counts the nodes expanded

FAMILIES = ("seasons", "canfield", "chessboard", "quadrennial")


class UnsupportedGame(ValueError):
    """No family of the solver knows all rules of this game."""


def family_name(game: Game) -> str:
    """The family whose search plays by all the rules of a game. Raises UnsupportedGame."""
    for name in FAMILIES:
        if _module(name).handles(game):
            return name
    raise UnsupportedGame(f"The solver does not know the rules of {game.full_name} as given.")


def search(
    name: str, position: Position, budget: Budget, control: Control | None = None, how: Mapping[str, Any] | None = None
) -> SearchResult:
    """What a family's search finds within the budget's nodes and bytes, or until ``control`` stops it.

    ``how`` has further arguments of that family's search.
    """
    control = np.zeros(8, np.int64) if control is None else control
    result: SearchResult = _module(name).search(position, budget, control, **(how or {}))
    return result


def _module(name: str) -> ModuleType:
    return import_module(f"winnable.solver.{name}")
