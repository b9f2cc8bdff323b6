"""Databases for tests: a file, or a new one on the PostgreSQL that WINNABLE_TEST_DATABASE_URL names.

``scripts/with-postgresql`` starts one and names it. Without it the tests on PostgreSQL are left out.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SERVER = os.environ.get("WINNABLE_TEST_DATABASE_URL", "")
ON_POSTGRESQL = pytest.mark.skipif(not SERVER, reason="WINNABLE_TEST_DATABASE_URL names no PostgreSQL")
_NOT_FOR_SERVERS = ("DATABASE_URL", "DJANGO_ALLOW_ASYNC_UNSAFE")  # of the tests themselves
KINDS = ["sqlite", pytest.param("postgresql", marks=ON_POSTGRESQL)]


def new_postgresql() -> str:
    """The address of a new, empty database."""
    name = f"test_{secrets.token_hex(6)}"
    _run(f"CREATE DATABASE {name}")
    return f"{SERVER.rpartition('/')[0]}/{name}"


def drop_postgresql(url: str) -> None:
    """Remove such a database, even if a server still uses it."""
    _run(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")


@contextmanager
def place(kind: str, folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a server process with a data folder and an empty database of its own."""
    plain = {name: value for name, value in os.environ.items() if name not in _NOT_FOR_SERVERS}
    plain["WINNABLE_DATA"] = str(folder)
    if kind == "sqlite":
        yield plain
        return
    url = new_postgresql()
    try:
        yield {**plain, "DATABASE_URL": url}
    finally:
        drop_postgresql(url)


def _run(statement: str) -> None:
    import psycopg

    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[call-overload]
