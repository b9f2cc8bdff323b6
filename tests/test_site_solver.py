"""Hints, the lamp, lines to watch and winnable deals, with a solver that answers what a test says."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from site_support import Guest
from winnable.games import GAMES
from winnable.notation import line_from_text
from winnable.rules.engine import TURN, Move, Position, apply, deal
from winnable.site import advice, knowledge, limits, warming, winnable_deals
from winnable.site.memory import Memory
from winnable.site.models import Tally
from winnable.solver import Budget, Cancel, Found, Hint, InternalError, Solution, Verdict

_TEXT = (Path(__file__).parent / "data" / "winning-line.txt").read_text("utf-8").splitlines()[-1]
LINE = line_from_text(_TEXT.split(maxsplit=2)[2])  # of Four Seasons, deal 3


class Solver:
    """Knows the one winning line of the test deal; calls every other position what the test says."""

    def __init__(self) -> None:
        self.asked: list[Position] = []
        self.otherwise = Verdict.UNDECIDED
        self.knows_the_deal = True
        self.line: dict[Position, tuple[Move, ...]] = {}
        position = deal(GAMES["four-seasons"], 3)
        for index, move in enumerate(LINE):
            self.line[position] = LINE[index:]
            position, _ = apply(position, move)

    def __call__(self, position: Position, budget: Budget, cancel: Cancel) -> Solution:
        """Answer as ``winnable.solver.solve``."""
        self.asked.append(position)
        line = self.line.get(position, ()) if self.knows_the_deal else ()
        verdict = Verdict.WINNABLE if line else self.otherwise
        return Solution(verdict, line, 1, 0.0, None if line else "seconds", position)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Solver]:
    """A solver that is ready."""
    made = Solver()
    monkeypatch.setattr(advice, "solve", made)
    monkeypatch.setattr(warming, "is_ready", lambda: True)
    return made


@pytest.fixture
def guest() -> Guest:
    """Someone who has not played yet."""
    return Guest()


def hint(guest: Guest, table: Any) -> Any:
    """A hint, as if the last one was long ago; nobody else searches, so that it is never busy for long."""
    Tally.objects.all().delete()
    for _ in range(30):
        answer = guest.call("POST", f"/api/tables/{table['id']}/hint", {"after": table["seq"]}).json
        if answer["kind"] != "busy":
            return answer
    raise AssertionError("busy")


def lamp(guest: Guest, table: Any) -> str:
    """The verdict, once it is there."""
    for _ in range(300):
        answer = guest.call("GET", f"/api/tables/{table['id']}/verdict?after={table['seq']}").json["verdict"]
        if answer != "busy":
            return str(answer)
    raise AssertionError("busy")


def solution(guest: Guest, table: Any, start: str) -> Any:
    """A line to watch, once it is there."""
    for _ in range(30):
        answer = guest.call("POST", f"/api/tables/{table['id']}/solution", {"from": start}).json
        if answer["verdict"] != "busy":
            return answer
    raise AssertionError("busy")


def test_following_the_hints_wins_with_one_search(guest: Guest, solver: Solver) -> None:
    table = guest.deal("four-seasons", 3)
    for move in LINE:
        if table["state"] == "won":
            break
        assert lamp(guest, table) == "winnable"
        given = hint(guest, table)
        assert (given["kind"], given["move"]) == ("move", str(move))
        table = guest.play(table, given["move"])
    assert table["state"] == "won"
    assert len(solver.asked) == 1


def test_following_a_known_line_is_not_limited(guest: Guest, solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever took a hint for each move of a long game was stopped in the middle of it."""
    table = guest.deal("four-seasons", 3)
    hint(guest, table)
    monkeypatch.setattr(limits, "HINT", replace(limits.HINT, most=0))
    for move in LINE[:3]:
        assert hint(guest, table)["move"] == str(move)
        table = guest.play(table, str(move))
    other = guest.deal("four-seasons", 5)
    assert guest.call("POST", f"/api/tables/{other['id']}/hint", {"after": other["seq"]}).status == 429


