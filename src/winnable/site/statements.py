"""Statements that nearly every call needs, put together once: to put one together takes Django several times as long
as the database takes to carry it out.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Field, Model

Row = TypeVar("Row", bound=Model)
_cached: Any = cache  # mypy takes a model, whose library has no types, for something without a hash


def row(model: type[Row], key: Any, column: str = "") -> Row | None:
    """The row with this value in its primary key, or in another unique column; None if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_select(model, column or _key(model)), [key])
        found = cursor.fetchone()
    if found is None:
        return None
    values = list(found)
    for index, convert, expression in _converters(model):
        values[index] = convert(values[index], expression, connection)
    made: Row = model.from_db(connection.alias, _fields(model), values)
    return made


def change(model: type[Model], where: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Give columns new values where others have these; whether there was such a row."""
    fields = _fields(model)
    values = [fields[name].get_db_prep_save(value, connection) for name, value in [*new.items(), *where.items()]]
    with connection.cursor() as cursor:
        cursor.execute(_update(model, tuple(new), tuple(where)), values)
        return bool(cursor.rowcount)


def counted(model: type[Model], of: Mapping[str, Any]) -> int:
    """Add one to the ``count`` of a row, which is made if it is missing; the count then. One statement, so exact.

    ``of`` are the columns that are unique together.
    """
    fields = _fields(model)
    values = [fields[name].get_db_prep_save(value, connection) for name, value in of.items()]
    with connection.cursor() as cursor:
        cursor.execute(_count(model, tuple(of)), values)
        return int(cursor.fetchone()[0])


@_cached
def _select(model: type[Model], column: str) -> str:
    columns = ", ".join(map(_quoted, _fields(model)))
    return f"SELECT {columns} FROM {_quoted(model._meta.db_table)} WHERE {_quoted(column)} = %s"  # noqa: S608 # nosec B608


@_cached
def _update(model: type[Model], new: tuple[str, ...], where: tuple[str, ...]) -> str:
    values = ", ".join(f"{_quoted(name)} = %s" for name in new)
    same = " AND ".join(f"{_quoted(name)} = %s" for name in where)
    return f"UPDATE {_quoted(model._meta.db_table)} SET {values} WHERE {same}"  # noqa: S608 # nosec B608


@_cached
def _count(model: type[Model], of: tuple[str, ...]) -> str:
    table, count, columns = _quoted(model._meta.db_table), _quoted("count"), ", ".join(map(_quoted, of))
    values = ", ".join(["%s"] * len(of))
    first = f"INSERT INTO {table} ({columns}, {count}) VALUES ({values}, 1)"  # noqa: S608  # nosec B608
    more = f"ON CONFLICT ({columns}) DO UPDATE SET {count} = {table}.{count} + 1"  # nosec B608
    return f"{first} {more} RETURNING {count}"


@_cached
def _fields(model: type[Model]) -> dict[str, "Field[Any, Any]"]:
    """Fields by the names of their columns."""
    return {field.column: field for field in model._meta.concrete_fields}


@_cached
def _converters(model: type[Model]) -> list[tuple[int, Callable[..., Any], Any]]:
    """What makes Python's values of a database's: for some columns, by their place."""
    columns = [field.cached_col for field in _fields(model).values()]
    return [
        (index, convert, column)
        for index, column in enumerate(columns)
        for convert in connection.ops.get_db_converters(column) + column.get_db_converters(connection)
    ]


def _key(model: type[Model]) -> str:
    return str(model._meta.pk.column)


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))
