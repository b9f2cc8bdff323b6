"""A backup is restored whole or not at all, and never beside a running site."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import DataError, IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from winnable.site.backup import BackupFault
from winnable.site.backup.archive import About, Archive, opened
from winnable.site.backup.making import database_exists
from winnable.site.backup.rows import models_at, set_last_id, store
from winnable.site.data import data_folder, replace_secret_key
from winnable.site.in_use import not_in_use
from winnable.site.ready import alone, refuse_newer

_FRESH = "restoring-"
OF_PEOPLE = ("auth.user", "winnable.player")  # all that anyone has made belongs to one of them


def restore(path: Path, force: bool = False) -> About:
    """Put a backup in the place of what is stored. Raises BackupFault and NotReady; then nothing has changed."""
    with opened(path) as archive, not_in_use(), alone():
        _refuse_unknown(archive.about)
        if not force and _has_people():
            raise BackupFault("There are players already; --force puts the backup in their place.")
        if connection.vendor == "sqlite":
            _restore_file(archive)
        else:
            _restore_tables(archive)
        replace_secret_key(archive.secret_key)
        return archive.about


def _refuse_unknown(about: About) -> None:
    known = MigrationExecutor(connection).loader.graph.nodes
    if any(tuple(name) not in known for name in about.migrations):
        raise BackupFault("The backup was made by a newer Winnable; update this one first.")


def _has_people() -> bool:
    if not database_exists():
        return False
    there = models_at(_applied())
    return any(there[name]._base_manager.exists() for name in OF_PEOPLE if name in there)


def _applied() -> list[tuple[str, str]]:
    known = MigrationExecutor(connection).loader.graph.nodes
    return [name for name in MigrationRecorder(connection).applied_migrations() if name in known]


def _restore_file(archive: Archive) -> None:
    """Fill a new file beside the database, then let SQLite copy it over, which it does whole or not at all."""
    place = connection.settings_dict["NAME"]
    for left in data_folder().glob(f"{_FRESH}*"):  # of a restore that was killed
        shutil.rmtree(left)
    with tempfile.TemporaryDirectory(dir=data_folder(), prefix=_FRESH) as folder:
        fresh = Path(folder) / "fresh.sqlite3"
        with _database_at(fresh):
            _fill(archive)
        try:
            with closing(sqlite3.connect(fresh)) as source, closing(sqlite3.connect(place, timeout=20)) as target:
                source.backup(target)
        except sqlite3.Error as error:
            raise BackupFault(f"{place} can't be replaced ({error}); move it away.") from None


@contextmanager
def _database_at(path: Path) -> Iterator[None]:
    place = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = path
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = place


def _restore_tables(archive: Archive) -> None:
    """Remove our tables and fill new ones, in one transaction: others see all of it or nothing."""
    refuse_newer()
    with transaction.atomic():
        with connection.cursor() as cursor:
            ours = {model._meta.db_table for model in models_at(_applied()).values()} | {"django_migrations"}
            for table in ours & set(connection.introspection.table_names(cursor)):
                cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
        _fill(archive)


def _fill(archive: Archive) -> None:
    """Make the tables that the backup fits, fill them, and bring them up to date."""
    wanted = [(app, name) for app, name in archive.about.migrations]
    executor = MigrationExecutor(connection)
    everything = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    plan = [(migration, False) for migration, _ in everything if (migration.app_label, migration.name) in wanted]
    executor.migrate(None, plan=plan)
    try:
        _store_rows(archive, wanted)
    except (DataError, IntegrityError, ValidationError, ValueError, TypeError, KeyError) as error:
        raise BackupFault(f"The backup holds what this database can't: {str(error).partition(chr(10))[0]}") from None
    call_command("migrate", verbosity=0, interactive=False)


def _store_rows(archive: Archive, wanted: list[tuple[str, str]]) -> None:
    models = models_at(wanted)
    with transaction.atomic() if connection.vendor == "sqlite" else nullcontext():
        for model in models.values():
            model._base_manager.all().delete()  # what migrations have put there comes with the backup
        for name in archive.about.rows:
            if store(models[name], archive.rows(name)) != archive.about.rows[name]:
                raise BackupFault(f"Rows of {name} are missing.")
            set_last_id(models[name], archive.about.last_ids.get(name, 0))
        connection.check_constraints()
