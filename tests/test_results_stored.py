"""What is stored at the first result of a table, and what marks it as helped. Numbers are those of behaviours.md."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import databases
from at_once import at_once, tab_of
from site_support import Guest
from suites import SUITES
from winnable.games import game
from winnable.notation import line_from_text
from winnable.rules.engine import in_order, play
from winnable.session import move, save, start
from winnable.site import advice, store
from winnable.site.models import Table
from winnable.site.searches import Busy
from winnable.solver import Hint, Solution, Verdict


def golden(name: str = "fortress") -> tuple[int, list[str]]:
    """A deal number and a line that wins it."""
    rows = (SUITES / "playthroughs" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    said = dict(row.split(" ", 1) for row in rows if row.startswith(("deal ", "line ")))
    return int(said["deal"]), said["line"].split()


def row(table: Any) -> Table:
    """A table as it is stored."""
    return Table.objects.get(pk=table["id"])


def result_of(table: Any) -> tuple[Any, ...]:
    """All that is stored of a result."""
    kept = row(table)
    return (
        *(kept.result, kept.finished, kept.result_line, kept.result_moves),
        *(kept.result_undos, kept.result_hints, kept.result_seconds),
    )


def win(guest: Guest, name: str = "fortress", **form: Any) -> Any:
    """A table that is won by its golden line, auto complete playing the rest."""
    number, line = golden(name)
    table = guest.deal(name, number, **form)
    for one in line:
        if table["state"] == "won":
            break
        table = guest.play(table, one)
    assert table["state"] == "won"
    return table


def test_the_first_result_stands() -> None:
    """71, 36: won, undone, won again, given up: all that is stored is the first win."""
    guest = Guest()
    table = guest.play(guest.deal("fortress", golden()[0]), golden()[1][0])
    table = guest.step(guest.step(table, "undo").json, "redo").json
    for one in golden()[1][1:]:
        if table["state"] != "won":
            table = guest.play(table, one)
    first = result_of(table)
    stored = row(table)
    assert first == ("won", stored.changed, stored.past, table["moves_made"], 1, 0, None)
    for do in ("undo", "redo", "undo", "restart", "redo", "give up"):
        table = guest.step(table, do).json
        assert result_of(table) == first
    assert table["state"] == "given up"
    assert row(table).undos == 4


def test_the_line_of_a_result_wins() -> None:
    """35: auto complete's moves are part of it."""
    table = win(Guest())
    session = start(game("fortress"), table["number"])
    for step in row(table).result_line.split("\n"):
        for one in line_from_text(step):
            session = move(session, one, auto_complete=False).session
    assert session.state == "won"


def test_given_up_is_a_result_that_a_later_win_does_not_change() -> None:
    guest = Guest()
    table = guest.step(guest.play(guest.deal(), "S"), "give up").json
    first = result_of(table)
    assert first[0] == "given up"
    assert first[2:5] == ("S", 1, 0)
    assert result_of(guest.play(guest.step(table, "undo").json, "S")) == first


def test_an_untouched_deal_has_no_result_even_if_given_up() -> None:
    """37"""
    guest = Guest()
    table = guest.step(guest.deal(), "give up").json
    assert table["state"] == "given up"
    assert result_of(table)[:2] == ("", None)
    assert row(table).begun is None
    table = guest.play(guest.step(table, "restart").json, "S")
    assert row(table).begun == row(table).changed
    assert result_of(guest.step(table, "give up").json)[0] == "given up"


def test_a_restart_counts_as_an_undo() -> None:
    guest = Guest()
    table = guest.step(guest.play(guest.deal(), "S", "S"), "restart").json
    assert result_of(guest.step(guest.play(table, "S"), "give up").json)[4] == 1


def test_a_game_from_a_save_counts_nowhere() -> None:
    """Someone else's game, one move before its end, is no win of whoever opens it."""
    number, line = golden()
    session = start(game("fortress"), number)
    for one in line_from_text(" ".join(line)):
        if in_order(play(session.position, one)[0]):
            break
        session = move(session, one).session
    guest = Guest()
    table = guest.call("POST", "/api/saves", save(session)).json
    assert row(table).uncounted == "save"
    assert row(table).begun is not None
    assert row(guest.play(table, str(one))).uncounted == "save"


