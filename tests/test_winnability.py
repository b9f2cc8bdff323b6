"""The measured figures: the file is whole, agrees with the solver, and the script goes on where it was."""

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from site_support import Guest
from test_german import SITE, texts_in
from winnable.games import GAMES, game, variants
from winnable.rules.engine import deal
from winnable.site import winnability
from winnable.solver import Budget, solve
from winnable.study import interval

SCRIPT = Path(__file__).parents[1] / "scripts/measure_winnability.py"
ENTRIES: dict[str, Any] = json.loads(winnability.FILE.read_text("utf-8"))["games"]
NAMES = [*GAMES, *(one.full_name for plain in GAMES.values() for one in variants(plain))]


def test_the_file_covers_every_game_and_knows_no_other() -> None:
    """A game or option that is new must be measured: run scripts/measure_winnability.py."""
    assert list(ENTRIES) == NAMES


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_agrees_with_its_verdicts(name: str) -> None:
    entry = ENTRIES[name]
    verdicts = entry["verdicts"]
    assert set(verdicts) <= set("WLU")
    assert len(verdicts) == entry["deals"] == 1000
    counts = [verdicts.count(letter) for letter in "WLU"]
    assert counts == [entry["winnable"], entry["lost"], entry["undecided"]]
    assert entry["interval"] == [round(end, 4) for end in interval(counts[0], counts[2], 1000)]
    assert (entry["careless"] is not None) == (name in GAMES)
    if name in GAMES:
        tried = entry["careless"]["deals"]
        assert entry["careless"]["won"] <= tried - verdicts[:tried].count("L")
    assert entry["nodes"] > 0
    assert re.fullmatch(r"[\d.]+\+[0-9a-f]{12}", entry["solver"])


@pytest.mark.parametrize("name", ENTRIES)
def test_the_solver_never_contradicts_the_file(name: str) -> None:
    """A proof stays a proof: what one solver wins or refutes no later one may turn round."""
    for number in (1, 2, 3, 500, 1000):
        kept = ENTRIES[name]["verdicts"][number - 1]
        verdict = solve(deal(game(name), number), Budget(nodes=3_000)).verdict.name[0]
        assert "U" in (kept, verdict) or verdict == kept, number


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", GAMES)
def test_pages_show_the_figures_of_the_file(name: str, language: str) -> None:
    entry = ENTRIES[name]
    page = unescape(Guest(language).call("GET", f"/{language}/rules/{name}/").text)
    assert f'<rect class="winnable" width="{entry["winnable"]}"' in page
    found = winnability.figures(GAMES[name])
    assert found is not None
    with override(language):
        assert winnability.counts(found) in page
        assert winnability.in_short(found) in Guest(language).call("GET", "/").text
        assert winnability.every_deal(found).startswith(("No.", "Nein.")) == (entry["lost"] > 0)
        assert (("at least" in winnability.in_short(found)) or ("mindestens" in winnability.in_short(found))) == (
            entry["undecided"] > 0
        )


def test_no_figure_is_typed_into_a_text() -> None:
    for module in ("winnability", "questions", "strategy", "relatives", "pictures"):
        for text in texts_in((SITE / f"{module}.py").read_text("utf-8")):
            assert re.findall(r"\d\d+", text.replace("95 %%", "")) == [], text


def run(out: Path, *arguments: str) -> Any:
    """Run the script on a few deals of Fortress."""
    command = [sys.executable, str(SCRIPT), "fortress", "--out", str(out), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(out.read_text("utf-8"))["games"]["fortress"], done.stdout


def test_the_script_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    whole, _ = run(out, "--deals", "8")
    assert whole["verdicts"] == ENTRIES["fortress"]["verdicts"][:8]
    again, said = run(out, "--deals", "8")
    assert (again, said) == (whole, "")
    cut = {**whole, "verdicts": whole["verdicts"][:3] + "....."}
    for key in ("interval", "careless"):
        del cut[key]
    out.write_text(json.dumps({"games": {"fortress": cut}}), "utf-8")
    assert run(out, "--deals", "8")[0] == whole


def test_more_nodes_try_only_what_is_open(tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    few, _ = run(out, "--deals", "8", "--nodes", "100")
    assert "U" in few["verdicts"]
    few["verdicts"] = few["verdicts"].replace("L", "W", 1)  # a proof, true or not, is left alone
    out.write_text(json.dumps({"games": {"fortress": few}}), "utf-8")
    more, _ = run(out, "--deals", "8")
    assert "U" not in more["verdicts"]
    assert [a for a, b in zip(more["verdicts"], few["verdicts"], strict=True) if b not in ("U", a)] == []
    assert run(out, "--deals", "8", "--afresh")[0]["verdicts"] == ENTRIES["fortress"]["verdicts"][:8]
