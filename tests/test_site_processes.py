"""Several server processes on one database: what one has done the other knows, and nothing happens twice."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from databases import KINDS, place
from server_processes import Caller, Server
from site_support import Guest
from winnable.site.models import Table


@pytest.fixture(scope="module", params=KINDS)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers that share folder and database."""
    with place(request.param, tmp_path_factory.mktemp("data")) as environment:
        both = [Server(environment), Server(environment)]
        yield both
        for server in both:
            server.kill()


def at_once(pair: list[Server], caller: Caller, path: str, after: int, keys: list[str]) -> list[tuple[int, int]]:
    """Send steps at the same time, in turn to one server and the other; status and ``seq`` of each answer."""
    answers: list[tuple[int, int]] = []
    start = threading.Barrier(len(keys))

    def send(server: Server, key: str) -> None:
        start.wait()
        status, answer = caller.call(server, "POST", f"{path}/steps", {"after": after, "key": key, "do": "turn"})
        answers.append((status, answer["seq"]))

    sending = [threading.Thread(target=send, args=(pair[number % 2], key)) for number, key in enumerate(keys)]
    for thread in sending:
        thread.start()
    for thread in sending:
        thread.join()
    return sorted(answers)


def test_one_step_sent_to_both_is_played_once(pair: list[Server]) -> None:
    """A client whose answer got lost sends the step again, and it may reach the other process."""
    caller = Caller()
    path = caller.deal(pair[0])
    for after in range(4):
        assert at_once(pair, caller, path, after, [f"{after}"] * 6) == [(200, after + 1)] * 6
    assert caller.call(pair[1], "GET", path)[1]["moves_made"] == 4


def test_of_two_steps_sent_to_both_one_is_played(pair: list[Server]) -> None:
    caller = Caller()
    path = caller.deal(pair[0])
    for after in range(4):
        keys = [f"{after}{key}" for key in range(6)]
        assert at_once(pair, caller, path, after, keys) == [(200, after + 1)] + [(409, after + 1)] * 5
    assert caller.call(pair[1], "GET", path)[1]["moves_made"] == 4


def test_what_one_has_done_the_other_shows(pair: list[Server]) -> None:
    caller = Caller()
    path = caller.deal(pair[0])
    for after in range(12):
        here, there = pair[after % 2], pair[1 - after % 2]
        do = "undo" if after % 3 == 2 else "turn"
        status, done = caller.call(here, "POST", f"{path}/steps", {"after": after, "key": f"k{after}", "do": do})
        shown = caller.call(there, "GET", path)[1]
        assert status == 200
        assert {**shown, "did": 0, "message": 0} == {**done, "did": 0, "message": 0}


def test_a_refusal_is_never_about_an_older_state(pair: list[Server]) -> None:
    """A process that remembers an older state used to say that the move isn't possible, instead of how the table is."""
    caller = Caller()
    path = caller.deal(pair[0])
    caller.call(pair[1], "GET", path)
    caller.call(pair[0], "POST", f"{path}/steps", {"after": 0, "key": "a", "do": "turn"})
    caller.call(pair[1], "GET", path)
    caller.call(pair[0], "POST", f"{path}/steps", {"after": 1, "key": "b", "do": "undo"})
    refused = {"after": 1, "key": "c", "do": "redo"}  # there was nothing to redo at 1
    status, answer = caller.call(pair[1], "POST", f"{path}/steps", refused)
    assert (status, answer["seq"]) == (409, 2)


def test_settings_hold_in_both(pair: list[Server]) -> None:
    caller = Caller()
    path = caller.deal(pair[0])
    caller.call(pair[1], "GET", path)
    caller.call(pair[0], "PUT", "/api/settings", {"autoplay": False})
    status, answer = caller.call(pair[1], "POST", f"{path}/steps", {"after": 0, "key": "a", "do": "turn"})
    assert status == 200
    assert answer["settings"]["autoplay"] is False


@pytest.mark.parametrize("end", ["password", "elsewhere", "delete", "sign-out"])
def test_a_session_that_one_ends_the_other_no_longer_takes(pair: list[Server], end: str) -> None:
    """Each process remembers what the sessions said that it has read: not whether they still hold."""
    name, password = f"ends-by-{end}", "battery-horse-staple"
    owner, device = Caller(), Caller()
    for caller in (owner, device):
        caller.call(pair[0], "GET", "/sign-in/")
    assert owner.send(pair[0], "/sign-up/", username=name, password=password, again=password) == 302
    assert device.send(pair[1], "/sign-in/", username=name, password=password) == 302
    late = Caller()
    late.cookies = dict(device.cookies)
    for server in pair * 2:
        assert late.call(server, "GET", "/account/")[0] == 200
    if end == "sign-out":
        assert device.send(pair[0], "/sign-out/") == 302
    else:
        new = {"password": "another-horse-altogether", "again": "another-horse-altogether"}
        assert owner.send(pair[0], f"/account/{end}/", current=password, **(new if end == "password" else {})) == 302
    for server in pair[::-1] * 2:
        assert late.call(server, "GET", "/account/")[0] == 302
    assert owner.call(pair[1], "GET", "/account/")[0] == (302 if end == "delete" else 200)


def test_a_hint_that_another_process_gave_is_not_lost() -> None:
    """The next step used to store how many hints this process knew of, and a win with help passed for a clean one."""
    guest = Guest()
    table = guest.play(guest.deal(), "S")
    Table.objects.filter(pk=table["id"]).update(hints=3)
    assert guest.step(table, "turn").json["hints"] == 3
    assert Table.objects.get(pk=table["id"]).hints == 3


def test_the_application_can_be_imported_by_itself(tmp_path: Path) -> None:
    """Each of several processes does; it used to import models before Django was set up."""
    with place("sqlite", tmp_path) as environment:
        command = [sys.executable, "-c", "import winnable.site.asgi"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_process_that_dies_is_started_anew_and_none_stays_behind(tmp_path: Path) -> None:
    with place("sqlite", tmp_path) as environment:
        server = Server(environment, "--processes", "2")
        try:
            caller = Caller()
            path = caller.deal(server)
            wait_until(lambda: len(workers(server)) == 2)
            first = workers(server)
            os.kill(first[0], signal.SIGKILL)
            wait_until(lambda: len(workers(server)) == 2 and workers(server) != first)
            for after in range(8):
                form = {"after": after, "key": f"k{after}", "do": "turn"}
                assert caller.call(server, "POST", f"{path}/steps", form)[0] == 200
            left = workers(server)
        finally:
            server.kill()
        wait_until(lambda: not any(lives(pid) for pid in left))


def workers(server: Server) -> list[int]:
    """The processes that a server has started to answer."""
    listed = subprocess.run(["ps", "-wweo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [row.split(None, 2) for row in listed.splitlines()[1:]]
    return sorted(int(row[0]) for row in rows if int(row[1]) == server.process.pid and "spawn_main" in row[2])


def lives(pid: int) -> bool:
    """Whether a process runs; one that has ended may stay listed until whoever inherited it looks."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(listed) and not listed.startswith("Z")


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; 60 seconds at most."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)