def test_a_save_of_a_finished_game_brings_no_result() -> None:
    given_up = save(start(game("canfield"), 17)) | {"past": ["S"], "given_up": True}
    guest = Guest()
    for document in (given_up, guest.stored(win(guest))):
        opened = guest.call("POST", "/api/saves", document).json
        assert opened["state"] in ("won", "given up")
        assert result_of(opened)[:2] == ("", None)


def test_a_deal_asked_for_again_is_practice() -> None:
    """Whoever knows the cards can't win them a second time; an untouched deal is not known."""
    guest = Guest()
    table = guest.deal("canfield", 17)
    assert row(guest.deal("canfield", 17)).uncounted == ""
    guest.play(table, "S")
    assert row(guest.deal("canfield", 17)).uncounted == "again"
    assert row(guest.deal("canfield:draw=1", 17)).uncounted == ""
    assert row(guest.deal("canfield", 18)).uncounted == ""
    assert row(Guest().deal("canfield", 17)).uncounted == ""
    Table.objects.filter(pk=table["id"]).update(uncounted="wiped")
    assert row(guest.deal("canfield", 17)).uncounted == ""


def test_a_deal_whose_solution_was_told_is_practice_when_dealt_again() -> None:
    guest = Guest()
    table = guest.deal("canfield", 17)
    Table.objects.filter(pk=table["id"]).update(helped=True)
    assert row(guest.deal("canfield", 17)).uncounted == "again"


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver whose kernels are compiled."""
    monkeypatch.setattr("winnable.site.warming.is_ready", lambda: True)


@pytest.mark.usefixtures("ready")
def test_the_lamp_helps_only_once_it_tells_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest()
    table = guest.deal()

    def busy(*_: Any) -> Verdict:
        raise Busy

    monkeypatch.setattr(advice, "_verdict", busy)
    ask = f"/api/tables/{table['id']}/verdict?after=0"
    assert guest.call("GET", ask).json == {"verdict": "busy"}
    assert not row(table).helped
    monkeypatch.setattr(advice, "_verdict", lambda *_: Verdict.WINNABLE)
    assert guest.call("GET", ask).json == {"verdict": "winnable"}
    assert row(table).helped


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("hint", "helped", "hints"),
    [(Hint("lost", None), True, 0), (Hint("unknown", None), False, 0), (Hint("unknown", (), ()), False, 1)],
    ids=["no win from here", "nothing", "a move"],
)
def test_a_hint_that_says_there_is_no_win_helps(
    monkeypatch: pytest.MonkeyPatch, hint: Hint, helped: bool, hints: int
) -> None:
    """27: it is not counted as a hint, but it is a verdict."""
    guest = Guest()
    table = guest.deal()
    monkeypatch.setattr(advice, "_verdict", lambda *_: Verdict.UNDECIDED)
    monkeypatch.setattr(advice, "_hint", lambda *_: hint)
    guest.call("POST", f"/api/tables/{table['id']}/hint", {"after": 0})
    assert (row(table).helped, row(table).hints) == (helped, hints)


@pytest.mark.usefixtures("ready")
def test_a_solution_helps_unless_there_was_a_result_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        advice, "solve", lambda position, *_: Solution(Verdict.UNDECIDED, (), 1, 0.0, "seconds", position)
    )
    guest = Guest()
    number, line = golden()
    fresh, won = guest.deal("fortress", number), win(guest)
    given_up = guest.step(guest.play(guest.deal("fortress", number), line[0]), "give up").json
    for table in (fresh, won, given_up):
        for _ in range(30):
            if guest.call("POST", f"/api/tables/{table['id']}/solution", {"from": "deal"}).json["verdict"] != "busy":
                break
    assert [row(table).helped for table in (fresh, won, given_up)] == [True, False, False]


def test_a_verdict_told_while_the_winning_move_is_stored_changes_nothing() -> None:
    """The table that advice was given for is older than the result."""
    guest = Guest()
    table = guest.play(guest.deal(), "S")
    older = store.find(row(table).player, table["id"])
    guest.step(table, "give up")
    store.mark_helped(older)
    assert not row(table).helped


OLD_ROWS = """
import django, json
django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", "winnable", "0001", verbosity=0)
def insert(id, **values):
    row = dict(id=id, player_id=1, full_name="canfield", number="17", seq=3, past="", future="", undos=0, hints=0,
               given_up=False, state="playing", moves_made=0, result="", last_key="k", last_events="[]",
               created="2026-01-01 10:00:00", changed="2026-01-02 10:00:00") | values
    with connection.cursor() as cursor:
        names, places = ",".join(row), ",".join(["%s"] * len(row))
        cursor.execute(f"INSERT INTO winnable_table ({names}) VALUES ({places})", list(row.values()))
