"""The boards of the day in the API (docs/api.md)."""

from datetime import date, datetime

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Field, Router, Schema, Status

from winnable.site.answers import number_json
from winnable.site.daily.attempts import AttemptState, DayOver, open_attempt
from winnable.site.daily.boards import NoBoard, NotPicked, board_of
from winnable.site.daily.days import end_of, today
from winnable.site.daily.overview import BoardVerdict, Seen, seen_board, seen_day
from winnable.site.daily.sentences import day_over, not_picked
from winnable.site.daily.streaks import streak_of
from winnable.site.errors import Refused
from winnable.site.players import account_of
from winnable.site.schemas import CHANGES, answers

router = Router(tags=["daily boards"])


class BoardAnswer(Schema):
    """One board and the player's own attempt at it."""

    date: date
    game: str
    title: str
    verdict: BoardVerdict | None = Field(description="null while today's board is not picked yet")
    state: AttemptState
    table: str | None = Field(description="the id of the attempt's table")
    number: int | str | None = Field(description="the deal number, once the player may know it")


class DayAnswer(Schema):
    """The boards of today."""

    date: date
    ends: datetime = Field(description="midnight UTC")
    signed_in: bool
    streak: int | None = Field(description="days in a row with a board won; null without an account")
    best_streak: int | None
    boards: list[BoardAnswer]


@router.get("", response=DayAnswer, auth=None, summary="Today's boards and how your attempts stand")
def day(request: HttpRequest) -> DayAnswer:
    """Today's board of each game; the attempts are those of the account that is signed in."""
    account, now = account_of(request), today()
    streak = streak_of(account) if account else None
    return DayAnswer(
        date=now,
        ends=end_of(now),
        signed_in=account is not None,
        streak=streak.current if streak else None,
        best_streak=streak.best if streak else None,
        boards=[_answer(seen) for seen in seen_day(account, now)],
    )


@router.post(
    "/{date}/{game}",
    response=answers({200: BoardAnswer, 201: BoardAnswer}, 401, *CHANGES, 404, 409, 422, 503),
    summary="Begin your counted attempt, or go on with it",
)
def attempt(request: HttpRequest, date: date, game: str) -> Status[BoardAnswer]:
    """201 where the attempt is begun by this call, else 200; play at its ``table``. Only today's can be begun."""
    account = account_of(request)
    if account is None:
        raise Refused(401, "not signed in", gettext("Sign in to play a board of the day."))
    try:
        _, begun = open_attempt(account, board_of(date, game))
    except NoBoard:
        raise Refused(404, "not found", gettext("There is no such board of the day.")) from None
    except DayOver:
        raise Refused(409, "day over", day_over()) from None
    except NotPicked:
        raise Refused(503, "not picked", not_picked()) from None
    return Status(201 if begun else 200, _answer(seen_board(account, date, game)))


def _answer(seen: Seen) -> BoardAnswer:
    return BoardAnswer(
        date=seen.day,
        game=seen.game.name,
        title=seen.game.title,
        verdict=seen.verdict,
        state=seen.state,
        table=seen.table.pk if seen.table else None,
        number=number_json(seen.number),
    )
