"""Searches beside the web server: bounded, shared, dropped."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from site_support import Guest
from winnable.site.searches import MOST_CALLERS, Busy, Searches
from winnable.solver import Cancel

assert Guest  # the site is set up
PATIENT = 30.0  # seconds that a test waits for what must come


class Held:
    """A search that runs until it is let go or cancelled."""

    def __init__(self) -> None:
        self.begun, self.let_go, self.times, self.cancel = threading.Event(), threading.Event(), 0, None

    def __call__(self, cancel: Cancel) -> str:
        """Run."""
        self.times += 1
        self.cancel = cancel
        self.begun.set()
        assert self.let_go.wait(PATIENT)
        return "found"


@pytest.fixture
def held() -> Any:
    """Make searches that are let go at the end of the test."""
    made: list[Held] = []

    def make() -> Held:
        made.append(Held())
        return made[-1]

    yield make
    for one in made:
        one.let_go.set()


def test_a_search_answers() -> None:
    assert Searches().ask("me", 1, lambda cancel: "found", PATIENT) == "found"


def test_what_is_not_done_in_time_is_busy_and_found_later(held: Callable[[], Held]) -> None:
    searches, search = Searches(), held()
    with pytest.raises(Busy):
        searches.ask("me", 1, search, 0)
    search.let_go.set()
    assert searches.ask("me", 1, search, PATIENT) == "found"
    assert search.times == 1


def test_more_than_may_wait_are_refused(held: Callable[[], Held]) -> None:
    searches, running = Searches(threads=1, waiting=2), held()
    with pytest.raises(Busy):
        searches.ask("first", 1, running, 0)
    assert running.begun.wait(PATIENT)
    waiting = [held(), held()]
    for number, search in enumerate(waiting):
        with pytest.raises(Busy):
            searches.ask(f"waiting {number}", 1, search, 0)
    refused = held()
    with pytest.raises(Busy):
        searches.ask("too many", 1, refused, PATIENT)  # at once, without waiting
    for search in (running, *waiting):
        search.let_go.set()
    assert [searches.ask(f"waiting {n}", 1, search, PATIENT) for n, search in enumerate(waiting)] == ["found"] * 2
    assert refused.times == 0


def test_one_search_does_not_keep_every_thread_waiting(held: Callable[[], Held]) -> None:
    """Someone who asks a hundred times at once must not keep others from playing."""
    searches, search = Searches(), held()
    found: list[str] = []
    callers = [
        threading.Thread(target=lambda: found.append(searches.ask("me", 1, search, PATIENT)))
        for _ in range(MOST_CALLERS)
    ]
    for caller in callers:
        caller.start()
    assert search.begun.wait(PATIENT)
    while searches._jobs["me"].waiting < MOST_CALLERS:
        time.sleep(0.001)
    with pytest.raises(Busy):
        searches.ask("me", 1, search, 10 * PATIENT)
    search.let_go.set()
    for caller in callers:
        caller.join()
    assert found == ["found"] * MOST_CALLERS


def test_results_that_nobody_fetched_make_room(held: Callable[[], Held]) -> None:
    searches, search = Searches(threads=1, waiting=0), held()
    with pytest.raises(Busy):
        searches.ask("gone", 1, search, 0)
    search.let_go.set()
    searches._pool.submit(int).result(PATIENT)  # the one thread is done with what came before
    assert searches.ask("next", 1, lambda cancel: "next", PATIENT) == "next"


def test_a_search_that_nobody_waits_for_is_never_begun(
    held: Callable[[], Held], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player asks once, is told "busy", and does not ask again."""
    searches, running, waiting, other = Searches(threads=1, waiting=1), held(), held(), held()
    for owner, search in (("first", running), ("second", waiting)):
        with pytest.raises(Busy):
            searches.ask(owner, 1, search, 0)
    assert running.begun.wait(PATIENT)
    monkeypatch.setattr("winnable.site.searches.ABANDONED", -1.0)
    with pytest.raises(Busy):
        searches.ask("third", 1, other, 0)  # takes the place of the second
    monkeypatch.setattr("winnable.site.searches.ABANDONED", PATIENT)
    for search in (running, other):
        search.let_go.set()
    assert searches.ask("third", 1, other, PATIENT) == "found"
    assert waiting.times == 0


