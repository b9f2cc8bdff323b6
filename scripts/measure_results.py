"""Measures how long the pages of results take for a player with many deals, on a database of its own.

    python scripts/measure_results.py [--deals 10000]
    DATABASE_URL=postgresql://… python scripts/measure_results.py

With ``DATABASE_URL`` it needs an empty database. ``wall`` is what a player waits, the best of several tries; ``cpu``
is this process's own work, which can be compared even where the machine is busy.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from datetime import timedelta
from typing import Any

_folder = tempfile.TemporaryDirectory()
os.environ["WINNABLE_DATA"] = _folder.name
os.environ["DJANGO_SETTINGS_MODULE"] = "winnable.site.settings"

import django  # noqa: E402 - after the settings are named
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

django.setup()

from winnable.site.models import Player, Table  # noqa: E402 - once Django is set up

GAMES = ("canfield", "canfield:draw=1", "czarina", "quadrennial:refill", "chessboard")
PATHS = ("/results/", "/results/canfield/", "/results/canfield/?page=30", "/api/results", "/api/results/canfield")
LINE = "\n".join(["T3-F1", "S", "W-T2x3", "T1-T5x4"] * 30)  # as long as the line of a real game
TRIES = 7


def fill(player: Any, deals: int) -> None:
    """Store deals of a few games, won, given up and left in turn by chance."""
    luck, first = random.Random(7), timezone.now() - timedelta(hours=deals)
    rows = []
    for number in range(1, deals + 1):
        at, result = first + timedelta(hours=number), luck.choice(("won", "won", "given up", ""))
        ended = {"result": result, "finished": at, "result_line": LINE, "result_moves": luck.randint(80, 160)}
        rows.append(
            Table(
                **{"player": player, "full_name": luck.choice(GAMES), "number": str(number), "past": LINE},
                **{"begun": at, "created": at, "changed": at, "state": result or "playing", "moves_made": 120},
                **(ended if result else {}),
            )
        )
    Table.objects.bulk_create(rows, batch_size=500)


def measured(client: Any, path: str) -> str:
    """A row of the table."""
    walls, cpus = [], []
    for _ in range(TRIES):
        wall, cpu = time.perf_counter(), time.process_time()
        if client.get(path).status_code != 200:
            sys.exit(f"{path} does not answer.")
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return f"| `{path}` | {1000 * min(walls):.0f} ms | {1000 * min(cpus):.0f} ms |"


def main() -> None:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description="Measure the pages of results.")
    parser.add_argument("--deals", type=int, default=10_000)
    deals = parser.parse_args().deals
    call_command("migrate", verbosity=0)
    player = Player.objects.create()
    client = Client(headers={"host": "localhost"})
    session = client.session
    session["player"] = player.pk
    session.save()
    fill(player, deals)
    print(f"{deals} deals, {connection.vendor}\n\n| what | wall | cpu |\n|---|---|---|")
    for path in PATHS:
        print(measured(client, path))
    connection.close()


if __name__ == "__main__":
    main()
