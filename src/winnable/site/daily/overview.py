"""The boards of a day as one player sees them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from winnable.games import GAMES
from winnable.rules.game import Game
from winnable.site.daily.attempts import AttemptState, attempt_at, attempts_at, state_of
from winnable.site.daily.boards import game_of, known_board, known_boards
from winnable.site.daily.days import is_open
from winnable.site.daily.hiding import shown_board_number
from winnable.site.models import Attempt, Daily, Player, Table

BoardVerdict = Literal["winnable", "undecided"]


@dataclass(frozen=True, slots=True)
class Seen:
    """One board and the player's attempt at it."""

    day: date
    game: Game
    board: Daily | None  # None while today's is not picked yet
    attempt: Attempt | None = None

    @property
    def state(self) -> AttemptState:
        """How the player's attempt stands."""
        return state_of(self.attempt)

    @property
    def table(self) -> Table | None:
        """The table of the attempt."""
        return self.attempt.table if self.attempt else None

    @property
    def number(self) -> str | None:
        """The deal number, if the player may see it."""
        return shown_board_number(self.board, self.attempt) if self.board else None

    @property
    def verdict(self) -> BoardVerdict | None:
        """Whether the board is proved winnable."""
        verdict: BoardVerdict | None = self.board.verdict if self.board else None
        return verdict

    @property
    def can_begin(self) -> bool:
        """Whether the player can begin it now."""
        return self.attempt is None and is_open(self.day)


def seen_day(player: Player | None, day: date) -> list[Seen]:
    """The boards of a day that has begun, of every game."""
    boards = {board.full_name: board for board in known_boards([day])}
    attempts = attempts_at(player, boards.values())
    games = [game for game in GAMES.values() if is_open(day) or game.full_name in boards]
    return [_seen(day, game, boards.get(game.full_name), attempts) for game in games]


def seen_board(player: Player | None, day: date, name: str) -> Seen:
    """One board. Raises NoBoard."""
    board = known_board(day, name)
    return Seen(day, game_of(name), board, attempt_at(player, board))


def seen_boards(player: Player | None, boards: Iterable[Daily]) -> list[Seen]:
    """Boards that are picked."""
    boards = list(boards)
    attempts = attempts_at(player, boards)
    by_full_name = {game.full_name: game for game in GAMES.values()}
    return [_seen(board.date, by_full_name[board.full_name], board, attempts) for board in boards]


def _seen(day: date, game: Game, board: Daily | None, attempts: dict[int, Attempt]) -> Seen:
    return Seen(day, game, board, attempts.get(board.pk) if board else None)
