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
_FEW, _MANY = Budget(nodes=6_000), Budget(nodes=30_000)  # most deals of Czarina are won with 4,200 nodes
_DEALS = range(1, 30)
_LONG = {"canfield": 26}  # a deal that needs a larger table, where the first one doesn't
_MARK = "ready"  # a file that says that all of a family's kernels are in the folder

Progress = Callable[[str, int, int], None]

_ready: set[str] = set()
_making_ready = threading.Lock()


def is_compiled() -> bool:
    """Whether all kernels are compiled already, here or in the cache, so that every solve starts at once."""
    return all(name in _ready or _is_in_cache(name) for name in FAMILIES)


def _is_in_cache(name: str) -> bool:
    place = folder(name)
    return place is not None and (place / _MARK).exists()


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
    place = folder(name)
    if place is None:
        _try_out(name)
    elif _is_in_cache(name):
        _load(name)
    else:
        with locked(place):
            if not _is_in_cache(name):
                _try_out(name)
                (place / _MARK).touch()


def _load(name: str) -> None:
    """Load what the first moments of a search need, so that no budget of seconds pays for it."""
    search(name, deal(GAMES[TRIAL_GAMES[name][0]], 1), Budget(nodes=10))


def _try_out(name: str) -> None:
    """Solve until every kernel was called: those of the search, of larger tables and of winning lines."""
    for game_name in TRIAL_GAMES[name]:
        game = GAMES[game_name]
        search(name, deal(game, _LONG.get(game_name, 1)), _MANY)
        _first_win(name, game)


def _first_win(name: str, game: Game) -> None:
    for number in _DEALS:
        if search(name, deal(game, number), _FEW).verdict is Verdict.WINNABLE:
            return