def test_back_on_the_line_after_a_detour_costs_no_search(guest: Guest, solver: Solver) -> None:
    table = guest.deal("four-seasons", 3)
    hint(guest, table)
    other = next(move["move"] for move in table["moves"] if move["move"] != str(LINE[0]))
    away = guest.play(table, other)
    assert lamp(guest, away) == "undecided"
    back = guest.step(away, "undo").json
    assert hint(guest, back)["move"] == str(LINE[0])
    assert len(solver.asked) == 2


def test_a_hint_that_gives_a_move_is_counted_and_no_other(guest: Guest, solver: Solver) -> None:
    """27"""
    table = guest.deal("four-seasons", 3)
    hint(guest, table)
    hint(guest, table)
    assert guest.table(table)["hints"] == 2
    solver.knows_the_deal, solver.otherwise = False, Verdict.LOST
    lost = guest.deal("four-seasons", 5)
    answer = hint(guest, lost)
    assert (answer["kind"], answer["move"]) == ("lost", None)
    assert "no win" in answer["text"]
    assert guest.table(lost)["hints"] == 0


def test_a_hint_count_outlives_the_next_step(guest: Guest, solver: Solver) -> None:
    table = guest.deal("four-seasons", 3)
    hint(guest, table)
    assert guest.play(table, str(LINE[0]))["hints"] == 1


def test_hints_without_proof_repeat_no_position(guest: Guest, solver: Solver) -> None:
    """4: twenty hints, and no position twice."""
    solver.knows_the_deal = False
    table = guest.deal("chessboard", 3)
    seen = [table["view"]["piles"]]
    for _ in range(20):
        answer = hint(guest, table)
        assert answer["kind"] in ("unknown", "stuck")
        if answer["move"] is None:
            break
        table = guest.play(table, answer["move"])
        assert [pile["cards"] for pile in table["view"]["piles"]] not in seen
        seen.append([pile["cards"] for pile in table["view"]["piles"]])
    assert len(seen) > 3


def test_a_stuck_game_is_told_without_a_search(guest: Guest, solver: Solver) -> None:
    table = guest.deal("canfield", 3)
    assert table["state"] == "stuck"
    answer = hint(guest, table)
    assert (answer["kind"], answer["move"]) == ("stuck", None)
    assert solver.asked == []
    assert guest.table(table)["hints"] == 0


def test_a_won_game_is_not_called_stuck(guest: Guest, solver: Solver) -> None:
    """Asked for a hint after the win, it said that nothing could move any more."""
    table = guest.deal("four-seasons", 3)
    for move in LINE:
        if table["state"] == "playing":
            table = guest.play(table, str(move))
    assert table["state"] == "won"
    assert hint(guest, table)["text"] == "This deal is won."


def test_advice_on_an_older_state_is_stale(guest: Guest, solver: Solver) -> None:
    table = guest.deal("four-seasons", 3)
    now = guest.play(table, "S")
    answer = guest.call("POST", f"/api/tables/{table['id']}/hint", {"after": 0})
    assert (answer.status, answer.json["seq"]) == (409, now["seq"])
    # The lamp asks while its player plays on: its 409 was an error in the browser's console.
    answer = guest.call("GET", f"/api/tables/{table['id']}/verdict?after=0")
    assert (answer.status, answer.json) == (200, {"verdict": "moved on"})
    assert solver.asked == []


def test_a_solver_that_is_not_ready_says_so(guest: Guest) -> None:
    table = guest.deal("four-seasons", 3)
    answer = guest.call("POST", f"/api/tables/{table['id']}/hint", {"after": 0}).json
    assert (answer["kind"], answer["move"]) == ("busy", None)
    assert "prepared" in answer["text"]
    assert guest.call("GET", f"/api/tables/{table['id']}/verdict?after=0").json == {"verdict": "busy"}
    assert guest.call("POST", f"/api/tables/{table['id']}/solution", {"from": "here"}).json["verdict"] == "busy"
    unchecked = guest.deal("four-seasons", None, winnable=True)
    assert "not checked" in unchecked["message"]


