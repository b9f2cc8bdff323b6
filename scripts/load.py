"""Plays random moves against a running server and reports how long an answer takes and how many come a second.

    python scripts/load.py http://127.0.0.1:8000 --players 8 --steps 200 --seconds 30
    python scripts/load.py http://127.0.0.1:8000 --players 200 --steps 100000 --seconds 120 --pause 1 --hints 0.05

Each player is a guest with a connection of its own that is kept open. It ends after so many steps or seconds. Without
``--pause`` a player moves as soon as he has his answer, far quicker than a person. ``--hints`` is the share of hints
among what players ask for. It ends with 1 if any answer was an error.
"""

import argparse
import http.client
import json
import random
import statistics
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

GAMES = ("canfield", "czarina", "chessboard", "quadrennial", "four-seasons")


@dataclass(frozen=True)
class Manner:
    """How all players play."""

    steps: int  # at most
    pause: float  # seconds between an answer and the next step, on average
    hints: float  # share of hints among what is asked


class Player:
    """A guest who plays random legal moves, and deals anew when there are none."""

    def __init__(self, url: str, number: int) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
        self.cookies: dict[str, str] = {}
        self.random = random.Random(number)
        self.took: list[float] = []  # seconds from each step to its answer
        self.hints: list[float] = []  # seconds from each hint to its answer
        self.kinds: list[str] = []  # what kind of hint it was
        self.errors: list[str] = []

    def play(self, manner: "Manner", until: float) -> None:
        """Play until a moment of ``time.perf_counter``, or so many steps; an error ends it."""
        try:
            time.sleep(self.random.uniform(0, manner.pause))
            self._call("GET", "/")
            table = self._deal()
            while len(self.took) < manner.steps and time.perf_counter() < until:
                table = self._turn(table, manner)
        except (OSError, RuntimeError, http.client.HTTPException) as error:
            self.errors.append(repr(error))

    def _turn(self, table: Any, manner: "Manner") -> Any:
        if not table["moves"]:
            return self._deal()
        time.sleep(self.random.uniform(0.5, 1.5) * manner.pause)
        start = time.perf_counter()
        if self.random.random() < manner.hints:
            self.kinds.append(self._call("POST", f"/api/tables/{table['id']}/hint", {"after": table["seq"]})["kind"])
            self.hints.append(time.perf_counter() - start)
            return table
        move = self.random.choice(table["moves"])["move"]
        form = {"after": table["seq"], "key": f"{self.random.random()}", "do": "move", "move": move}
        table = self._call("POST", f"/api/tables/{table['id']}/steps", form)
        self.took.append(time.perf_counter() - start)
        return table

    def _deal(self) -> Any:
        form = {"game": self.random.choice(GAMES), "number": self.random.randint(1, 31999)}
        return self._call("POST", "/api/tables", form)

    def _call(self, method: str, path: str, form: dict[str, Any] | None = None) -> Any:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"Content-Type": "application/json", "X-CSRFToken": self.cookies.get("csrftoken", "")}
        self.connection.request(method, path, None if form is None else json.dumps(form), headers)
        response = self.connection.getresponse()
        body = response.read()
        for header in response.headers.get_all("Set-Cookie") or ():
            name, _, value = header.partition(";")[0].partition("=")
            self.cookies[name] = value
        if response.status >= 300:
            raise RuntimeError(f"{method} {path} was answered with {response.status}: {body[:200]!r}")
        return json.loads(body) if response.headers.get_content_type() == "application/json" else None


def main() -> int:
    """Read the arguments, play, report."""
    parser = argparse.ArgumentParser(description="Plays random moves against a running server.")
    parser.add_argument("url")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--steps", type=int, default=200, help="of each player, at most")
    parser.add_argument("--seconds", type=float, default=30.0, help="at most")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds that a player thinks, on average")
    parser.add_argument("--hints", type=float, default=0.0, help="share of hints, such as 0.05")
    wanted = parser.parse_args()
    players = [Player(wanted.url, number) for number in range(wanted.players)]
    manner, start = Manner(wanted.steps, wanted.pause, wanted.hints), time.perf_counter()
    threads = [threading.Thread(target=one.play, args=(manner, start + wanted.seconds)) for one in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return report(players, time.perf_counter() - start)


def report(players: list[Player], seconds: float) -> int:
    """Print the figures; 1 if there was an error."""
    took = [second for one in players for second in one.took]
    rate = f"{len(took)} moves in {seconds:.1f} s: {len(took) / seconds:.0f} moves/s"
    print(f"{len(players)} players, {rate}; {_said(took)}")
    kinds = [kind for one in players for kind in one.kinds]
    if kinds:
        busy = kinds.count("busy")
        hints = [second for one in players for second in one.hints]
        print(f"{len(kinds)} hints: {len(kinds) - busy} answered, {busy} busy; {_said(hints)}")
    errors = [error for one in players for error in one.errors]
    print(f"{len(errors)} errors", *errors[:10], sep="\n")
    return 1 if errors else 0


def _said(took: list[float]) -> str:
    """Seconds in order: half, nearly all, all."""
    if len(took) < 2:
        return "too few to tell"
    worst = statistics.quantiles(took, n=20, method="inclusive")[-1]
    middle, longest = statistics.median(took), max(took)
    return f"median {middle * 1000:.1f} ms, 95 % within {worst * 1000:.1f} ms, all within {longest * 1000:.0f} ms"


if __name__ == "__main__":
    sys.exit(main())
