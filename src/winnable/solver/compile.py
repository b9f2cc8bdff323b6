"""Kernels are compiled at first use, once for each machine and version, and kept in the user's cache folder."""

import threading
from collections.abc import Callable

from winnable.games import GAMES
from winnable.rules.engine import deal
from winnable.rules.game import Game
from winnable.solver.cache import folder, locked
from winnable.solver.families import FAMILIES, search
from winnable.solver.verdict import Budget, Verdict

TRIAL_GAMES = {
    "seasons": ("czarina", "four-seasons"),
    "canfield": ("canfield", "klondike"),
    "chessboard": ("fortress", "chessboard"),
    "quadrennial": ("acquaintance", "quadrennial"),
}
_FEW, _MANY = Budget(nodes=3_000), Budget(nodes=30_000)
_DEALS = range(1, 30)

Progress = Callable[[str, int, int], None]

_ready: set[str] = set()
_making_ready = threading.Lock()


def is_compiled() -> bool:
    """Whether all kernels are compiled already, here or in the cache, so that every solve starts at once."""
    place = folder()
    return all(name in _ready or (place is not None and (place / f"{name}.ready").exists()) for name in FAMILIES)


def warm_up(progress: Progress | None = None) -> None:
    """Compile all kernels that are not in the cache yet, and load the others.

    ``progress`` is called with a family's name, how many are done and how many there are; at the end with "".
    """
    for done, name in enumerate(FAMILIES):
        if progress is not None:
            progress(name, done, len(FAMILIES))
        make_ready(name)
    if progress is not None:
        progress("", len(FAMILIES), len(FAMILIES))


def make_ready(name: str) -> None:
    """Compile or load one family's kernels, once in a process."""
    if name in _ready:
        return
    with _making_ready:
        if name not in _ready:
            _compile(name)
            _ready.add(name)


def _compile(name: str) -> None:
    place = folder()
    if place is None:
        _try_out(name)
        return
    mark = place / f"{name}.ready"
    if mark.exists():
        return  # each kernel is loaded when it is first called
    with locked(place):
        if not mark.exists():
            _try_out(name)
            mark.touch()


def _try_out(name: str) -> None:
    """Solve until every kernel was called: those of the search, of larger tables and of winning lines."""
    for game_name in TRIAL_GAMES[name]:
        game = GAMES[game_name]
        search(name, deal(game, 1), _MANY)
        _first_win(name, game)


def _first_win(name: str, game: Game) -> None:
    for number in _DEALS:
        if search(name, deal(game, number), _FEW).verdict is Verdict.WINNABLE:
            return