def test_a_full_queue_answers_busy(guest: Guest, solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    from winnable.site.searches import Searches

    monkeypatch.setattr(advice, "searches", Searches(threads=1, waiting=-1))
    table = guest.deal("four-seasons", 3)
    answer = guest.call("POST", f"/api/tables/{table['id']}/hint", {"after": 0}).json
    assert (answer["kind"], answer["move"]) == ("busy", None)
    assert guest.table(table)["hints"] == 0
    assert guest.play(table, "S")["moves_made"] == 1


def test_the_line_from_here(guest: Guest, solver: Solver) -> None:
    table = guest.play(guest.deal("four-seasons", 3), *map(str, LINE[:2]))
    found = solution(guest, table, "here")
    assert (found["verdict"], found["start"]) == ("winnable", 2)
    assert found["line"] == list(map(str, LINE[2:]))
    assert len(found["frames"]) == len(found["line"]) + 1
    assert found["frames"][0] == table["view"]
    ups = [pile for pile in found["frames"][-1]["piles"] if pile["group"] == "F"]
    assert [len(pile["cards"]) for pile in ups] == [13] * 4


def off_the_line(guest: Guest) -> Any:
    """A game that follows the line for seven moves, leaves it, and is given up."""
    table = guest.play(guest.deal("four-seasons", 3), *map(str, LINE[:7]))
    for _ in range(6):
        table = guest.play(table, next(move["move"] for move in table["moves"] if move["move"] != str(LINE[7])))
    return guest.step(table, "give up").json


def test_the_last_winnable_moment(guest: Guest, solver: Solver) -> None:
    solver.otherwise = Verdict.LOST
    table = off_the_line(guest)
    found = solution(guest, table, "last winnable")
    assert (found["verdict"], found["start"]) == ("winnable", 7)
    assert found["line"] == list(map(str, LINE[7:]))
    assert solution(guest, table, "deal")["start"] == 0
    assert solution(guest, table, "here")["verdict"] == "lost"


def test_a_moment_known_to_be_winnable_is_not_passed_over(guest: Guest, solver: Solver) -> None:
    """Where a search in the midst of the game settled nothing, what hints had proved of later moments was ignored."""
    table = guest.play(guest.deal("four-seasons", 3), *map(str, LINE[:7]))
    hint(guest, table)
    solver.knows_the_deal = False
    for move in LINE[7:10]:
        table = guest.play(table, str(move))
    table = guest.step(guest.play(table, "S"), "give up").json
    assert solution(guest, table, "last winnable")["start"] == 10


def test_a_line_to_watch_keeps_no_hint_waiting(guest: Guest, solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """One player's long search made every other player's hint busy as long as it took."""
    let_go, begun = threading.Event(), threading.Event()

    def hold(position: Position, budget: Budget, cancel: Cancel) -> Solution:
        if budget is advice.LONG:
            begun.set()
            assert let_go.wait(30)
        return solver(position, budget, cancel)

    monkeypatch.setattr(advice, "solve", hold)
    monkeypatch.setattr(advice, "_SOLUTION_WAIT", 0.0)
    watching = guest.deal("four-seasons", 5)
    assert guest.call("POST", f"/api/tables/{watching['id']}/solution", {"from": "here"}).json["verdict"] == "busy"
    assert begun.wait(30)
    other = Guest()
    try:
        assert hint(other, other.deal("four-seasons", 3))["move"] == str(LINE[0])
    finally:
        let_go.set()


def test_a_lost_deal_has_no_winnable_moment(guest: Guest, solver: Solver) -> None:
    solver.knows_the_deal, solver.otherwise = False, Verdict.LOST
    found = solution(guest, off_the_line(guest), "last winnable")
    assert found == {"verdict": "lost", "start": 0, "line": [], "frames": [], "events": []}


def test_a_winnable_deal_comes_with_its_line(guest: Guest, solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    found: Callable[..., Iterator[Found]] = lambda *_, **__: iter([Found(3, LINE)])  # noqa: E731
    monkeypatch.setattr(winnable_deals, "find", found)
    table = guest.deal("four-seasons", None, winnable=True)
    assert (table["number"], table["message"]) == (3, None)
    assert lamp(guest, table) == "winnable"
    assert hint(guest, table)["move"] == str(LINE[0])
    assert solver.asked == []


def test_the_line_of_a_winnable_deal_is_known_to_every_process(
    guest: Guest, solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the process that had dealt it knew it, until it was started anew: the others searched for a hint."""
    monkeypatch.setattr(winnable_deals, "find", lambda *_, **__: iter([Found(3, LINE)]))
    table = guest.play(guest.deal("four-seasons", None, winnable=True), str(LINE[0]))
    monkeypatch.setattr(knowledge, "_memory", Memory(most=50_000))  # another process has its own
    assert hint(guest, table)["move"] == str(LINE[1])
    assert solver.asked == []


def test_no_winnable_deal_in_time_is_told(guest: Guest, solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winnable_deals, "find", lambda *_, **__: iter([]))
    table = guest.deal("four-seasons", None, winnable=True)
    assert table["state"] == "playing"
    assert "not checked" in table["message"]


def test_a_deal_that_came_too_late_for_one_game_is_not_dealt_in_another(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same thread's next call, for another game, was given what the first had not waited for."""
    let_go = threading.Event()

    def late(*_: object, **__: object) -> Iterator[Found]:
        assert let_go.wait(30)
        yield Found(7, LINE)

    monkeypatch.setattr(winnable_deals, "_stock", {})
    monkeypatch.setattr(winnable_deals, "_SECONDS", 0.0)  # and one more until it is too late
    monkeypatch.setattr(winnable_deals, "find", late)
    assert winnable_deals.winnable_deal(GAMES["fortress"]) is None
    let_go.set()
    monkeypatch.setattr(winnable_deals, "_SECONDS", 29.0)
    monkeypatch.setattr(winnable_deals, "find", lambda *_, **__: iter([Found(8, LINE)]))
    found = winnable_deals.winnable_deal(GAMES["czarina"])
    assert found is not None
    assert found.number == 8


def test_the_stock_of_winnable_deals_is_filled_and_used(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(100, 200))
    monkeypatch.setattr(winnable_deals, "find", lambda *_, **__: iter([Found(next(numbers), LINE)]))
    monkeypatch.setattr(winnable_deals, "_stock", {})
    lasker = GAMES["lasker"]
    winnable_deals._fill(lasker)
    assert next(numbers) == 100 + winnable_deals.KEPT
    given = [winnable_deals.winnable_deal(lasker) for _ in range(winnable_deals.KEPT)]
    assert [found and found.number for found in given] == [100, 101, 102]
    assert next(numbers) == 101 + winnable_deals.KEPT


def test_a_failing_search_for_winnable_deals_ends_nothing(
    guest: Guest, solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended the thread that fills the stock, and the player's call with a 500."""

    def fail(*_: object, **__: object) -> Iterator[Found]:
        raise InternalError("A kernel and the rules disagree.")
        yield

    monkeypatch.setattr(winnable_deals, "find", fail)
    monkeypatch.setattr(winnable_deals, "_stock", {})
    winnable_deals._fill(GAMES["lasker"])
    assert "not checked" in guest.deal("four-seasons", None, winnable=True)["message"]


@pytest.mark.parametrize(("move", "kind"), [(Move("S", "T1"), "move"), (TURN, "turn"), (Move("T1", "F1"), "move")])
def test_a_card_from_the_stock_is_no_turn(move: Move, kind: str) -> None:
    """``four-seasons:stock_to_space`` puts the stock's next card in a space; the hint said to turn the stock."""
    assert advice._hint_json(Hint("move", move, (move,)))["text"] == advice.HINTS[kind]


def test_a_game_given_up_gets_no_move_as_hint(guest: Guest, solver: Solver) -> None:
    """It can't be played before the game is taken up again."""
    table = guest.step(guest.deal("four-seasons", 3), "give up").json
    answer = hint(guest, table)
    assert (answer["kind"], answer["move"]) == ("stuck", None)
    assert "undo" in answer["text"]
    assert guest.table(table)["hints"] == 0
