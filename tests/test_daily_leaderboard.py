"""Leaderboards: only what the server has replayed, clean wins apart, and nobody who does not want to be there."""

import re

import pytest

from daily_support import DAY, LINE, Clock, Someone, begin, clock, finish, give_up, page, set_board, win
from site_support import Guest
from winnable.site.daily.leaderboard import Leaderboard, leaderboard_of
from winnable.site.models import Attempt, Daily, Table

__all__ = ["clock"]


def leaders(board: Daily, viewer: Someone | None = None) -> Leaderboard:
    """The leaderboard as it is now."""
    return leaderboard_of(board, viewer.player if viewer else None)


def names(entries: list[object]) -> list[str]:
    """Who is on a list, in order."""
    return [entry.name for entry in entries]  # type: ignore[attr-defined]


def result(someone: Someone, board: Daily, **columns: object) -> None:
    """Change what is stored of someone's result."""
    Table.objects.filter(attempt__daily=board, player=someone.player).update(**columns)


def test_fewest_moves_come_first_then_the_least_time_then_who_was_first(clock: Clock) -> None:
    board = set_board(clock.day)
    slow, quick, untimed, late = people = [Someone() for _ in range(4)]
    for one in people:
        win(one, clock.day)
        clock.forward(minutes=1)
    result(slow, board, result_seconds=300)
    result(quick, board, result_seconds=200)
    found = leaders(board)
    assert names(found.clean) == [quick.name, slow.name, untimed.name, late.name]
    assert [entry.place for entry in found.clean] == [1, 2, 3, 4]
    detour = Someone()
    table = begin(detour, clock.day)
    assert table["moves_made"] == 0
    finish(detour, table)
    result(detour, board, result_seconds=1)
    Attempt.objects.filter(player=detour.player).update(confirmed=True)
    result(detour, board, result_moves=999)
    assert names(leaders(board).clean)[-1] == detour.name


def test_clean_wins_are_apart(clock: Clock) -> None:
    board = set_board(clock.day)
    clean, undone, hinted, told = [Someone() for _ in range(4)]
    win(undone, clock.day, undo=True)
    for one in (clean, hinted, told):
        win(one, clock.day)
    result(hinted, board, result_hints=1)
    result(told, board, helped=True)
    found = leaders(board)
    assert names(found.clean) == [clean.name]
    assert sorted(names(found.helped)) == sorted([undone.name, hinted.name, told.name])
    said = page(clean, clock.day)
    assert said.index("Clean wins") < said.index(clean.name, said.index("Clean wins")) < said.index("Other wins")


def test_a_restart_makes_a_win_not_clean(clock: Clock) -> None:
    board = set_board(clock.day)
    someone = Someone()
    table = someone.step(someone.play(begin(someone, clock.day), LINE[0]), "restart").json
    finish(someone, table)
    assert names(leaders(board).helped) == [someone.name]


@pytest.mark.parametrize("lie", ["cut short", "not a move", "not legal", "fewer moves"])
def test_a_win_that_the_rules_do_not_confirm_is_not_listed(clock: Clock, lie: str) -> None:
    board = set_board(clock.day)
    someone = Someone()
    win(someone, clock.day)
    table = Attempt.objects.get(daily=board).table
    lines = table.result_line.split("\n")
    said = {
        "cut short": {"result_line": "\n".join(lines[:-1]), "result_moves": table.result_moves - 1},
        "not a move": {"result_line": "x" + table.result_line},
        "not legal": {"result_line": "\n".join(reversed(lines))},
        "fewer moves": {"result_moves": 2},
    }[lie]
    result(someone, board, **said)
    found = leaders(board)
    assert found.clean == found.helped == []
    assert (found.begun, found.won) == (1, 0)
    assert Attempt.objects.get(daily=board).confirmed is False


def test_a_win_is_replayed_once(clock: Clock) -> None:
    """What was confirmed stays so after an update of the rules."""
    board = set_board(clock.day)
    win(Someone(), clock.day)
    assert len(leaders(board).clean) == 1
    assert Attempt.objects.get(daily=board).confirmed is True
    Daily.objects.filter(pk=board.pk).update(number="4")
    assert len(leaders(board).clean) == 1


def test_who_does_not_want_to_be_listed_is_only_counted(clock: Clock) -> None:
    board = set_board(clock.day)
    shy, open_one, other = [Someone() for _ in range(3)]
    for one in (shy, open_one, other):
        win(one, clock.day)
    other.call("PUT", "/api/settings", {"lamp": True})
    assert "The leaderboards show your name." in shy.call("GET", "/daily/").text
    shy.call("PUT", "/api/settings", {"leaderboard": False})
    assert "The leaderboards do not show your name." in shy.call("GET", "/daily/").text
    found = leaders(board, shy)
    assert names(found.clean) == [open_one.name, other.name]
    assert found.won == 3
    assert shy.name not in page(other, clock.day)
    shy.call("PUT", "/api/settings", {"leaderboard": True})
    assert shy.name in page(other, clock.day)


def test_no_address_is_ever_shown(clock: Clock) -> None:
    set_board(clock.day)
    someone = Someone(email="someone@example.org")
    win(someone, clock.day)
    for viewer in (someone, Someone(), Guest()):
        said = page(viewer, clock.day)
        assert someone.name in said
        assert "@" not in re.sub(r"<script.*?</script>", "", said, flags=re.DOTALL)


def test_late_results_are_not_listed(clock: Clock) -> None:
    day = clock.day
    board = set_board(day)
    late = Someone()
    table = begin(late, day)
    clock.at(day + 2 * DAY, 0)
    finish(late, table)
    found = leaders(board)
    assert found.clean == []
    assert (found.begun, found.won, found.given_up) == (1, 0, 0)


def test_who_gave_up_is_counted_not_named(clock: Clock) -> None:
    set_board(clock.day)
    loser, winner = Someone(), Someone()
    give_up(loser, clock.day)
    win(winner, clock.day)
    said = page(winner, clock.day)
    assert "Begun by 2 players, won by 1, given up by 1." in said
    assert loser.name not in said


def test_one_s_own_place_is_marked(clock: Clock) -> None:
    board = set_board(clock.day)
    one, other = Someone(), Someone()
    win(one, clock.day)
    win(other, clock.day)
    assert [entry.mine for entry in leaders(board, other).clean] == [False, True]
    assert [entry.mine for entry in leaders(board).clean] == [False, False]
