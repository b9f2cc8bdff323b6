"""Plays many random games against server processes that are killed (-9) at random, and looks whether anything is lost.

    python scripts/kill_games.py --games 10000
    DATABASE_URL=postgresql://… python scripts/kill_games.py --games 10000

The servers share the database that DATABASE_URL names, which must be a new one, or a new SQLite file. A step whose
answer is lost is sent again with its key, perhaps to another server. At the end every table is read from the database
and replayed by the rules: it must stand as the last answer about it said. It ends with 1 if anything is wrong.
"""

import argparse
import http.client
import json
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from itertools import count
from typing import Any

GAMES = ("canfield", "czarina", "chessboard", "quadrennial", "four-seasons")
MOST_STEPS = 10  # of a game
PATIENCE = 300.0  # seconds after which an answer must have come


@dataclass
class Tally:
    """What has happened, and what must be true at the end."""

    games: int
    expected: dict[str, tuple[int, Any]] = field(default_factory=dict)  # by table: seq and view of the last answer
    faults: list[str] = field(default_factory=list)
    steps: int = 0
    lost_answers: int = 0
    kills: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    number: Any = field(default_factory=lambda: count(1))

    def next_game(self) -> int | None:
        """The number of a game to play, or None if all are played or anything is wrong."""
        with self.lock:
            number = next(self.number)
        return number if number <= self.games and not self.faults else None


class Servers:
    """Server processes; one is killed now and then and started anew."""

    def __init__(self, number: int) -> None:
        self._processes = [self._started() for _ in range(number)]

    def any(self) -> str:
        """Where one of them is, dead or alive."""
        return random.choice(self._processes)[1]

    def kill_one(self) -> None:
        """Kill one, and wait until another has taken its place."""
        index = random.randrange(len(self._processes))
        self._end(self._processes[index][0])
        self._processes[index] = self._started()

    def end(self) -> None:
        """Kill all."""
        for process, _ in self._processes:
            self._end(process)

    def _started(self) -> tuple["subprocess.Popen[str]", str]:
        command = [sys.executable, "-m", "winnable.site.serve", "--port", "0", "--no-browser"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: S603
        said = process.stdout.readline() if process.stdout else ""
        place = re.search(r"http://([^/]+)/", said)
        if place is None:
            raise RuntimeError(f"A server did not start: {said}")
        return process, place[1]

    def _end(self, process: "subprocess.Popen[str]") -> None:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


class Player:
    """A guest who plays random moves, and asks again until he has an answer."""

    def __init__(self, servers: Servers, tally: Tally) -> None:
        self._servers, self._tally = servers, tally
        self._connection: http.client.HTTPConnection | None = None
        self._cookies: dict[str, str] = {}

    def play(self) -> None:
        """Play games until all are played."""
        self._ask("GET", "/")
        while (number := self._tally.next_game()) is not None:
            try:
                self._game(number)
            except Exception as error:
                self._tally.faults.append(f"game {number}: {error!r}")

    def _game(self, number: int) -> None:
        table = self._ask("POST", "/api/tables", {"game": random.choice(GAMES), "number": number}, 201)
        for _ in range(random.randint(1, MOST_STEPS)):
            form = {"after": table["seq"], "key": secrets.token_hex(8), **_step(table)}
            if form["do"] == "none":
                break
            after = table["seq"]
            table = self._ask("POST", f"/api/tables/{table['id']}/steps", form)
            if table["seq"] != after + 1:
                raise RuntimeError(f"a step after {after} led to {table['seq']}")
            with self._tally.lock:
                self._tally.steps += 1
        with self._tally.lock:
            self._tally.expected[table["id"]] = table["seq"], table["view"]

    def _ask(self, method: str, path: str, form: Any = None, wanted: int = 200) -> Any:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                status, body = self._call(method, path, form)
                break
            except (OSError, http.client.HTTPException):
                self._connection = None
                with self._tally.lock:
                    self._tally.lost_answers += 1
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)
        if status != wanted:
            raise RuntimeError(f"{method} {path} was answered with {status}: {body[:300]!r}")
        return json.loads(body) if body.startswith(b"{") else None

    def _call(self, method: str, path: str, form: Any) -> tuple[int, bytes]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self._servers.any(), timeout=120)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        headers |= {"Content-Type": "application/json", "X-CSRFToken": self._cookies.get("csrftoken", "")}
        self._connection.request(method, path, None if form is None else json.dumps(form), headers)
        response = self._connection.getresponse()
        body = response.read()
        for header in response.headers.get_all("Set-Cookie") or ():
            name, _, value = header.partition(";")[0].partition("=")
            self._cookies[name] = value
        return response.status, body


def _step(table: Any) -> dict[str, str]:
    """A random step: mostly a move, at times an undo or a restart."""
    dice = random.random()
    if table["can_undo"] and dice < 0.15:
        return {"do": "undo" if dice < 0.12 else "restart"}
    if table["moves"]:
        return {"do": "move", "move": random.choice(table["moves"])["move"]}
    return {"do": "undo" if table["can_undo"] else "none"}


def verify(tally: Tally) -> int:
    """Read and replay every table; how many there are. What is wrong goes to the faults."""
    from winnable.site.ready import set_up  # noqa: PLC0415 - reads the settings

    set_up()
    from django.db import connection  # noqa: PLC0415

    from winnable.site import store  # noqa: PLC0415
    from winnable.site.models import Table  # noqa: PLC0415
    from winnable.site.view import view_json  # noqa: PLC0415

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            said = cursor.execute("PRAGMA integrity_check").fetchone()[0]
            if said != "ok":
                tally.faults.append(f"integrity: {said}")
    found = set()
    for table in Table.objects.select_related("player").iterator(chunk_size=500):
        found.add(table.pk)
        try:
            session = store.find(table.player, table.pk).session
        except Exception as error:
            tally.faults.append(f"{table.pk} does not replay: {error!r}")
            continue
        view = json.loads(json.dumps(view_json(session.position)))
        seq, last = tally.expected.get(table.pk, (table.seq, view))
        if (table.seq, view, table.state, table.moves_made) != (seq, last, session.state, session.moves_made):
            tally.faults.append(f"{table.pk} stands at {table.seq}, and not as the answer to {seq} said")
    tally.faults += [f"{table} is gone" for table in set(tally.expected) - found]
    return len(found)


def main() -> int:
    """Read the arguments, play and kill, verify, report."""
    parser = argparse.ArgumentParser(description="Plays games while servers are killed at random.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=8, help="at the same time")
    parser.add_argument("--servers", type=int, default=2, help="processes on the one database")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two kills, at most")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="winnable-kill-") as folder:
        os.environ["WINNABLE_DATA"] = folder
        return play_and_kill(wanted)


def play_and_kill(wanted: argparse.Namespace) -> int:
    """Everything, on the data folder that the environment names."""
    tally, servers, start = Tally(wanted.games), Servers(wanted.servers), time.perf_counter()
    players = [threading.Thread(target=Player(servers, tally).play) for _ in range(wanted.players)]
    try:
        for thread in players:
            thread.start()
        while any(thread.is_alive() for thread in players):
            time.sleep(random.uniform(0.05, wanted.pause))
            servers.kill_one()
            tally.kills += 1
        seconds = time.perf_counter() - start
    finally:
        servers.end()
    tables = verify(tally)
    print(
        f"{len(tally.expected)} games, {tally.steps} steps accepted in {seconds:.0f} s, {tally.kills} kills, "
        f"{tally.lost_answers} answers lost and asked for again; {tables} tables replayed, {len(tally.faults)} faults."
    )
    for fault in tally.faults[:20]:
        print(fault)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
