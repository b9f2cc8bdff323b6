"""The leaderboard of a board: wins that the server has replayed, those without help apart."""

from typing import Any, NamedTuple

from django.db.models import F, Q

from winnable.games import game
from winnable.notation import NotationError, line_from_text
from winnable.rules.engine import deal
from winnable.site.daily.days import closing_of
from winnable.site.models import Attempt, Daily, Player, Table
from winnable.solver import wins

MOST = 100  # that are listed of each kind


class Entry(NamedTuple):
    """One win on the leaderboard."""

    place: int
    name: str  # the user name, never an address
    moves: int
    seconds: int | None  # by the timer, where it ran
    mine: bool


class Leaderboard(NamedTuple):
    """How a board went, and who has won it."""

    clean: list[Entry]
    helped: list[Entry]
    begun: int  # attempts, of those too who are not listed
    won: int
    given_up: int


def leaderboard_of(board: Daily, player: Player | None) -> Leaderboard:
    """The wins of a board that count, fewest moves first, then the least time, then who was first.

    Who does not want to be listed is counted only.
    """
    confirm(board)
    attempts = Attempt.objects.filter(daily=board)
    in_time = attempts.filter(table__finished__lt=closing_of(board.date))
    won = in_time.filter(table__result="won", confirmed=True)
    return Leaderboard(
        _entries(won.filter(_CLEAN), player),
        _entries(won.exclude(_CLEAN), player),
        attempts.count(),
        won.count(),
        in_time.filter(table__result="given up").count(),
    )


def confirm(board: Daily) -> None:
    """Replay the wins of a board that were not looked at yet."""
    new = Attempt.objects.filter(daily=board, confirmed=None, table__result="won").select_related("table")
    for attempt in new:
        Attempt.objects.filter(pk=attempt.pk).update(confirmed=is_win(board, attempt.table))


def is_win(board: Daily, table: Table) -> bool:
    """Whether the stored line wins the board by the rules, in as many moves as it is said to have."""
    try:
        line = line_from_text(table.result_line)
    except NotationError:
        return False
    return len(line) == table.result_moves and wins(deal(game(board.full_name), int(board.number)), line)


# What winnable.site.results.counting.is_clean says, in words of the database.
_CLEAN = Q(table__result_hints=0, table__result_undos=0, table__helped=False)


def _entries(won: Any, player: Player | None) -> list[Entry]:
    order = ("table__result_moves", F("table__result_seconds").asc(nulls_last=True), "table__finished")
    unlisted = Player.objects.filter(settings__leaderboard=False)
    listed = won.exclude(player__in=unlisted).order_by(*order).select_related("player__user", "table")
    return [_entry(place, attempt, player) for place, attempt in enumerate(listed[:MOST], 1)]


def _entry(place: int, attempt: Attempt, player: Player | None) -> Entry:
    table, name = attempt.table, attempt.player.user.get_username()
    return Entry(place, name, table.result_moves, table.result_seconds, attempt.player == player)
