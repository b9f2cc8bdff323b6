"""Where this installation keeps its data: the user's data folder, or ``WINNABLE_DATA``."""

import os
import secrets
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """The folder of the database and the secret key, made if it is missing; only its owner may read it."""
    named = os.environ.get("WINNABLE_DATA")
    folder = Path(named) if named else platformdirs.user_data_path("winnable")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def secret_key() -> str:
    """The key that signs this installation's cookies: made once, kept in a file of mode 600."""
    path = data_folder() / "secret-key"
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(48))
    return path.read_text("ascii")


def replace_secret_key(key: str) -> None:
    """Put another key in its place, such as that of a backup."""
    path = data_folder() / "secret-key"
    _draft(path, key).replace(path)


def _write_once(path: Path, text: str) -> None:
    """Write a file that appears whole and is never replaced, even if two processes start at once."""
    draft = _draft(path, text)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        draft.replace(path)
        return
    draft.unlink()


def _draft(path: Path, text: str) -> Path:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    return draft
