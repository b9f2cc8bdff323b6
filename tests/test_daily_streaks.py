"""Streaks under a clock that stands still: midnight UTC, missed days, attempts that are left and gone on with."""

from datetime import date, datetime

import pytest

from daily_support import DAY, LINE, Clock, Someone, ask, begin, clock, finish, give_up, page, set_board, win
from winnable.site.daily.streaks import best_run, current_run, streak_of

__all__ = ["clock"]


def streak(someone: Someone) -> tuple[int, int]:
    """The current and the best streak, as the API tells them."""
    told = someone.call("GET", "/api/daily").json
    return told["streak"], told["best_streak"]


@pytest.fixture
def someone(clock: Clock) -> Someone:
    """Someone with an account."""
    return Someone()


def win_days(someone: Someone, clock: Clock, count: int) -> None:
    """Win on so many days in a row, beginning today; the clock stands on the last of them."""
    for index in range(count):
        clock.forward(days=index > 0)
        set_board(clock.day)
        win(someone, clock.day)


def test_days_in_a_row_make_a_streak(someone: Someone, clock: Clock) -> None:
    assert streak(someone) == (0, 0)
    win_days(someone, clock, 3)
    assert streak(someone) == (3, 3)


def test_today_ends_no_streak_before_midnight(someone: Someone, clock: Clock) -> None:
    win_days(someone, clock, 2)
    clock.forward(days=1)
    clock.last_second()
    assert streak(someone) == (2, 2)
    clock.forward(seconds=1)
    assert streak(someone) == (0, 2)


def test_a_missed_day_ends_a_streak_and_the_best_one_stays(someone: Someone, clock: Clock) -> None:
    win_days(someone, clock, 3)
    clock.forward(days=2)
    win_days(someone, clock, 1)
    assert streak(someone) == (1, 3)


def test_a_day_that_is_given_up_is_a_missed_day(someone: Someone, clock: Clock) -> None:
    win_days(someone, clock, 1)
    clock.forward(days=1)
    set_board(clock.day)
    give_up(someone, clock.day)
    assert streak(someone) == (1, 1)
    clock.forward(days=1)
    assert streak(someone) == (0, 1)


def test_one_board_a_day_is_enough_and_several_count_once(someone: Someone, clock: Clock) -> None:
    win_days(someone, clock, 1)
    set_board(clock.day, "canfield", "17")
    someone.step(someone.step(begin(someone, clock.day, "canfield"), "turn").json, "give up")
    assert streak(someone) == (1, 1)


def test_each_game_has_a_streak_of_its_own(someone: Someone, clock: Clock) -> None:
    win_days(someone, clock, 2)
    assert streak_of(someone.player, "acquaintance") == (2, 2)
    assert streak_of(someone.player, "canfield") == (0, 0)
    assert "Your streak in Acquaintance: <b>2 days</b>" in page(someone, clock.day)


def test_a_win_before_midnight_and_one_after_it_are_of_two_days(someone: Someone, clock: Clock) -> None:
    set_board(clock.day)
    set_board(clock.day + DAY)
    clock.last_second()
    win(someone, clock.day)
    clock.forward(seconds=1)
    win(someone, clock.day)
    assert streak(someone) == (2, 2)


def test_a_board_begun_before_midnight_counts_for_its_own_day(someone: Someone, clock: Clock) -> None:
    win_days(someone, clock, 1)
    clock.forward(days=1)
    day = clock.day
    set_board(day)
    clock.last_second()
    table = someone.play(begin(someone, day), *LINE[:3])
    clock.forward(minutes=1)
    assert clock.day == day + DAY
    assert streak(someone) == (1, 1), "yesterday may still be won, so the streak lives"
    finish(someone, table)
    assert streak(someone) == (2, 2)


def test_an_attempt_left_and_gone_on_with_counts_until_the_end_of_the_next_day(someone: Someone, clock: Clock) -> None:
    day = clock.day
    set_board(day)
    table = someone.play(begin(someone, day), *LINE[:3])
    clock.at(day + DAY, 23, 59, 59)
    assert "result still counts for another" in page(someone, day)
    assert ask(someone, day).status == 200
    finish(someone, table)
    assert streak(someone) == (1, 1)
    assert "too late to count" not in page(someone, day)


def test_a_win_after_the_end_of_the_next_day_is_kept_but_counts_for_no_streak(someone: Someone, clock: Clock) -> None:
    day = clock.day
    set_board(day)
    table = someone.play(begin(someone, day), *LINE[:3])
    clock.at(day + 2 * DAY, 0)
    assert streak(someone) == (0, 0)
    assert ask(someone, day).status == 200
    finish(someone, table)
    assert streak(someone) == (0, 0)
    said = page(someone, day)
    assert "too late to count" in said
    assert 'data-state="won"' in said


def test_an_attempt_of_yesterday_that_fails_ends_the_streak_at_once(someone: Someone, clock: Clock) -> None:
    win_days(someone, clock, 2)
    clock.forward(days=1)
    set_board(clock.day)
    table = someone.play(begin(someone, clock.day), *LINE[:3])
    clock.forward(days=1)
    assert streak(someone) == (2, 2)
    someone.step(table, "give up")
    assert streak(someone) == (0, 2)


def test_streaks_are_each_player_s_own(someone: Someone, clock: Clock) -> None:
    win_days(someone, clock, 1)
    assert streak(Someone()) == (0, 0)


DAYS = [date(2030, 12, 29) + index * DAY for index in range(8)]  # over the end of a year


@pytest.mark.parametrize(
    ("won", "open_days", "current", "best"),
    [
        ([], [7], 0, 0),
        ([7], [7], 1, 1),
        ([6], [7], 1, 1),
        ([5], [7], 0, 1),
        ([5], [6, 7], 1, 1),
        ([5, 7], [6, 7], 2, 1),
        ([0, 1, 2, 3, 5, 6, 7], [7], 3, 4),
        ([0, 1, 2, 3, 4, 5, 6, 7], [7], 8, 8),
    ],
)
def test_runs_of_days(won: list[int], open_days: list[int], current: int, best: int) -> None:
    days = {DAYS[index] for index in won}
    assert current_run(days, {DAYS[index] for index in open_days}, DAYS[-1]) == current
    assert best_run(days) == best


def test_the_day_is_that_of_utc_wherever_the_clock_says_so(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is ahead of UTC or behind it has the same day as everyone."""
    from zoneinfo import ZoneInfo

    from winnable.site.daily.days import timezone, today

    clock.at(clock.day, 23, 30)
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        local = clock.now.astimezone(ZoneInfo(zone))
        monkeypatch.setattr(timezone, "now", lambda local=local: local)
        assert today() == datetime.fromisoformat(clock.now.isoformat()).date()
