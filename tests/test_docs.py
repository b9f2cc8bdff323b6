"""What exists is documented: commands, options, games, environment variables, player settings, libraries."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from winnable.cli.app import app
from winnable.games import GAMES
from winnable.notation.solvitaire import CannotSay, rules_to_solvitaire

ROOT = Path(__file__).parents[1]
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def section(name: str) -> str:
    """What docs/commands.md says about a command, its heading included."""
    found = re.search(
        rf"^### `winnable {name}\b.*?(?=^##)", text("docs/commands.md") + "\n##", re.MULTILINE | re.DOTALL
    )
    assert found is not None, f"docs/commands.md has no section about winnable {name}"
    return found[0]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_command_is_documented_with_its_arguments(name: str) -> None:
    said = section(name)
    command: Any = COMMANDS[name]
    for parameter in command.params:
        if parameter.name == "help":
            continue
        words = (
            parameter.opts + parameter.secondary_opts if parameter.param_type_name == "option" else [parameter.metavar]
        )
        for word in words:
            assert word.strip("[].") in said, f"{word} of winnable {name}"
    assert command.help
    assert len(command.get_short_help_str(200)) <= 68, "the first sentence must fit in a line of the help"


def test_no_command_is_documented_that_does_not_exist() -> None:
    assert set(re.findall(r"^### `winnable ([\w-]+)", text("docs/commands.md"), re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("name", GAMES)
def test_each_game_is_documented_with_its_options(name: str) -> None:
    game = GAMES[name]
    assert f"| {game.title} | {game.card_count} |" in text("README.md")
    row = re.search(rf"^\| `{name}` \|(.*)\|$", text("docs/commands.md"), re.MULTILINE)
    assert row is not None
    for option in game.choices:
        for written in [f"{option.name}={value}" for value in option.values] or [option.name]:
            assert f"`{written}`" in row[1]
    known = {written.partition("=")[0] for written in re.findall(r"`([^`]+)`", row[1])}
    assert known == {option.name for option in game.choices}


def test_the_meaning_of_each_option_is_said() -> None:
    said = text("docs/commands.md")
    for game in GAMES.values():
        assert all(option.meaning in said for option in game.choices)


def test_what_a_host_may_set_is_documented() -> None:
    sources = "".join(path.read_text("utf-8") for path in sorted((ROOT / "src").rglob("*.py")))
    names = set(re.findall(r"environ(?:\.get\(|\.setdefault\(|\[)\s*\"(\w+)\"", sources)) - {"DJANGO_SETTINGS_MODULE"}
    assert {"WINNABLE_DATA", "DATABASE_URL"} <= names
    assert names == set(re.findall(r"^\| `(\w+)` \|", text("docs/hosting.md"), re.MULTILINE))


def test_what_a_player_can_set_is_documented() -> None:
    source = text("src/winnable/site/static/table/settings.js")
    defaults = re.search(r"const DEFAULTS = \{(.*?)\};", source, re.DOTALL)
    assert defaults is not None
    names = re.findall(r"(\w+):", defaults[1])
    assert "autoplay" in names
    said = text("docs/hosting.md").partition("## What a player can set")[2]
    assert all(f"`{name}`" in said for name in names), names


def test_each_library_has_its_reason() -> None:
    project = tomllib.loads(text("pyproject.toml"))
    extras = [name for names in project["project"].get("optional-dependencies", {}).values() for name in names]
    wanted = [*project["project"]["dependencies"], *extras, *project["dependency-groups"]["dev"]]
    said = text("docs/decisions.md")
    for name in wanted:
        plain = re.split(r"[\[<>=~! ]", name)[0]
        assert f"`{plain}`" in said, plain


def test_what_solvitaire_can_be_told_is_documented() -> None:
    said = text("docs/commands.md").partition("## Solvitaire")[2]
    can, _, can_not = said.partition("It can't say")
    for name, game in GAMES.items():
        try:
            rules_to_solvitaire(game)
        except CannotSay:
            assert f"`{name}`" in can_not
        else:
            assert f"`{name}`" in can


@pytest.mark.parametrize(
    "path", sorted([*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")]), ids=lambda path: path.name
)
def test_links_lead_somewhere(path: Path) -> None:
    said = path.read_text("utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", said):
        file, _, anchor = target.partition("#")
        if "://" in target:
            continue
        place = (path.parent / file) if file else path
        assert place.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", place.read_text("utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}, target


@pytest.mark.parametrize(
    "name", ["scripts/setup", "scripts/serve", "scripts/test", "scripts/check", "scripts/with-postgresql", ".ci/run"]
)
def test_the_scripts_can_be_run_as_documented(name: str) -> None:
    """Guards against a script that lost its mode or is not plain sh: the first command that a newcomer types."""
    assert os.access(ROOT / name, os.X_OK)
    assert subprocess.run(["sh", "-n", str(ROOT / name)], check=False).returncode == 0
    assert f"`{name}`" in text("README.md")


def python_blocks(name: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", text(name), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["README.md", "docs/add-a-game.md"])
def test_examples_in_python_run(name: str) -> None:
    blocks = python_blocks(name)
    assert blocks
    for block in blocks:
        done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_example_of_a_new_game_can_be_played() -> None:
    """The definition in docs/add-a-game.md deals all its cards and has moves."""
    from winnable.rules.engine import deal, legal_moves

    room: dict[str, Any] = {}
    exec(python_blocks("docs/add-a-game.md")[0], room)  # noqa: S102 - our own page
    position = deal(room["STOREHOUSE"], 1)
    assert len(position.tableau) == 5
    assert legal_moves(position)


def test_the_site_says_where_each_of_its_modules_belongs() -> None:
    """Else nobody finds one among fifty."""
    from winnable import site

    assert site.__doc__ is not None
    folder = ROOT / "src/winnable/site"
    rooms = {path.parent.name for path in folder.glob("*/urls.py")} | {"backup"}
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    named = set(re.findall(r"``(\w+)``", site.__doc__))
    assert named - {"static", "templates", "locale"} == rooms | modules
