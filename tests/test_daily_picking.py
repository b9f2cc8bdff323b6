"""Which deal becomes the board of a day. Numbers are those of behaviours.md."""

import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from django.test import override_settings

from daily_support import DAY, Clock, Someone, ask, board_of, clock, page, set_board
from databases import KINDS, place
from winnable.games import GAMES
from winnable.notation import line_from_text
from winnable.rules.engine import Position, deal, is_stuck
from winnable.site import warming
from winnable.site.daily import ahead, boards, picking
from winnable.site.models import Daily
from winnable.solver import Solution, UnsupportedGame, Verdict, wins

__all__ = ["clock"]

CANFIELD = GAMES["canfield"]
Says = Callable[[int], Verdict]


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Callable[[Says], list[int]]:
    """Let the solver say of each candidate, counted from 0, what a test says; answers what it was asked about."""

    def install(says: Says) -> list[int]:
        asked: list[int] = []

        def solve(position: Position, *_: object) -> Solution:
            asked.append(len(asked))
            return Solution(says(asked[-1]), (), 1, 0.0, None, position)

        monkeypatch.setattr(picking, "solve", solve)
        return asked

    return install


def first(day_clock: Clock, count: int) -> list[int]:
    """The first candidates of Canfield."""
    return list(islice(picking.candidates(day_clock.day, "canfield"), count))


def test_candidates_are_the_same_in_each_process_and_differ_by_day_game_and_secret(clock: Clock) -> None:
    numbers = first(clock, 50)
    assert numbers == first(clock, 50)
    assert len(set(numbers)) == 50
    assert all(1 <= number <= 999_999_999 for number in numbers)
    others = set(islice(picking.candidates(clock.day + DAY, "canfield"), 50))
    others |= set(islice(picking.candidates(clock.day, "czarina"), 50))
    with override_settings(SECRET_KEY="another instance"):  # noqa: S106 - of this test
        others |= set(first(clock, 50))
    assert not others & set(numbers)


def test_the_first_deal_that_is_proved_winnable_is_taken(clock: Clock, solver: Callable[[Says], list[int]]) -> None:
    verdicts = [Verdict.LOST, Verdict.UNDECIDED, Verdict.LOST, Verdict.WINNABLE]
    solver(verdicts.__getitem__)
    choice = picking.choose(clock.day, CANFIELD, 60)
    assert (choice.number, choice.verdict) == (first(clock, 4)[3], "winnable")


def test_without_a_winnable_deal_the_first_that_is_not_settled(
    clock: Clock, solver: Callable[[Says], list[int]]
) -> None:
    solver(lambda index: Verdict.UNDECIDED if index in (2, 5) else Verdict.LOST)
    choice = picking.choose(clock.day, CANFIELD, 60)
    assert (choice.number, choice.verdict) == (first(clock, 3)[2], "undecided")


def test_a_lost_deal_is_never_taken_even_when_time_is_over(clock: Clock, solver: Callable[[Says], list[int]]) -> None:
    most = picking.MOST
    solver(lambda index: Verdict.WINNABLE if index == most + 2 else Verdict.LOST)
    choice = picking.choose(clock.day, CANFIELD, 0)
    assert (choice.number, choice.verdict) == (first(clock, most + 3)[-1], "winnable")


def test_an_unsettled_deal_is_taken_once_time_is_over(clock: Clock, solver: Callable[[Says], list[int]]) -> None:
    asked = solver(lambda _: Verdict.UNDECIDED)
    assert picking.choose(clock.day, CANFIELD, 0).number == first(clock, 1)[0]
    assert len(asked) == 1


