"""What a study keeps in its folder.

``study.json`` says what is studied; ``deals.jsonl`` has one line for each deal, added and flushed as soon as the deal
is finished, in the order in which they finish.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, TextIO, TypeVar

from winnable.notation import NotationError, json_from_text
from winnable.solver.cache import locked

_OUR_FILES = frozenset(("study.json", "study.new", "deals.jsonl", "deals.new", "lock"))


class StudyError(ValueError):
    """A folder that can't be used for a study; the message says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is studied: the game with its options, and what a deal may take."""

    game: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Deal:
    """One finished deal."""

    number: int
    verdict: str
    reason: str | None  # which limit ended an undecided search
    seconds: float
    nodes: int
    line: str | None  # to the win, where it is winnable


Kept = TypeVar("Kept", Plan, Deal)


def read_study(folder: Path) -> tuple[Plan, dict[int, Deal]]:
    """The plan and the finished deals of a folder, by deal number. Raises StudyError."""
    plan = _read_plan(folder / "study.json")
    finished = (_made(Deal, line, folder / "deals.jsonl") for line in _whole_lines(folder / "deals.jsonl"))
    return plan, {deal.number: deal for deal in finished}


def open_study(folder: Path, plan: Plan) -> dict[int, Deal]:
    """Start a study in a folder, or find the one that is there; the deals finished so far. Raises StudyError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not _OUR_FILES.issuperset(path.name for path in folder.iterdir()):
            raise StudyError(f"{folder} holds something else than a study; name a new folder.")
        with locked(folder):
            if not (folder / "study.json").exists():
                (folder / "deals.jsonl").touch()
                _write(folder / "study.json", json.dumps(asdict(plan)) + "\n")
        before, finished = read_study(folder)
        if before != plan:
            raise StudyError(
                f"{folder} has a study of {before.game} with {before.seconds:g} s a deal; "
                "go on with the same, or name another folder."
            )
    except OSError as error:
        raise StudyError(f"{folder} can't be used: {error.strerror or error}.") from None
    return finished


@contextmanager
def adding(folder: Path) -> Iterator[TextIO]:
    """The file of finished deals, open for adding, without a line cut short; one process at a time."""
    path = folder / "deals.jsonl"
    with locked(folder):
        _write(path, "".join(f"{line}\n" for line in _whole_lines(path)))
        with path.open("a", encoding="utf-8") as file:
            yield file


def add(file: TextIO, deal: Deal) -> None:
    """Add a finished deal, so that it is there whatever happens next to this process."""
    file.write(json.dumps(asdict(deal)) + "\n")
    file.flush()


def _write(path: Path, text: str) -> None:
    """Write a file in one step: it is there whole, or as before."""
    draft = path.with_suffix(".new")
    draft.write_text(text, "utf-8")
    os.replace(draft, path)


def _whole_lines(path: Path) -> list[str]:
    """The lines of a file, without a last one that was cut short when a process was killed."""
    try:
        *whole, _ = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        raise StudyError(f"{path} can't be read.") from None
    return whole


def _read_plan(path: Path) -> Plan:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise StudyError(f"{path.parent} holds no study.") from None
    return _made(Plan, text, path)


def _made(kind: type[Kept], text: str, path: Path) -> Kept:
    with suppress(NotationError):
        values = json_from_text(text)
        types = {field.name: field.type for field in fields(kind)}
        if (
            isinstance(values, dict)
            and set(values) == set(types)
            and all(_fits(values[key], types[key]) for key in types)
        ):
            return kind(**values)
    raise StudyError(f"{path} has a line that is not from a study: {text[:60]!r}.")


def _fits(value: object, wanted: Any) -> bool:
    """Whether a value of JSON is of a field's type; a number without a fraction may stand for seconds."""
    return not isinstance(value, bool) and isinstance(value, int | float if wanted is float else wanted)
