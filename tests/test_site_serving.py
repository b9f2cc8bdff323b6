"""Real server processes: started twice, killed at any moment, told in one sentence why they can't start."""

import http.client
import os
import secrets
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from databases import KINDS, place
from server_processes import Caller, Server
from site_support import Guest
from winnable.site import data
from winnable.site.serve import CanNotServe, serve

assert Guest  # the site is set up


@pytest.fixture(params=KINDS)
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of servers that share a new data folder and database."""
    with place(request.param, tmp_path) as made:
        yield made


@pytest.fixture
def servers(environment: dict[str, str]) -> Iterator[list[Server]]:
    """Servers that are killed at the end."""
    assert environment  # it goes after them
    started: list[Server] = []
    yield started
    for one in started:
        if one.process.poll() is None:
            one.kill()


def test_a_kill_loses_no_accepted_move_and_doubles_none(environment: dict[str, str], servers: list[Server]) -> None:
    """20: killed in the middle of moves, three times; the step that was not answered is sent again."""
    servers.append(server := Server(environment))
    caller, accepted = Caller(), 0
    path = caller.deal(server)
    for moves, milliseconds in ((5, 1), (9, 4), (14, 9)):
        accepted, step = turn_until_killed(caller, server, path, accepted, moves=moves, seconds=milliseconds / 1000)
        servers.append(server := Server(environment))
        assert caller.call(server, "GET", path)[1]["seq"] in (accepted, accepted + 1)
        _, answer = caller.call(server, "POST", f"{path}/steps", step)
        accepted += 1
        assert answer["seq"] == answer["moves_made"] == accepted


def turn_until_killed(
    caller: Caller, server: Server, path: str, accepted: int, *, moves: int, seconds: float
) -> tuple[int, dict[str, Any]]:
    """Turn; the server is killed so long after so many moves. How many were accepted, and the step that was not."""
    last = accepted + moves
    step: dict[str, Any] = {}
    try:
        while True:
            if accepted == last:
                threading.Timer(seconds, server.process.send_signal, (signal.SIGKILL,)).start()
            step = {"after": accepted, "key": secrets.token_hex(8), "do": "turn"}
            status, answer = caller.call(server, "POST", f"{path}/steps", step)
            assert (status, answer["seq"]) == (200, accepted + 1)
            accepted += 1
    except (OSError, http.client.HTTPException):
        server.kill()
    return accepted, step


def test_two_servers_start_at_once_on_a_new_folder(environment: dict[str, str], servers: list[Server]) -> None:
    """Both make the database and the secret key; one does, the other waits, and cookies are good for both."""
    starting = [threading.Thread(target=lambda: servers.append(Server(environment))) for _ in range(2)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert len(servers) == 2
    caller = Caller()
    path = caller.deal(servers[0])
    for after, server in enumerate((*servers, *servers)):
        form = {"after": after, "key": f"k{after}", "do": "turn"}
        status, answer = caller.call(server, "POST", f"{path}/steps", form)
        assert (status, answer["seq"]) == (200, after + 1)
        assert caller.call(server, "POST", f"{path}/steps", {**form, "key": "other"})[0] == 409


def test_of_many_steps_at_once_one_is_played(environment: dict[str, str], servers: list[Server]) -> None:
    """Every one of them was made on the same state; the same key may be answered as often as it is sent."""
    servers.append(server := Server(environment))
    caller = Caller()
    path = caller.deal(server)
    answers: list[tuple[int, int]] = []

    def send(after: int, key: str) -> None:
        form = {"after": after, "key": key, "do": "turn"}
        status, answer = caller.call(server, "POST", f"{path}/steps", form)
        answers.append((status, answer["seq"]))

    for after, keys in ((0, "abcdefgh"), (1, "iiiiiiii")):
        answers.clear()
        sending = [threading.Thread(target=send, args=(after, key)) for key in keys]
        for thread in sending:
            thread.start()
        for thread in sending:
            thread.join()
        refused = 0 if len(set(keys)) == 1 else len(keys) - 1
        assert sorted(answers) == [(200, after + 1)] * (len(keys) - refused) + [(409, after + 1)] * refused


def test_a_database_of_a_newer_winnable_is_left_alone(environment: dict[str, str]) -> None:
    """An older program doesn't know what a newer one has stored, and says so instead of damaging it."""
    script = """
from winnable.site import ready
ready.make_ready()
from django.db.migrations.recorder import MigrationRecorder
from django.db import connection
MigrationRecorder(connection).record_applied("winnable", "9999_later")
try:
    ready.make_ready()
except ready.NotReady as error:
    print(error)
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert "a newer Winnable" in done.stdout


def test_an_old_sqlite_is_one_clear_sentence(tmp_path: Path) -> None:
    """Its statements can't answer what they have changed; without a word every limit would be a fault."""
    script = """
from winnable.site import ready
ready.set_up()
from django.db.backends.sqlite3.features import DatabaseFeatures
DatabaseFeatures.can_return_columns_from_insert = False
try:
    ready.make_ready()
except ready.NotReady as error:
    print(error)
"""
    command = [sys.executable, "-c", script]
    with place("sqlite", tmp_path) as environment:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith("Winnable needs SQLite 3.35")