@pytest.mark.parametrize("fault", [UnsupportedGame("no family"), RuntimeError("no compiler")])
def test_there_is_a_board_even_if_the_solver_fails(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def solve(*_: object) -> Solution:
        raise fault

    monkeypatch.setattr(picking, "solve", solve)
    choice = picking.choose(clock.day, CANFIELD, 60)
    assert choice.verdict == "undecided"
    assert not is_stuck(deal(CANFIELD, choice.number))


def test_a_board_that_the_solver_picks_has_a_line_that_wins(clock: Clock) -> None:
    game = GAMES["four-seasons"]
    choice = picking.choose(clock.day, game, 60)
    assert choice.verdict == "winnable"
    assert wins(deal(game, choice.number), line_from_text(choice.line))


def test_boards_of_today_and_tomorrow_are_picked_ahead(clock: Clock, solver: Callable[[Says], list[int]]) -> None:
    asked = solver(lambda _: Verdict.WINNABLE)
    ahead.pick_missing()
    picked = Daily.objects.filter(date__gte=clock.day)
    assert sorted({board.date for board in picked}) == [clock.day, clock.day + DAY]
    assert picked.count() == len(asked) == 2 * len(GAMES)
    clock.forward(days=1)
    ahead.pick_missing()
    assert len(asked) == 3 * len(GAMES)


def test_of_several_processes_one_picks_a_board(clock: Clock, solver: Callable[[Says], list[int]]) -> None:
    """Each used to look for the deals of all boards, and threw away what it found where another was quicker."""

    def says(index: int) -> Verdict:
        if index == 0:
            ahead.pick_missing()  # another process, while this one is looking for its first board
        return Verdict.WINNABLE

    asked = solver(says)
    ahead.pick_missing()
    assert Daily.objects.filter(date__gte=clock.day).count() == len(asked) == 2 * len(GAMES)


def test_a_board_whose_process_died_is_picked_by_another_later(
    clock: Clock, solver: Callable[[Says], list[int]]
) -> None:
    def dies(_: int) -> Verdict:
        raise KeyboardInterrupt

    solver(dies)
    with pytest.raises(KeyboardInterrupt):
        ahead.pick_missing()
    solver(lambda _: Verdict.WINNABLE)
    clock.forward(seconds=ahead.PAUSE)
    ahead.pick_missing()
    assert Daily.objects.filter(date__gte=clock.day).count() == 2 * len(GAMES)


def test_an_update_of_the_solver_changes_no_board(clock: Clock, solver: Callable[[Says], list[int]]) -> None:
    solver(lambda _: Verdict.WINNABLE)
    ahead.pick_missing()
    before = list(Daily.objects.filter(date__gte=clock.day).order_by("pk").values())
    solver(lambda index: Verdict.WINNABLE if index % 2 else Verdict.LOST)
    ahead.pick_missing()
    later = picking.choose(clock.day, CANFIELD, 60)
    assert picking.store(clock.day, CANFIELD, later).number != str(later.number)
    assert list(Daily.objects.filter(date__gte=clock.day).order_by("pk").values()) == before


def test_an_update_that_no_longer_knows_the_stored_line_still_has_the_board(clock: Clock) -> None:
    set_board(clock.day, line="T1-T9 nonsense")
    someone = Someone()
    assert ask(someone, clock.day).status == 201
    assert board_of(someone)["verdict"] == "winnable"


def test_a_board_that_is_missing_is_picked_at_once(
    clock: Clock, solver: Callable[[Says], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    solver(lambda _: Verdict.WINNABLE)
    monkeypatch.setattr(warming, "is_ready", lambda: True)
    assert ask(Someone(), clock.day, "canfield").status == 201
    assert Daily.objects.get(date=clock.day).number == str(first(clock, 1)[0])


def test_while_a_board_is_being_picked_one_is_asked_to_wait(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "is_ready", lambda: False)
    someone = Someone()
    answer = ask(someone, clock.day, "canfield")
    assert (answer.status, answer.json["code"]) == (503, "not picked")
    assert "try again in a moment" in answer.json["message"]
    sent = someone.send(f"/daily/{clock.day}/canfield/")
    assert sent.status == 503
    assert answer.json["message"] in sent.text
    assert "Begin" in page(someone, clock.day, "canfield")


def test_a_search_that_takes_long_keeps_nobody_waiting(
    clock: Clock, solver: Callable[[Says], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = threading.Event()

    def slowly(_: int) -> Verdict:
        found.wait(30)
        return Verdict.WINNABLE

    solver(slowly)
    monkeypatch.setattr(warming, "is_ready", lambda: True)
    monkeypatch.setattr(boards, "_WAIT", 0.05)
    someone = Someone()
    assert ask(someone, clock.day, "canfield").status == 503
    found.set()
    monkeypatch.setattr(boards, "_WAIT", 30)
    assert ask(someone, clock.day, "canfield").status == 201


_PICK = """
import sys, datetime
from winnable.site.ready import migrate
migrate()
from winnable.games import GAMES
from winnable.site.daily import picking
print("ready", flush=True)
sys.stdin.readline()
choice = picking.Choice(int(sys.argv[1]), "winnable")
for day in range(1, 29):
    picking.store(datetime.date(2030, 2, day), GAMES["canfield"], choice)
from winnable.site.models import Daily
sys.stdin.readline()
print(*Daily.objects.filter(full_name="canfield").order_by("date").values_list("number", flat=True))
"""


@pytest.mark.parametrize("kind", KINDS)
def test_two_processes_that_pick_at_once_have_one_board(kind: str, tmp_path: Path) -> None:
    with place(kind, tmp_path) as environment:
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", _PICK, number],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in ("111", "222")
        ]
        for process in processes:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin
            process.stdin.write("go\n")
            process.stdin.flush()
        told = [process.communicate("say\n", timeout=60)[0].split() for process in processes]
        assert told[0] == told[1]
        assert len(told[0]) == 28


def test_a_pause_comes_before_each_deal_and_its_time_does_not_count(
    clock: Clock, solver: Callable[[Says], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards are picked ahead in the pauses of a busy site; they are looked for as long as on a calm one."""
    now = [0.0]
    monkeypatch.setattr(picking.time, "monotonic", lambda: now[0])

    def pause() -> None:
        now[0] += 100

    asked = solver(lambda index: Verdict.WINNABLE if index == 5 else Verdict.UNDECIDED)
    assert picking.choose(clock.day, CANFIELD, 1, pause=pause).verdict == "winnable"
    assert len(asked) == 6
    assert now[0] == 600