with connection.cursor() as cursor:
    cursor.execute("INSERT INTO winnable_player (id, settings, created) VALUES (1, '{}', '2026-01-01 10:00:00')")
insert("untouched")
insert("playing", past="S", moves_made=1)
insert("given-up", past="S", moves_made=1, given_up=True, state="given up", result="given up", undos=2, hints=1)
insert("won-undone", past="S", future="S", moves_made=1, result="won", undos=1)
insert("put-aside", given_up=True, state="given up", result="given up")
call_command("migrate", verbosity=0)
from winnable.site.models import Table
names = ["result", "result_line", "result_moves", "result_undos", "result_hints", "helped", "uncounted"]
said = {}
for table in Table.objects.all():
    said[table.pk] = [getattr(table, name) for name in names]
    said[table.pk] += [str(table.begun or ""), str(table.finished or "")]
print(json.dumps(said))
"""


@pytest.mark.parametrize("kind", databases.KINDS)
def test_tables_of_older_versions_are_brought_up_to_date(kind: str, tmp_path: Path) -> None:
    """Rows as version 0001 wrote them: what can't be known is said as such, and none becomes a clean win."""
    with databases.place(kind, tmp_path) as environment:
        done = subprocess.run(
            [sys.executable, "-c", OLD_ROWS], env=environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    created, changed = "2026-01-01 10:00:00+00:00", "2026-01-02 10:00:00+00:00"
    assert json.loads(done.stdout) == {
        "untouched": ["", "", None, 0, 0, False, "", "", ""],
        "playing": ["", "", None, 0, 0, True, "", created, ""],
        "given-up": ["given up", "S", 1, 2, 1, True, "", created, changed],
        "won-undone": ["won", "", None, 1, 0, True, "", created, changed],
        "put-aside": ["", "", None, 0, 0, False, "", "", ""],
    }


def test_a_deal_dealt_twice_before_it_is_touched_counts_once() -> None:
    """Guards against looking for other tables of the deal only when a table is dealt."""
    guest = Guest()
    first, second = guest.deal(number=777), guest.deal(number=777)
    assert row(first).uncounted == row(second).uncounted == ""
    guest.play(first, "S")
    guest.play(second, "S")
    assert (row(first).uncounted, row(second).uncounted) == ("", "again")


def test_of_two_first_steps_at_once_one_counts() -> None:
    """At two tables of one deal, in two tabs: each looked for the other before either was stored."""
    guest = Guest()
    for number in range(700, 712):
        tables = guest.deal(number=number), guest.deal(number=number)
        tabs = tab_of(guest), tab_of(guest)
        answers = at_once(*(partial(tab.step, table, "turn") for tab, table in zip(tabs, tables, strict=True)))
        assert [answer.status for answer in answers] == [200, 200]
        assert sorted(answer.json["uncounted"] or "" for answer in answers) == ["", "again"]
        assert sorted(row(table).uncounted for table in tables) == ["", "again"]


def test_a_line_watched_at_another_table_of_the_deal_makes_no_clean_win() -> None:
    guest = Guest()
    number, line = golden()
    watched, played = guest.deal("fortress", number=number), guest.deal("fortress", number=number)
    played = guest.play(played, line[0])
    Table.objects.filter(pk=watched["id"]).update(helped=True)
    for text in line[1:]:
        if played["state"] == "won":
            break
        played = guest.play(played, text)
    assert (row(played).result, row(played).helped) == ("won", True)
