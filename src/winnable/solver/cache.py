"""Where compiled kernels are kept between runs.

One folder in the user's cache folder for each family and each combination of its kernels' sources, Numba, Python and
processor: Numba itself does not notice when a function that a kernel calls has changed in another file (its issue
2028). Numba's cache has no locks either (its issues 4807 and 10128), so only the holder of ``locked`` compiles into it.
"""

import hashlib
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

KERNELS = Path(__file__).parent / "kernels"
_IMPORT = re.compile(r"winnable\.solver\.kernels\.(\w+)")
_IMPORT_FROM = re.compile(r"from winnable\.solver\.kernels import (.+)")
STALE_AFTER = 30 * 24 * 3600  # seconds since a folder was last used


def sources(family: str) -> list[Path]:
    """The files that a family's kernels are compiled from: its own and those they import, in a fixed order."""
    found: set[Path] = set()
    waiting = list(KERNELS.glob(f"{family}*.py"))
    while waiting:
        file = waiting.pop()
        if file not in found and file.exists():
            found.add(file)
            waiting += [KERNELS / f"{name}.py" for name in _names_of_kernels(file.read_text(encoding="utf-8"))]
    return sorted(found)


def _names_of_kernels(source: str) -> list[str]:
    """The modules of kernels that a source imports."""
    names = _IMPORT.findall(source)
    for listed in _IMPORT_FROM.findall(source):
        names += re.findall(r"\w+", listed)
    return names


def key(family: str) -> str:
    """What a family's compiled code depends on, as text for a folder's name."""
    digest = hashlib.sha256()
    for source in sources(family):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    facts = (version("numba"), version("numpy"), sys.version, platform.machine(), _processor(), str(KERNELS))
    digest.update(repr(facts).encode())
    return f"kernels-{family}-{digest.hexdigest()[:20]}"


@cache
def _processor() -> str:
    from llvmlite.binding import get_host_cpu_name  # type: ignore[import-untyped]  # noqa: PLC0415 - slow, and needed only here

    return str(get_host_cpu_name())


@cache
def folder(family: str) -> Path | None:
    """The folder for a family's kernels, ready to be written; None if there is no such place."""
    try:
        home = platformdirs.user_cache_path("winnable")
        place = home / key(family)
        place.mkdir(parents=True, exist_ok=True)
        probe = place / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(place)
    except OSError:
        return None
    remove_stale(home, place)
    return place


def remove_stale(home: Path, mine: Path) -> None:
    """Remove the folders of other kernels that nobody has used for a while."""
    for other in home.glob("kernels-*"):
        with suppress(OSError):
            if other != mine and time.time() - other.stat().st_mtime > STALE_AFTER:
                shutil.rmtree(other, ignore_errors=True)


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Wait until no other process compiles into this folder, and keep the others waiting meanwhile."""
    with (place / "lock").open("a+b") as file:
        with suppress(OSError):  # some network file systems know no locks
            _lock(file.fileno())
        yield  # closing the file gives the lock up


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        while True:
            with suppress(OSError):  # it gives up after ten seconds
                msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
                return

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)
