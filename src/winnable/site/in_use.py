"""Whether a server runs on this data folder: it holds a lock as long as it lives, however it ends."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from winnable.site.data import data_folder
from winnable.site.ready import NotReady, told

if sys.platform == "win32":

    def _lock(file: IO[bytes], alone: bool) -> None:
        """There are no locks that several can share."""

else:
    import fcntl

    def _lock(file: IO[bytes], alone: bool) -> None:
        fcntl.flock(file, (fcntl.LOCK_EX | fcntl.LOCK_NB) if alone else fcntl.LOCK_SH)


def hold() -> IO[bytes]:
    """Hold the folder, together with other servers, until the file is closed. Raises NotReady."""
    with told():
        file = (data_folder() / "in-use").open("ab")
    with suppress(OSError):  # some network file systems know no locks
        _lock(file, alone=False)
    return file


@contextmanager
def not_in_use() -> Iterator[None]:
    """Keep servers away meanwhile. Raises NotReady if one runs."""
    with (data_folder() / "in-use").open("ab") as file:
        try:
            _lock(file, alone=True)
        except BlockingIOError:
            raise NotReady("Winnable is running on this data; end it first.") from None
        except OSError:
            pass
        yield
