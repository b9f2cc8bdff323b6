"""The time played: told by the player's timer, kept within what is possible."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from site_support import Guest
from winnable.site.models import Table


@pytest.fixture
def guest() -> Guest:
    """Someone who has not played yet."""
    return Guest()


def dealt_long_ago(guest: Guest, seconds: int = 3600) -> Any:
    """A table that was dealt so long ago."""
    table = guest.deal("canfield", 17)
    Table.objects.filter(pk=table["id"]).update(created=timezone.now() - timedelta(seconds=seconds))
    guest.table(table)  # the server takes up what the database says
    return table


def told(guest: Guest, table: Any, *seconds: int | None) -> Any:
    """The table after a turn for each of the times, which the timer tells with it; None tells nothing."""
    for time in seconds:
        answer = guest.step(table, "turn", **({} if time is None else {"seconds": time}))
        assert answer.status == 200, answer.text
        table = answer.json
    return table


def test_a_new_table_has_no_time(guest: Guest) -> None:
    assert guest.deal()["seconds"] is None


def test_the_time_is_kept_with_each_step(guest: Guest) -> None:
    table = told(guest, dealt_long_ago(guest), 0, 4, 95)
    assert table["seconds"] == 95
    assert guest.table(table)["seconds"] == 95
    assert guest.step(table, "undo", seconds=99).json["seconds"] == 99


def test_the_time_never_runs_backwards(guest: Guest) -> None:
    """Another device that was left open tells an older time."""
    assert told(guest, dealt_long_ago(guest), 0, 50, 20)["seconds"] == 50


def test_nobody_played_longer_than_since_the_deal(guest: Guest) -> None:
    assert told(guest, guest.deal(), 0, 5000)["seconds"] < 60
    assert 600 <= told(guest, dealt_long_ago(guest, 600), 0, 5000)["seconds"] < 660


@pytest.mark.parametrize("seconds", [-1, 1.5, "12", True, 2**31, [1]])
def test_a_time_that_is_none_is_refused(guest: Guest, seconds: object) -> None:
    table = told(guest, dealt_long_ago(guest), 0, 7)
    answer = guest.step(table, "turn", seconds=seconds)
    assert (answer.status, answer.json["code"]) == (422, "malformed")
    assert guest.table(table)["seconds"] == 7
    assert guest.table(table)["seq"] == 2


def test_a_step_without_the_timer_ends_the_time(guest: Guest) -> None:
    assert told(guest, dealt_long_ago(guest), 0, 7, None)["seconds"] is None
    assert told(guest, dealt_long_ago(guest), 0, 7, None, 9)["seconds"] is None


def test_a_timer_that_was_off_at_first_counts_nothing(guest: Guest) -> None:
    assert told(guest, dealt_long_ago(guest), None, 30)["seconds"] is None


def test_a_game_opened_from_a_save_was_begun_elsewhere(guest: Guest) -> None:
    table = told(guest, dealt_long_ago(guest), 0, 7)
    opened = guest.call("POST", "/api/saves", guest.stored(table)).json
    assert told(guest, opened, 0)["seconds"] is None


def test_the_time_stops_at_the_first_result(guest: Guest) -> None:
    table = told(guest, dealt_long_ago(guest), 0, 7)
    table = guest.step(table, "give up", seconds=11).json
    assert table["seconds"] == 11
    table = guest.step(table, "undo", seconds=12).json
    assert told(guest, table, 40, None)["seconds"] == 11
