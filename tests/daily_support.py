"""Boards of the day for tests: a clock that stands still, and boards whose winning line is known."""

import itertools
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from accounts_support import new_name
from site_support import Answer, Guest
from winnable.site.models import Daily, Player

DAY = timedelta(days=1)
_TEXT = (Path(__file__).parent / "data" / "short-winning-line.txt").read_text("utf-8").splitlines()[-1]
GAME, NUMBER, _LINE = _TEXT.split(maxsplit=2)
LINE = _LINE.split()
_months = itertools.count()


class Clock:
    """What time the site takes it for."""

    def __init__(self, day: date) -> None:
        self.now = datetime.combine(day, time(12), UTC)

    @property
    def day(self) -> date:
        """The day that it is."""
        return self.now.date()

    def at(self, day: date, hour: int = 12, minute: int = 0, second: int = 0) -> None:
        """Set it."""
        self.now = datetime.combine(day, time(hour, minute, second), UTC)

    def last_second(self) -> None:
        """Let it be the last second of the day."""
        self.at(self.day, 23, 59, 59)

    def forward(self, **by: float) -> None:
        """Let time pass."""
        self.now += timedelta(**by)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands at noon of a day that no other test uses, a hundred days from the next."""
    made = Clock(date(2031, 1, 1) + next(_months) * 100 * DAY)
    monkeypatch.setattr(timezone, "now", lambda: made.now)
    return made


def set_board(day: date, game: str = GAME, number: str = NUMBER, line: str = "") -> Daily:
    """A board of a day; by default one that ``LINE`` wins."""
    return Daily.objects.create(date=day, full_name=game, number=number, verdict="winnable", line=line)


class Someone(Guest):
    """Someone with an account."""

    def __init__(self, language: str = "en", email: str = "") -> None:
        super().__init__(language)
        self.name = new_name()
        self.sign_up(self.name, email)

    @property
    def player(self) -> Player:
        """As he is stored."""
        return Player.objects.get(user__username=self.name)

    def elsewhere(self) -> Guest:
        """The same person at another device."""
        other = Guest()
        assert other.sign_in(self.name).status == 302
        return other


def ask(guest: Guest, day: date, game: str = GAME) -> Answer:
    """Begin a board, or go on with it."""
    return guest.call("POST", f"/api/daily/{day}/{game}")


def begin(guest: Guest, day: date, game: str = GAME) -> Any:
    """The table of an attempt that is begun now."""
    answer = ask(guest, day, game)
    assert answer.status == 201, answer.text
    return guest.table({"id": answer.json["table"]})


def win(guest: Guest, day: date, *, undo: bool = False) -> Any:
    """Begin a board and win it."""
    table = guest.play(begin(guest, day), *LINE[:5])
    if undo:
        table = guest.step(guest.step(table, "undo").json, "redo").json
    return finish(guest, table)


def finish(guest: Guest, table: Any) -> Any:
    """Play the rest of the line."""
    for move in LINE[table["moves_made"] :]:
        if table["state"] == "won":
            break
        table = guest.play(table, move)
    assert table["state"] == "won"
    return table


def give_up(guest: Guest, day: date) -> Any:
    """Begin a board and give it up."""
    return guest.step(guest.play(begin(guest, day), LINE[0]), "give up").json


def board_of(guest: Guest, game: str = GAME) -> Any:
    """A board of today as the API tells it."""
    boards = guest.call("GET", "/api/daily").json["boards"]
    return next(board for board in boards if board["game"] == game)


def page(guest: Guest, day: date, game: str = GAME) -> str:
    """The page of a board."""
    answer = guest.call("GET", f"/daily/{day}/{game}/")
    assert answer.status == 200
    return answer.text
