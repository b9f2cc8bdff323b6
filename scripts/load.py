"""Plays random moves against a running server and reports how long an answer takes and how many come a second.

    python scripts/load.py http://127.0.0.1:8000 --players 8 --steps 200 --seconds 30

Each player is a guest with a connection of its own that is kept open. It ends after so many steps or seconds.
"""

import argparse
import http.client
import json
import random
import statistics
import sys
import threading
import time
from typing import Any
from urllib.parse import urlsplit

GAMES = ("canfield", "czarina", "chessboard", "quadrennial", "four-seasons")


class Player:
    """A guest who plays random legal moves, and deals anew when there are none."""

    def __init__(self, url: str, number: int) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
        self.cookies: dict[str, str] = {}
        self.random = random.Random(number)
        self.took: list[float] = []  # seconds from each step to its answer
        self._call("GET", "/")

    def play(self, steps: int, until: float) -> None:
        """Play so many steps, or until a moment of ``time.perf_counter``."""
        table = self._deal()
        while len(self.took) < steps and time.perf_counter() < until:
            if not table["moves"]:
                table = self._deal()
                continue
            move = self.random.choice(table["moves"])["move"]
            form = {"after": table["seq"], "key": f"{self.random.random()}", "do": "move", "move": move}
            start = time.perf_counter()
            table = self._call("POST", f"/api/tables/{table['id']}/steps", form)
            self.took.append(time.perf_counter() - start)

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
    wanted = parser.parse_args()
    players = [Player(wanted.url, number) for number in range(wanted.players)]
    start = time.perf_counter()
    threads = [threading.Thread(target=one.play, args=(wanted.steps, start + wanted.seconds)) for one in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - start
    took = sorted(second * 1000 for one in players for second in one.took)
    print(
        f"{wanted.players} players, {len(took)} moves in {seconds:.1f} s: {len(took) / seconds:.0f} moves/s; "
        f"median {statistics.median(took):.1f} ms, 95 % within {took[int(len(took) * 0.95)]:.1f} ms"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
