"""Boards are picked ahead, in the background: today's and tomorrow's, so that nobody waits for one at midnight."""

import logging
import threading
import time
from datetime import date

from django.db import Error as DatabaseError
from django.db import connection

from winnable.games import GAMES
from winnable.rules.game import Game
from winnable.site import calm, warming
from winnable.site.daily import picking
from winnable.site.daily.days import DAY, today
from winnable.site.limits import is_first
from winnable.site.models import Daily

PAUSE = 600  # seconds between two looks whether a board is missing
_SECONDS = 30.0  # that a winnable deal is looked for

_log = logging.getLogger(__name__)


def start() -> None:
    """Pick boards as long as the program runs."""
    threading.Thread(target=_keep_picked, name="daily boards", daemon=True).start()


def pick_missing() -> None:
    """Pick what is missing of today's and tomorrow's boards, and no other process is picking."""
    for day in (today(), today() + DAY):
        for game in GAMES.values():
            if _is_mine(day, game):
                picking.store(day, game, picking.choose(day, game, _SECONDS, pause=calm.wait))


def _is_mine(day: date, game: Game) -> bool:
    """Whether a board is missing, and no other process has begun to pick it since a while."""
    there = Daily.objects.filter(date=day, full_name=game.full_name).exists()
    return not there and is_first(f"board {day} {game.full_name}", PAUSE)


def _keep_picked() -> None:
    warming.wait_to_end()
    while True:
        try:
            pick_missing()
        except DatabaseError:
            _log.exception("The boards of the day could not be picked; it is tried again.")
        finally:
            connection.close()
        time.sleep(PAUSE)
