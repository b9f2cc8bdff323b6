"""Settings, data folder and database made ready, or one sentence that says why they can't be used."""

# ruff: noqa: PLC0415 - Django is slow to import, and reads the settings when it is

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from winnable.site.data import data_folder
from winnable.solver.cache import locked

_OUR_LOCK = int.from_bytes(b"winnable")  # PostgreSQL knows locks by number, each database its own


class NotReady(RuntimeError):
    """The data can't be used; the message is one sentence that says why."""


def set_up() -> None:
    """Let Django read the settings; its models can be imported afterwards."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winnable.site.settings")
    import django

    django.setup()


def make_ready() -> None:
    """Make data folder, key and database ready. Raises NotReady."""
    from django.db import connections

    with told():
        migrate()
    connections.close_all()  # whoever serves opens its own


def migrate() -> None:
    """Make or update the database; of several processes at once, one does it and the others wait. Raises NotReady."""
    set_up()
    from django.core.management import call_command

    from winnable.site.tidy import tidy

    with alone():
        _refuse_old_sqlite()
        refuse_newer()
        call_command("migrate", verbosity=0, interactive=False)
        _keep_private()
        tidy()


def _refuse_old_sqlite() -> None:
    """Raise NotReady if Python brings an SQLite that can't answer what a statement has changed (before 3.35)."""
    from django.db import connection

    if connection.vendor == "sqlite" and not connection.features.can_return_columns_from_insert:
        raise NotReady("Winnable needs SQLite 3.35 or later, which this Python does not have; use a newer Python.")


def _keep_private() -> None:
    """Let only the owner read SQLite's file, whoever may read its folder; the files beside it follow."""
    from django.db import connection

    if connection.vendor == "sqlite":
        with suppress(OSError):
            Path(connection.settings_dict["NAME"]).chmod(0o600)


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process changes the database's tables, and keep the others waiting meanwhile."""
    from django.db import Error, connection

    if connection.vendor != "postgresql":
        with locked(data_folder()):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_OUR_LOCK])
    try:
        yield
    finally:
        with suppress(Error), connection.cursor() as cursor:  # a connection that is gone holds no lock
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_OUR_LOCK])


def refuse_newer() -> None:
    """Raise NotReady if a newer Winnable has changed the database: this one doesn't know what it means."""
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(connection)
    unknown = [name for app, name in loader.applied_migrations if app == "winnable" and (app, name) not in loader.graph]
    if unknown:
        raise NotReady("The database was last used by a newer Winnable; update this one, or restore an older backup.")


@contextmanager
def told() -> Iterator[None]:
    """Turn what can be wrong with folder, settings and database into NotReady."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db.utils import Error as DatabaseError

    try:
        yield
    except OSError as error:
        raise NotReady(f"The data folder can't be used: {error}.") from None
    except DatabaseError as error:
        raise NotReady(f"The database can't be used: {_first_line(error)}.") from None
    except ImproperlyConfigured as error:
        if "psycopg" in str(error):
            raise NotReady(_NEEDS_EXTRA) from None
        raise NotReady(f"The settings can't be used: {_first_line(error)}") from None
    except ModuleNotFoundError as error:
        if error.name != "dj_database_url":
            raise
        raise NotReady(_NEEDS_EXTRA) from None


_NEEDS_EXTRA = "DATABASE_URL needs the extra: pip install 'winnable[postgresql]'."


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
