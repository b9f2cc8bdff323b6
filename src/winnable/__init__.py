"""Patience games that know whether they can be won: rules, solver and a table in the browser."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from winnable.games import GAMES, game
    from winnable.notation import line_from_text, line_text, position_from_json, position_to_json
    from winnable.rules.engine import Move, Position, deal, is_won, legal_moves, play
    from winnable.solver import Budget, Solution, Verdict, find, hint, solve

__all__ = [
    "GAMES",
    "Budget",
    "Move",
    "Position",
    "Solution",
    "Verdict",
    "deal",
    "find",
    "game",
    "hint",
    "is_won",
    "legal_moves",
    "line_from_text",
    "line_text",
    "play",
    "position_from_json",
    "position_to_json",
    "solve",
]

_HOMES = {
    "games": ("GAMES", "game"),
    "notation": ("line_from_text", "line_text", "position_from_json", "position_to_json"),
    "rules.engine": ("Move", "Position", "deal", "is_won", "legal_moves", "play"),
    "solver": ("Budget", "Solution", "Verdict", "find", "hint", "solve"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
