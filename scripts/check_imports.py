"""Reads the imports of the package: a lower room never imports an upper one (docs/decisions.md).

Prints what is wrong and exits with 1; prints nothing when all is well.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "winnable"
FLOORS = (("cards",), ("rules",), ("games",), ("notation",), ("solver",), ("session",), ("study", "site"), ("cli",))
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
PLAIN_ROOMS = ("cards", "rules", "games", "notation")  # standard library and pysol-cards only
ONLY_IN = {"numba": ("solver",), "django": ("site",), "ninja": ("site",)}


def room_of(path: Path) -> str:
    """The room that a file of the package belongs to; "" for the package's own front door."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the full name of each import in a file, those inside functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def fault(room: str, name: str) -> str | None:
    """What is wrong with the import of a name in a room, or None."""
    top, _, rest = name.partition(".")
    if top == "winnable":
        other = rest.partition(".")[0]
        if other in FLOOR_OF and other != room and FLOOR_OF[other] >= FLOOR_OF[room]:
            return f"{room} must not import {other}"
    elif room in PLAIN_ROOMS and top != "pysol_cards" and top not in sys.stdlib_module_names:
        return f"{room} may import only the standard library and pysol-cards, not {top}"
    elif room not in ONLY_IN.get(top, (room,)):
        return f"only {', '.join(ONLY_IN[top])} may import {top}"
    return None


def faults() -> list[str]:
    """A sentence for each import that breaks the rule, with file and line."""
    return [
        f"{path.relative_to(PACKAGE.parent)}:{line}: {wrong}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if (room := room_of(path))
        for line, name in imported(path)
        if (wrong := fault(room, name))
    ]


if __name__ == "__main__":
    found = faults()
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
