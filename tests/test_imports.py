"""Who may import whom, read from the sources (the order of the design), and what must load lazily."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import winnable

SOURCES = Path(winnable.__file__).parent
LEVELS = {
    "cards": 0,
    "rules": 1,
    "games": 2,
    "notation": 3,
    "solver": 4,
    "session": 5,
    "study": 6,
    "site": 6,
    "cli": 7,
}
PURE = ("cards", "rules", "games", "notation")
FILES = sorted(SOURCES.rglob("*.py"))


def room_of(path: Path) -> str:
    """The room a source file belongs to; the package's own front, ``winnable/__init__.py``, has none."""
    return path.relative_to(SOURCES).parts[0].removesuffix(".py").removeprefix("__init__")


def imported(path: Path, tree: ast.AST) -> Iterator[str]:
    """The full names of the modules that an import anywhere in the tree reads."""
    package = ("winnable", *path.relative_to(SOURCES).parent.parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            stem = ".".join(package[: len(package) + 1 - node.level]) if node.level else ""
            module = ".".join(part for part in (stem, node.module) if part)
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def all_imports() -> list[tuple[str, str, str]]:
    """File, its room, and each module it imports."""
    found = []
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [(str(path.relative_to(SOURCES)), room_of(path), name) for name in imported(path, tree)]
    return found


IMPORTS = all_imports()


def test_every_file_lies_in_a_known_room() -> None:
    assert {room_of(path) for path in FILES} - {"", "__main__"} <= set(LEVELS)


def test_lower_rooms_never_import_upper_ones() -> None:
    for file, room, name in IMPORTS:
        parts = name.split(".")
        if room in LEVELS and parts[0] == "winnable" and len(parts) > 1 and parts[1] in LEVELS:
            other = parts[1]
            assert other == room or LEVELS[other] < LEVELS[room], f"{file} imports {name}"


def test_rules_and_notation_need_only_the_standard_library_and_pysol_cards() -> None:
    allowed = {*sys.stdlib_module_names, "winnable", "pysol_cards"}
    for file, room, name in IMPORTS:
        if room in PURE:
            assert name.split(".")[0] in allowed, f"{file} imports {name}"


def test_only_the_solver_imports_numba() -> None:
    for file, room, name in IMPORTS:
        if name.split(".")[0] in ("numba", "llvmlite"):
            assert room == "solver", f"{file} imports {name}"


def test_only_the_site_imports_django_when_loaded() -> None:
    for path in FILES:
        if room_of(path) in ("site", "cli"):
            continue
        for name in imported(path, ast.parse(path.read_text(encoding="utf-8"))):
            assert name.split(".")[0] not in ("django", "ninja"), f"{path.name} imports {name}"


@pytest.mark.parametrize(
    "module", ["winnable", "winnable.cli", "winnable.notation", "winnable.session", "winnable.solver"]
)
def test_heavy_libraries_are_loaded_lazily(module: str) -> None:
    """``winnable --help`` has to be instant: neither Numba nor Django loads with the module."""
    script = f"import {module}, sys; print([m for m in ('numba', 'llvmlite', 'django') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