def test_a_port_in_use_is_one_clear_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CanNotServe, match=f"Port {port} is in use"):
            serve("127.0.0.1", port, open_browser=False)


def test_an_address_that_is_not_ours_is_one_clear_sentence() -> None:
    with pytest.raises(CanNotServe, match=r"Can't listen on 192\.0\.2\.1"):
        serve("192.0.2.1", 0, open_browser=False)


@pytest.mark.parametrize(("host", "port"), [("ä" * 70, 0), ("127.0.0.1", 70_000)], ids=["host", "port"])
def test_what_is_no_address_is_one_clear_sentence(host: str, port: int) -> None:
    with pytest.raises(CanNotServe, match="no address to listen on"):
        serve(host, port, open_browser=False)


@pytest.mark.parametrize("fault", ["folder", "database", "address", "no address"])
def test_data_that_can_not_be_used_is_one_clear_sentence(tmp_path: Path, fault: str) -> None:
    with place("sqlite", tmp_path) as environment:
        pass
    if fault == "folder":
        environment["WINNABLE_DATA"] = str(tmp_path / "file")
        (tmp_path / "file").write_text("in the way")
    elif fault == "database":
        (tmp_path / "winnable.sqlite3").write_text("this is no database " * 100)
    else:
        environment["DATABASE_URL"] = f"sqlite:///{tmp_path}/missing/db" if fault == "address" else "banana://x"
    command = [sys.executable, "-m", "winnable.site.serve", "--port", "0", "--no-browser"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "can't be used" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_the_database_is_its_owner_s_alone(tmp_path: Path) -> None:
    """A host may have made the folder himself, and for everyone to read."""
    tmp_path.chmod(0o755)
    with place("sqlite", tmp_path) as environment:
        server = Server(environment)
        Caller().deal(server)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("winnable.sqlite3*")}
        server.kill()
    assert modes["winnable.sqlite3"] == 0o600
    assert set(modes.values()) == {0o600}


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_the_secret_key_is_its_owner_s_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINNABLE_DATA", str(tmp_path / "new"))
    key = data.secret_key()
    path = tmp_path / "new" / "secret-key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(key) > 50
    assert data.secret_key() == key
    data._write_once(path, "another")
    assert data.secret_key() == key
    assert sorted(one.name for one in path.parent.iterdir()) == ["secret-key"]


def test_what_nobody_comes_back_for_is_removed() -> None:
    from datetime import timedelta

    from django.utils import timezone

    from winnable.site.models import Player, Table
    from winnable.site.tidy import tidy

    guest = Guest()
    untouched, played, fresh = guest.deal(), guest.play(guest.deal(), "S"), guest.deal()
    gone = Player.objects.create(created=timezone.now() - timedelta(days=40))
    Table.objects.filter(pk__in=[untouched["id"], played["id"]]).update(changed=timezone.now() - timedelta(days=40))
    tidy()
    assert {table["id"] for table in guest.call("GET", "/api/tables").json} == {played["id"], fresh["id"]}
    assert not Player.objects.filter(pk=gone.pk).exists()


def test_a_guest_who_comes_back_at_this_moment_stops_no_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """He is dealt a table by another process while he is being removed, and the database refuses that."""
    from django.contrib.sessions.models import Session
    from django.db import IntegrityError
    from django.utils import timezone

    from winnable.site import tidy

    def refused(before: Any) -> None:
        raise IntegrityError

    monkeypatch.setattr(tidy, "_tidy_guests", refused)
    Session.objects.create(session_key="over", session_data="", expire_date=timezone.now())
    tidy.tidy()
    assert not Session.objects.filter(pk="over").exists()


def test_guests_who_only_changed_a_setting_are_kept_as_long_as_their_cookie() -> None:
    """They were kept for ever."""
    from datetime import timedelta

    from django.utils import timezone

    from winnable.site.models import Player
    from winnable.site.tidy import tidy

    def milliseconds(days: int) -> int:
        return int((timezone.now() - timedelta(days=days)).timestamp() * 1000)

    def made(days: int, **settings: Any) -> Player:
        return Player.objects.create(created=timezone.now() - timedelta(days=days), settings=settings)

    gone = [made(400, theme="dark"), made(400, theme="dark", changed=milliseconds(days=370))]
    kept = [made(300, theme="dark"), made(400, theme="dark", changed=milliseconds(days=300))]
    tidy()
    assert set(Player.objects.filter(pk__in=[one.pk for one in gone + kept])) == set(kept)
