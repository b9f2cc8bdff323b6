"""Backups: all that is stored comes back, on either database, or nothing changes and one sentence says why."""

import json
import os
import shutil
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from databases import KINDS, place
from server_processes import Caller, Server

FILL = """
from winnable.site.ready import make_ready
make_ready()
from datetime import date, datetime, timezone
from django.contrib.auth.models import Group, User
from winnable.session import start
from winnable.games import game
from winnable.site import store
from winnable.site.models import Attempt, Daily, Player, Table, Tally
user = User.objects.create_user("anna", "anna@example.org", "a long pass phrase", first_name="Ännchen, 5 ♠")
user.groups.add(Group.objects.create(name="club"))
player = Player.objects.create(user=user, settings={"autoplay": False})
table = store.create(player, start(game("canfield:draw=1"), 10**20 - 1)).table
Table.objects.filter(pk=table.pk).update(changed=datetime(2026, 3, 4, 5, 6, 7, 123456, timezone.utc))
board = Daily.objects.create(date=date(2026, 1, 2), full_name="canfield", number="7", verdict="winnable", line="S")
Attempt.objects.create(player=player, daily=board, table=table)
Player.objects.create().delete()
"""
SHOW = """
import json
from winnable.site.ready import set_up
set_up()
from django.apps import apps
from winnable.site.models import Player
rows = {}
for model in apps.get_models(include_auto_created=True):
    if not model._meta.proxy:
        fields = [field.attname for field in model._meta.concrete_fields]
        rows[model._meta.label] = sorted(map(repr, model._base_manager.values_list(*fields)))
print(json.dumps({"rows": rows, "next": Player.objects.create().pk}))
"""

Environment = dict[str, str]


@pytest.fixture
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Environment]]:
    """Where a backup is made, and where it is restored."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(place(kind, tmp_path / name)) for kind, name in zip(request.param, "ab", strict=True)
        ]


def pairs() -> list[Any]:
    """The kinds of databases from and to which a backup goes."""
    found = []
    for one in KINDS:
        for other in KINDS:
            if one == other == KINDS[1]:
                continue
            marks = [mark for kind in (one, other) for mark in getattr(kind, "marks", ())]
            names = [kind if isinstance(kind, str) else kind.values[0] for kind in (one, other)]
            found.append(pytest.param(names, marks=marks, id="-".join(map(str, names))))
    return found


def run(environment: Environment, script: str) -> str:
    """What a script prints that uses the data of a place."""
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def winnable(environment: Environment, *arguments: object) -> tuple[int, str]:
    """A command's exit code, and what it says."""
    script = "import sys; from winnable.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def told(environment: Environment, *arguments: object) -> str:
    """The one sentence with which a command refuses."""
    code, said = winnable(environment, *arguments)
    assert code == 2, said
    assert said.count("\n") == 1, said
    return said


