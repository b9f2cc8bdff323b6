"""A backup is made while the site runs: it holds the state of one moment, and nobody waits for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from winnable.site.backup import BackupFault, archive
from winnable.site.backup.archive import About
from winnable.site.backup.rows import last_id, models_at, rows_of
from winnable.site.ready import refuse_newer


def back_up(path: Path) -> About:
    """Write everything to a file, which is read again before it gets its name. Raises BackupFault and NotReady."""
    if not database_exists():
        raise BackupFault("There is no data yet.")
    refuse_newer()
    with _one_moment():
        applied = sorted(MigrationRecorder(connection).applied_migrations())
        if not applied:
            raise BackupFault("There is no data yet.")
        models = models_at(applied)
        about = About(
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            database=connection.vendor,
            migrations=[list(name) for name in applied],
            rows={},
            last_ids={name: last_id(model) for name, model in models.items()},
        )
        archive.write(path, about, settings.SECRET_KEY, ((name, rows_of(model)) for name, model in models.items()))
    return about


def database_exists() -> bool:
    """Whether there is a database; to ask SQLite would make one."""
    return connection.vendor != "sqlite" or Path(connection.settings_dict["NAME"]).exists()


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it is at one moment, whatever is written meanwhile."""
    if connection.vendor == "sqlite":
        # Django's own transactions are for writing here, and would keep everyone waiting.
        connection.cursor().execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            connection.cursor().execute("ROLLBACK")
        return
    with transaction.atomic():
        connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
