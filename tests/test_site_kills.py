"""Servers are killed at random while many games are played (20): ``scripts/kill_games.py`` with few of them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from databases import KINDS, place

SCRIPT = Path(__file__).parents[1] / "scripts" / "kill_games.py"


@pytest.mark.parametrize("kind", KINDS)
def test_no_accepted_step_is_lost_and_every_table_replays(kind: str, tmp_path: Path) -> None:
    with place(kind, tmp_path) as environment:
        command = [sys.executable, str(SCRIPT), "--games", "60", "--players", "4", "--pause", "0.3"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    said = re.match(r"60 games, (\d+) steps .* (\d+) kills, .* 0 faults", done.stdout)
    assert said is not None, done.stdout
    assert int(said[1]) >= 60
    assert int(said[2]) >= 1
