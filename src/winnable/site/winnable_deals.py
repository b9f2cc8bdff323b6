"""A small stock of deals that are proved winnable, so that asking for one costs no wait."""

import itertools
import logging
import queue
import random
import threading
from collections import deque

from winnable.games import GAMES
from winnable.rules.game import Game
from winnable.site import calm, warming
from winnable.site.searches import Busy, long_searches
from winnable.solver import Cancel, Found, InternalError, UnsupportedGame, find

KEPT = 3  # deals of each game that someone has asked for
_MOST_GAMES = 200  # with their options
LARGEST_NUMBER = 999_999  # where the look begins, and of random deals: short enough to be read out
_SECONDS = 4.0  # that one is looked for

_log = logging.getLogger(__name__)
_stock: dict[str, deque[Found]] = {}  # by full name
_lock = threading.Lock()
_asked = itertools.count()
_wanted: "queue.SimpleQueue[Game]" = queue.SimpleQueue()


def winnable_deal(wanted: Game) -> Found | None:
    """A winnable deal and its line; None if none is found in time."""
    if not warming.is_ready():
        return None
    found = _taken(wanted.full_name) or _looked_for(wanted)
    _wanted.put(wanted)
    return found


def start() -> None:
    """Fill the stock in the background, as long as the program runs."""
    threading.Thread(target=_keep_filled, name="winnable deals", daemon=True).start()


def _taken(full_name: str) -> Found | None:
    with _lock:
        deals = _stock.get(full_name)
        return deals.popleft() if deals else None


def _looked_for(wanted: Game) -> Found | None:
    owner = f"find {next(_asked)}"  # of this call alone: what it is too late for is nobody's
    try:
        found: Found | None = long_searches.ask(owner, wanted, lambda cancel: _one(wanted, cancel), _SECONDS + 1)
    except Busy:
        long_searches.drop(owner)
        return None
    return found


def _one(wanted: Game, cancel: Cancel | None = None) -> Found | None:
    try:
        start = random.randint(1, LARGEST_NUMBER)
        return next(find(wanted, 1, _SECONDS, start=start, cancel=cancel), None)
    except UnsupportedGame:
        return None
    except InternalError:
        _log.exception("A search for a winnable deal failed.")
        return None


def _keep_filled() -> None:
    warming.wait()
    for game in GAMES.values():
        _fill(game)
    while True:
        _fill(_wanted.get())


def _fill(wanted: Game) -> None:
    """Look for deals until there are enough, or none is found in time."""
    while _missing(wanted.full_name):
        calm.wait()
        found = _one(wanted)
        if found is None:
            return
        with _lock:
            _stock[wanted.full_name].append(found)


def _missing(full_name: str) -> bool:
    with _lock:
        if full_name not in _stock and len(_stock) >= _MOST_GAMES:
            return False
        return len(_stock.setdefault(full_name, deque())) < KEPT
