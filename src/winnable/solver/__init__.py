"""The solver: ``solve``, ``hint``, ``find`` and what they answer. Numba is imported at first use."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from winnable.solver.verdict import Budget, Hint, Solution, Verdict

if TYPE_CHECKING:
    from winnable.solver.compile import is_compiled, warm_up
    from winnable.solver.families import UnsupportedGame
    from winnable.solver.finding import Found, find
    from winnable.solver.hinting import fresh_move, hint
    from winnable.solver.line import lie, replay, wins
    from winnable.solver.solving import Cancel, InternalError, solve

__all__ = [
    "Budget",
    "Cancel",
    "Found",
    "Hint",
    "InternalError",
    "Solution",
    "UnsupportedGame",
    "Verdict",
    "find",
    "fresh_move",
    "hint",
    "is_compiled",
    "lie",
    "replay",
    "solve",
    "warm_up",
    "wins",
]

_HOMES = {
    "compile": ("is_compiled", "warm_up"),
    "families": ("UnsupportedGame",),
    "finding": ("Found", "find"),
    "hinting": ("fresh_move", "hint"),
    "line": ("lie", "replay", "wins"),
    "solving": ("Cancel", "InternalError", "solve"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
