"""Real server processes: started twice, killed at any moment, told in one sentence why they can't start."""

import http.client
import json
import os
import re
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
from urllib.parse import urlsplit

import pytest

from site_support import Guest
from winnable.site import data
from winnable.site.serve import CanNotServe, serve

assert Guest  # the site is set up


class Server:
    """A server process on a data folder."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "winnable.site.serve", "--port", "0", "--no-browser"]
        environment = {**os.environ, "WINNABLE_DATA": str(folder)}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        address = re.search(r"http://\S+", self.said)
        assert address, self.said
        self.place = urlsplit(address[0]).netloc

    def kill(self) -> None:
        """End it without any warning."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Caller:
    """A guest over HTTP, who keeps his cookies from server to server."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}

    def call(self, server: Server, method: str, path: str, form: Any = None) -> tuple[int, Any]:
        """Status and body. Raises OSError or HTTPException if the server dies meanwhile."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"Content-Type": "application/json", "X-CSRFToken": self.cookies.get("csrftoken", "")}
        connection = http.client.HTTPConnection(server.place, timeout=60)
        connection.request(method, path, None if form is None else json.dumps(form), headers)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        for header in response.headers.get_all("Set-Cookie") or ():
            name, _, value = header.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, json.loads(body) if body.startswith((b"{", b"[")) else None


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Server]]:
    """Servers that are killed at the end."""
    started: list[Server] = []
    yield started
    for one in started:
        if one.process.poll() is None:
            one.kill()


def test_a_kill_loses_no_accepted_move_and_doubles_none(tmp_path: Path, servers: list[Server]) -> None:
    """20: killed in the middle of moves, three times; the step that was not answered is sent again."""
    servers.append(server := Server(tmp_path))
    caller, accepted = Caller(), 0
    caller.call(server, "GET", "/")
    table = caller.call(server, "POST", "/api/tables", {"game": "canfield", "number": 17})[1]
    path = f"/api/tables/{table['id']}"
    for moves, milliseconds in ((5, 1), (9, 4), (14, 9)):
        accepted, step = turn_until_killed(caller, server, path, accepted, moves=moves, seconds=milliseconds / 1000)
        servers.append(server := Server(tmp_path))
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


def test_two_servers_start_at_once_on_a_new_folder(tmp_path: Path, servers: list[Server]) -> None:
    """Both make the database and the secret key; one does, the other waits, and cookies are good for both."""
    starting = [threading.Thread(target=lambda: servers.append(Server(tmp_path))) for _ in range(2)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert len(servers) == 2
    caller = Caller()
    caller.call(servers[0], "GET", "/")
    table = caller.call(servers[0], "POST", "/api/tables", {"game": "canfield", "number": 17})[1]
    for after, server in enumerate((*servers, *servers)):
        form = {"after": after, "key": f"k{after}", "do": "turn"}
        status, answer = caller.call(server, "POST", f"/api/tables/{table['id']}/steps", form)
        assert (status, answer["seq"]) == (200, after + 1)
        assert caller.call(server, "POST", f"/api/tables/{table['id']}/steps", {**form, "key": "other"})[0] == 409


def test_of_many_steps_at_once_one_is_played(tmp_path: Path, servers: list[Server]) -> None:
    """Every one of them was made on the same state; the same key may be answered as often as it is sent."""
    servers.append(server := Server(tmp_path))
    caller = Caller()
    caller.call(server, "GET", "/")
    table = caller.call(server, "POST", "/api/tables", {"game": "canfield", "number": 17})[1]
    answers: list[tuple[int, int]] = []

    def send(after: int, key: str) -> None:
        form = {"after": after, "key": key, "do": "turn"}
        status, answer = caller.call(server, "POST", f"/api/tables/{table['id']}/steps", form)
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
    environment = {**os.environ, "WINNABLE_DATA": str(tmp_path)}
    if fault == "folder":
        environment["WINNABLE_DATA"] = str(tmp_path / "file")
        (tmp_path / "file").write_text("in the way")
    elif fault == "database":
        (tmp_path / "winnable.sqlite3").write_text("this is no database " * 100)
    else:
        pytest.importorskip("dj_database_url")
        environment["DATABASE_URL"] = f"sqlite:///{tmp_path}/missing/db" if fault == "address" else "banana://x"
    command = [sys.executable, "-m", "winnable.site.serve", "--port", "0", "--no-browser"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "can't be used" in done.stderr


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
