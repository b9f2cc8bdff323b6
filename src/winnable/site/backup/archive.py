"""The file of a backup: a ZIP of JSON lines.

``rows/APP.MODEL.jsonl`` holds the rows of a model, a JSON object a line, by their columns; ``secret-key`` the key that
signs cookies; ``about.json`` when and from what it was made, which migrations the rows fit, how many rows there are of
each model, and the last number that each counter has given out. Files are readable by their owner only.
"""

import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from winnable.site.backup import BackupFault

FORMAT = 1
Row = dict[str, Any]


@dataclass(slots=True)
class About:
    """What a backup says of itself."""

    made: str  # ISO 8601, UTC
    database: str  # the kind that it was made from
    migrations: list[list[str]]  # app and name of each that the rows fit
    rows: dict[str, int]  # by model
    last_ids: dict[str, int]  # by model: the last number that was given out, perhaps to a row that is gone
    format: int = FORMAT


class Archive:
    """A backup that is open for reading; everything in it has been looked at once."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        if file.testzip() is not None:
            raise BackupFault("The backup is damaged.")
        about = json.loads(file.read("about.json"))
        if about.get("format") != FORMAT:
            raise BackupFault("The backup was made by a newer Winnable; update this one first.")
        self.about = About(**about)
        self.secret_key = file.read("secret-key").decode("ascii")
        for model, count in self.about.rows.items():
            if sum(1 for _ in self.rows(model)) != count:
                raise BackupFault(f"The backup is damaged: rows of {model} are missing.")

    def rows(self, model: str) -> Iterator[Row]:
        """The rows of a model."""
        with self._file.open(_member(model)) as lines:
            yield from map(json.loads, lines)


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """A backup to read. Raises BackupFault if it is none, or damaged."""
    try:
        with zipfile.ZipFile(path) as file:
            yield Archive(file)
    except FileNotFoundError:
        raise BackupFault(f"There is no file {path}.") from None
    except (zipfile.BadZipFile, KeyError, TypeError, AttributeError, ValueError, EOFError):
        raise BackupFault(f"{path} is no backup of Winnable, or is damaged.") from None


def write(path: Path, about: About, secret_key: str, rows: Iterable[tuple[str, Iterable[Row]]]) -> None:
    """Write a backup that appears whole or not at all, and count its rows. Raises BackupFault if the file is there."""
    if path.exists():
        raise BackupFault(f"{path} is there already; choose another name.")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for model, its_rows in rows:
                    about.rows[model] = _write_rows(archive, model, its_rows)
                archive.writestr("secret-key", secret_key)
                archive.writestr("about.json", json.dumps(asdict(about), indent=1))
            file.flush()
            os.fsync(file.fileno())
        with opened(draft):  # what can't be read is no backup
            pass
        draft.replace(path)
    except FileNotFoundError:
        raise BackupFault(f"There is no folder {path.parent}.") from None
    finally:
        draft.unlink(missing_ok=True)


def _write_rows(archive: zipfile.ZipFile, model: str, rows: Iterable[Row]) -> int:
    count = 0
    with archive.open(_member(model), "w", force_zip64=True) as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            count += 1
    return count


def _member(model: str) -> str:
    return f"rows/{model}.jsonl"
