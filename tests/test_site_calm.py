"""What is worked out ahead waits while players keep the process busy, but not for ever."""

from collections import deque

import pytest

from site_support import Guest
from winnable.site import calm, winnable_deals
from winnable.site.daily import ahead, picking


class Clock:
    """A clock that goes on only while someone sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept = 0.0

    def monotonic(self) -> float:
        """The time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let it go on."""
        self.now += seconds
        self.slept += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock for ``calm``, which has seen no request yet."""
    clock = Clock()
    monkeypatch.setattr(calm, "time", clock)
    monkeypatch.setattr(calm, "_requests", deque(maxlen=calm.MANY))
    return clock


def test_few_requests_are_no_reason_to_wait(clock: Clock) -> None:
    for _ in range(calm.MANY - 1):
        calm.request_came()
    calm.wait()
    assert clock.slept == 0


def test_many_requests_are_until_they_are_over(clock: Clock) -> None:
    for _ in range(calm.MANY):
        calm.request_came()
    assert calm.is_busy()
    calm.wait()
    assert calm.LATELY <= clock.slept < calm.LONGEST


def test_it_is_never_waited_for_ever(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calm, "is_busy", lambda: True)
    calm.wait()
    assert clock.slept == calm.LONGEST


def test_each_request_is_seen(clock: Clock) -> None:
    guest = Guest()
    for _ in range(calm.MANY):
        guest.call("GET", "/api/games")
    assert calm.is_busy()


def test_boards_and_winnable_deals_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    class Waited(Exception):
        """It was waited."""

    def wait() -> None:
        raise Waited

    monkeypatch.setattr(calm, "wait", wait)
    monkeypatch.setattr(ahead, "_is_mine", lambda *_: True)
    monkeypatch.setattr(winnable_deals, "_missing", lambda _: True)
    monkeypatch.setattr(picking, "choose", lambda *_, pause, **__: pause())
    with pytest.raises(Waited):
        ahead.pick_missing()
    with pytest.raises(Waited):
        winnable_deals._fill(next(iter(winnable_deals.GAMES.values())))
