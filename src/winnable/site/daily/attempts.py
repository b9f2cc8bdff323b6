"""The one counted attempt of a player at a board."""

from collections.abc import Iterable
from typing import Literal

from django.db import IntegrityError, transaction

from winnable.games import game
from winnable.session import start
from winnable.site import store
from winnable.site.daily.days import is_open
from winnable.site.models import Attempt, Daily, Player

AttemptState = Literal["not begun", "under way", "won", "given up"]


class DayOver(Exception):
    """The board's day is over: it can't be begun any more."""


def attempt_at(player: Player | None, board: Daily | None) -> Attempt | None:
    """The player's attempt, if he has begun it."""
    if player is None or board is None:
        return None
    found: Attempt | None = Attempt.objects.filter(player=player, daily=board).select_related("table").first()
    return found


def attempts_at(player: Player | None, boards: Iterable[Daily]) -> dict[int, Attempt]:
    """The player's attempts at some boards, by the board's id."""
    if player is None:
        return {}
    found = Attempt.objects.filter(player=player, daily__in=list(boards)).select_related("table")
    return {attempt.daily_id: attempt for attempt in found}


def state_of(attempt: Attempt | None) -> AttemptState:
    """How an attempt stands; its first result stands, whatever is played on the table later."""
    if attempt is None:
        return "not begun"
    result: Literal["won", "given up", ""] = attempt.table.result
    return result or "under way"


def open_attempt(player: Player, board: Daily) -> tuple[Attempt, bool]:
    """The player's attempt, and whether it is begun by this. Raises DayOver, and NoSuchTable if the player is gone."""
    known = attempt_at(player, board)
    if known is not None:
        return known, False
    if not is_open(board.date):
        raise DayOver
    session = start(game(board.full_name), int(board.number))
    try:
        with transaction.atomic():
            table = store.create(player, session, daily=board.date).table
            begun = Attempt.objects.create(player=player, daily=board, table=table)
    except IntegrityError:  # another of his devices was quicker
        known = attempt_at(player, board)
        if known is None:
            raise store.NoSuchTable(board.full_name) from None
        return known, False
    return begun, True