@pytest.mark.parametrize("places", pairs(), indirect=True)
def test_everything_comes_back_on_either_database(places: list[Environment], tmp_path: Path) -> None:
    """A host may also move to the other database like this. Numbers of players who are gone are not given out again."""
    here, there = places
    file = tmp_path / "backup.zip"
    run(here, FILL)
    assert winnable(here, "backup", file)[0] == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    code, said = winnable(there, "restore", file)
    assert (code, said.endswith("restored.\n")) == (0, True), said
    before, after = (json.loads(run(environment, SHOW)) for environment in places)
    assert len(before["rows"]["winnable.Table"]) == 1
    assert before == after
    keys = [Path(environment["WINNABLE_DATA"], "secret-key") for environment in places]
    assert keys[0].read_text() == keys[1].read_text()
    assert stat.S_IMODE(keys[1].stat().st_mode) == 0o600
    assert "players already" in told(there, "restore", file)
    assert winnable(there, "restore", "--force", file)[0] == 0
    assert json.loads(run(there, SHOW)) == before
    assert not list(Path(there["WINNABLE_DATA"]).glob("restoring-*"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_of_an_older_winnable_is_brought_up_to_date(kind: str, tmp_path: Path) -> None:
    """The rows are stored in the tables that they fit; what later versions change is then done to them."""
    with place(kind, tmp_path / "data") as environment:
        run(
            environment,
            "from winnable.site.ready import set_up; set_up();"
            "from django.core.management import call_command;"
            "call_command('migrate', 'winnable', '0001', verbosity=0);"
            "from django.db import connection as c;"
            "c.cursor().execute(\"INSERT INTO winnable_player (settings, created) VALUES ('{}', '2026-01-01')\")",
        )
        assert winnable(environment, "backup", tmp_path / "old.zip")[0] == 0
        assert winnable(environment, "restore", "--force", tmp_path / "old.zip")[0] == 0
        shown = json.loads(run(environment, SHOW))
        assert len(shown["rows"]["winnable.Player"]) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_is_made_while_people_play(kind: str, tmp_path: Path) -> None:
    """Nobody waits for it, and it holds one moment: every table in it replays."""
    with place(kind, tmp_path / "data") as environment:
        server = Server(environment)
        try:
            ended, played, faults = threading.Event(), [], []
            playing = threading.Thread(target=play, args=(server, ended, played, faults))
            playing.start()
            for number in range(3):
                assert winnable(environment, "backup", tmp_path / f"{number}.zip")[0] == 0
            ended.set()
            playing.join()
            assert faults == []
            assert "is running" in told(environment, "restore", "--force", tmp_path / "2.zip")
            assert len(played) > 3
        finally:
            server.kill()
        assert winnable(environment, "restore", "--force", tmp_path / "2.zip")[0] == 0
        server = Server(environment)
        try:
            caller, path, seq = played[-1]
            status, table = caller.call(server, "GET", path)
            assert status == 200
            assert 0 <= table["seq"] <= seq
        finally:
            server.kill()


def play(server: Server, ended: threading.Event, played: list[Any], faults: list[Any]) -> None:
    """Turn the stock until the end."""
    caller = Caller()
    path = caller.deal(server)
    seq = 0
    while not ended.is_set():
        status, answer = caller.call(
            server, "POST", f"{path}/steps", {"after": seq, "key": f"k{seq}", "do": "turn" if seq % 2 == 0 else "undo"}
        )
        if status != 200:
            faults.append(answer)
            return
        seq = answer["seq"]
        played.append((caller, path, seq))


FAULTS = {
    "no zip": "damaged",
    "cut": "damaged",
    "missing row": "damaged",
    "newer": "newer Winnable",
    "newer format": "newer Winnable",
    "foreign row": "can't",
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_that_can_not_be_restored_changes_nothing(kind: str, tmp_path: Path) -> None:
    with place(kind, tmp_path / "data") as environment:
        run(environment, FILL)
        winnable(environment, "backup", tmp_path / "good.zip")
        before = run(environment, SHOW.replace("Player.objects.create().pk", "0"))
        for fault, said in FAULTS.items():
            spoil(tmp_path / "good.zip", bad := tmp_path / f"{fault}.zip", fault)
            assert said in told(environment, "restore", "--force", bad)
        assert run(environment, SHOW.replace("Player.objects.create().pk", "0")) == before


def spoil(good: Path, bad: Path, fault: str) -> None:
    """Write a backup with a fault."""
    if fault == "no zip":
        bad.write_text("not this")
    elif fault == "cut":
        bad.write_bytes(good.read_bytes()[:-100])
    else:
        with zipfile.ZipFile(good) as old, zipfile.ZipFile(bad, "w") as new:
            for name in old.namelist():
                new.writestr(name, spoiled(name, old.read(name).decode(), fault))


def spoiled(name: str, text: str, fault: str) -> str:
    """A member of the file with a fault."""
    if name == "about.json":
        about = json.loads(text)
        about["migrations"] += [["winnable", "9999_later"]] if fault == "newer" else []
        about["format"] += fault == "newer format"
        return json.dumps(about)
    if name == "rows/winnable.player.jsonl" and fault == "missing row":
        return ""
    if name == "rows/winnable.player.jsonl" and fault == "foreign row":
        return text.replace('"user_id": 1', '"user_id": 77')
    return text


def test_refusals_are_one_clear_sentence(tmp_path: Path) -> None:
    with place("sqlite", tmp_path / "data") as environment:
        assert "no data yet" in told(environment, "backup", tmp_path / "a.zip")
        assert not (tmp_path / "data" / "winnable.sqlite3").exists()
        assert "no file" in told(environment, "restore", tmp_path / "a.zip")
        run(environment, FILL)
        assert "no folder" in told(environment, "backup", tmp_path / "missing" / "a.zip")
        assert winnable(environment, "backup", tmp_path / "a.zip")[0] == 0
        assert "there already" in told(environment, "backup", tmp_path / "a.zip")
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.skipif(shutil.which("true") is None or os.name != "posix", reason="signals")
def test_a_restore_that_is_killed_leaves_what_was_there(tmp_path: Path) -> None:
    """The new database is made beside the old one, which SQLite then replaces whole."""
    with place("sqlite", tmp_path / "data") as environment:
        run(environment, FILL)
        winnable(environment, "backup", tmp_path / "a.zip")
        before = run(environment, SHOW.replace("Player.objects.create().pk", "0"))
        script = (
            "import os; from winnable.site.backup import rows;"
            "from winnable.site.ready import set_up; set_up();"
            "from winnable.site.backup import restoring;"
            "restoring.set_last_id = lambda *_: os.kill(os.getpid(), 9);"
            f"restoring.restore(__import__('pathlib').Path({str(tmp_path / 'a.zip')!r}), force=True)"
        )
        killed = subprocess.run([sys.executable, "-c", script], env=environment, check=False)
        assert killed.returncode == -9
        assert run(environment, SHOW.replace("Player.objects.create().pk", "0")) == before
        assert winnable(environment, "restore", "--force", tmp_path / "a.zip")[0] == 0
        assert not list((tmp_path / "data").glob("restoring-*"))
