"""The board of a game on a day: read, or picked at once where it is missing."""

from collections.abc import Iterable
from datetime import date

from winnable.games import GAMES
from winnable.rules.game import Game
from winnable.site import warming
from winnable.site.daily import picking
from winnable.site.daily.days import is_open, today
from winnable.site.models import Daily
from winnable.site.searches import Busy, long_searches

_SECONDS = 3.0  # that a deal is looked for while a player waits
_WAIT = 6.0  # seconds that he waits; the search goes on without him


class NoBoard(LookupError):
    """There is no such board, or its day has not begun."""


class NotPicked(Exception):
    """Today's board is being picked just now."""


def game_of(name: str) -> Game:
    """The game that has boards of this name. Raises NoBoard."""
    if name not in GAMES:
        raise NoBoard(name)
    return GAMES[name]


def known_board(day: date, name: str) -> Daily | None:
    """A board, if it is picked; None for today's if it is not. Raises NoBoard, also for every day to come."""
    full_name = game_of(name).full_name
    if day > today():
        raise NoBoard(name)
    board: Daily | None = Daily.objects.filter(date=day, full_name=full_name).first()
    if board is None and not is_open(day):
        raise NoBoard(name)
    return board


def board_of(day: date, name: str) -> Daily:
    """A board; today's is picked if it is missing. Raises NoBoard and NotPicked."""
    return known_board(day, name) or _picked(day, game_of(name))


def known_boards(days: Iterable[date]) -> list[Daily]:
    """The boards of these days that are picked, of games that there are."""
    return list(Daily.objects.filter(date__in=days, full_name__in=[game.full_name for game in GAMES.values()]))


def _picked(day: date, game: Game) -> Daily:
    if not warming.is_ready():
        raise NotPicked
    try:
        choice = long_searches.ask(
            f"daily {game.name}", day, lambda cancel: picking.choose(day, game, _SECONDS, cancel), _WAIT
        )
    except Busy:
        raise NotPicked from None
    return picking.store(day, game, choice)
