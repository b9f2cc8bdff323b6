"""The rows of every model as JSON, and back: by the models as they were at given migrations, not as they are now."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import connection, models
from django.db.migrations.loader import MigrationLoader

from winnable.site.backup.archive import Row

Model = type[models.Model]
_AT_ONCE = 2000  # rows


def models_at(migrations: Iterable[tuple[str, str]]) -> dict[str, Model]:
    """The models that have a table once these migrations are applied, by name; those between two models too."""
    apps = MigrationLoader(connection).project_state(list(migrations)).apps
    found = apps.get_models(include_auto_created=True)
    return {model._meta.label_lower: model for model in found if model._meta.managed and not model._meta.proxy}


def rows_of(model: Model) -> Iterator[Row]:
    """All rows of a model by their columns, as JSON can say them."""
    fields = model._meta.local_concrete_fields
    for thing in model._base_manager.order_by("pk").iterator(chunk_size=_AT_ONCE):
        yield {field.attname: _plain(field, thing) for field in fields}


def store(model: Model, rows: Iterable[Row]) -> int:
    """Store rows as they are, and answer how many. Raises what Django raises for a value that doesn't fit."""
    fields = {field.attname: field for field in model._meta.local_concrete_fields}
    count = 0
    for row in rows:
        thing = model(**{name: fields[name].to_python(value) for name, value in row.items()})
        thing.save_base(raw=True, force_insert=True)
        count += 1
    return count


def last_id(model: Model) -> int:
    """The last number that a model's counter has given out; 0 if there is no counter, or none was."""
    if not _counts(model):
        return 0
    table, column = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            row = cursor.fetchone()
            return int(row[0]) if row else 0
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [connection.ops.quote_name(table), column])
        cursor.execute(f"SELECT last_value, is_called FROM {cursor.fetchone()[0]}")  # nosec B608  # noqa: S608 - its name
        value, is_called = cursor.fetchone()
        return int(value) if is_called else 0


def set_last_id(model: Model, last: int) -> None:
    """Let the counter go on after a number: one that a row had that is gone is never given out again."""
    if not last or not _counts(model):
        return
    table, column = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
        else:
            name = connection.ops.quote_name(table)
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [name, column, last])


def _counts(model: Model) -> bool:
    return isinstance(model._meta.pk, models.AutoField | models.BigAutoField | models.SmallAutoField)


def _plain(field: Any, thing: models.Model) -> Any:
    value = field.value_from_object(thing)
    return value if value is None or isinstance(value, str | int | float) else field.value_to_string(thing)