def test_a_search_for_an_older_state_is_dropped(held: Callable[[], Held]) -> None:
    searches, old, waiting = Searches(threads=1), held(), held()
    with pytest.raises(Busy):
        searches.ask("me", 1, old, 0)
    assert old.begun.wait(PATIENT)
    with pytest.raises(Busy):
        searches.ask("me", 2, waiting, 0)
    assert old.cancel is not None
    assert old.cancel.cancelled
    searches.drop("me")
    old.let_go.set()
    assert searches.ask("me", 3, lambda cancel: "new", PATIENT) == "new"
    assert waiting.times == 0


def test_what_a_dropped_search_was_stopped_at_is_no_result(held: Callable[[], Held]) -> None:
    """A player who moved on, or asked something else, was told that the solver can't tell within its budget."""
    searches, search, told = Searches(threads=1), held(), []

    def wait() -> None:
        try:
            told.append(searches.ask("me", 1, search, PATIENT))
        except Busy:
            told.append("busy")

    caller = threading.Thread(target=wait)
    caller.start()
    assert search.begun.wait(PATIENT)
    searches.drop("me")
    search.let_go.set()
    caller.join()
    assert told == ["busy"]


def test_a_search_that_someone_still_waits_for_is_not_given_up(
    held: Callable[[], Held], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waited longer than it took to count as gone was told that nothing was found, without a search."""
    searches, running = Searches(threads=1), held()
    with pytest.raises(Busy):
        searches.ask("first", 1, running, 0)
    assert running.begun.wait(PATIENT)
    monkeypatch.setattr("winnable.site.searches.ABANDONED", -1.0)
    threading.Timer(0.2, running.let_go.set).start()
    assert searches.ask("second", 1, lambda cancel: "found", PATIENT) == "found"


def test_a_fault_of_a_search_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        Searches().ask("me", 1, lambda cancel: 1 // 0, PATIENT)


def test_the_end_of_the_program_waits_for_no_search(held: Callable[[], Held]) -> None:
    searches, search = Searches(threads=1), held()
    with pytest.raises(Busy):
        searches.ask("me", 1, search, 0)
    assert search.begun.wait(PATIENT)
    searches.close()
    assert search.cancel is not None
    assert search.cancel.cancelled


def until_stopped(cancel: Cancel) -> str:
    """A search that ends only when it is asked to."""
    end = time.monotonic() + PATIENT
    while not cancel.cancelled and time.monotonic() < end:
        time.sleep(0.005)
    return "stopped" if cancel.cancelled else "held up"


def test_a_search_that_has_had_its_share_makes_way_for_others() -> None:
    """One player's hopeless position used to keep all others' hints waiting until they were told "busy"."""
    searches, found = Searches(threads=1), []
    long = threading.Thread(target=lambda: found.append(searches.ask("long", 1, until_stopped, PATIENT, share=0.05)))
    long.start()
    while not any(job.future.running() for job in searches._jobs.values()):
        time.sleep(0.001)
    assert searches.ask("short", 1, lambda cancel: "found", PATIENT) == "found"
    long.join()
    assert found == ["stopped"]


def test_a_search_that_keeps_nobody_waiting_takes_its_time(held: Callable[[], Held]) -> None:
    searches, search = Searches(threads=1), held()
    with pytest.raises(Busy):
        searches.ask("me", 1, search, 0.5, share=0.0)
    assert search.cancel is not None
    assert not search.cancel.cancelled


def test_a_line_to_watch_is_searched_to_the_end(held: Callable[[], Held]) -> None:
    """It has no share: stopped, it would have to begin anew, and never end where many play."""
    searches, search = Searches(threads=1), held()
    with pytest.raises(Busy):
        searches.ask("line", 1, search, 0)
    assert search.begun.wait(PATIENT)
    with pytest.raises(Busy):
        searches.ask("hint", 1, held(), 0.5, share=0.0)
    assert search.cancel is not None
    assert not search.cancel.cancelled
