"""Statements that nearly every call needs, put together once: to put one together takes Django several times as long
as the database takes to carry it out.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Field, Model

Row = TypeVar("Row", bound=Model)


class Sql(NamedTuple):
    """What a database works out, as a part of a statement."""

    text: str
    values: tuple[Any, ...]


_cached: Any = cache  # mypy takes a model, whose library has no types, for something without a hash


def row(model: type[Row], key: Any, column: str = "") -> Row | None:
    """The row with this value in its primary key, or in another unique column; None if there is none."""
    found = values(model, key, column)
    if found is None:
        return None
    made: Row = model.from_db(connection.alias, _fields(model), found)
    return made


def values(model: type[Model], key: Any, column: str = "") -> list[Any] | None:
    """What such a row says, in the order of the model's columns: a model for it costs as much as reading it."""
    with connection.cursor() as cursor:
        cursor.execute(_select(model, column or _key(model)), [key])
        found = cursor.fetchone()
    if found is None:
        return None
    read = list(found)
    for index, convert, expression in _converters(model):
        read[index] = convert(read[index], expression, connection)
    return read


def add(model: type[Model], new: Mapping[str, Any]) -> None:
    """Store a new row. Raises IntegrityError if one of its unique values is there, or what it names is not."""
    with connection.cursor() as cursor:
        cursor.execute(_insert(model, tuple(new)), _prepared(model, new))


def change(
    model: type[Model],
    where: Mapping[str, Any],
    new: Mapping[str, Any],
    unless: Mapping[str, Any] = MappingProxyType({}),
) -> bool:
    """Give columns new values where others have these, and not those; whether there was such a row."""
    values = [*_prepared(model, new), *_prepared(model, where), *_prepared(model, unless)]
    with connection.cursor() as cursor:
        cursor.execute(_update(model, tuple(new), tuple(where), tuple(unless)), values)
        return bool(cursor.rowcount)


def work_out(
    model: type[Model], where: Mapping[str, Any], new: Mapping[str, Any], made: Mapping[str, "Sql"]
) -> dict[str, Any] | None:
    """Give columns new values where others have these, and more columns what the database works out.

    What it has worked out; None if there was no such row.
    """
    worked_out = [value for sql in made.values() for value in sql.values]
    text = _update(model, tuple(new), tuple(where), (), tuple((name, sql.text) for name, sql in made.items()))
    with connection.cursor() as cursor:
        cursor.execute(text, [*_prepared(model, new), *worked_out, *_prepared(model, where)])
        found = cursor.fetchone()
    if found is None:
        return None
    return {name: _fields(model)[name].to_python(value) for name, value in zip(made, found, strict=True)}


def counted(model: type[Model], of: Mapping[str, Any]) -> int:
    """Add one to the ``count`` of a row, which is made if it is missing; the count then. One statement, so exact.

    ``of`` are the columns that are unique together.
    """
    with connection.cursor() as cursor:
        cursor.execute(_count(model, tuple(of)), _prepared(model, of))
        return int(cursor.fetchone()[0])


def compiled(model: type[Model], expression: Any) -> Sql:
    """One of Django's expressions about a row of this model, put together."""
    query = model._default_manager.all().query
    compiler = query.get_compiler(connection=connection)
    text, values = compiler.compile(expression.resolve_expression(query))
    return Sql(text, tuple(values))


@_cached
def _select(model: type[Model], column: str) -> str:
    columns = ", ".join(map(_quoted, _fields(model)))
    return f"SELECT {columns} FROM {_quoted(model._meta.db_table)} WHERE {_quoted(column)} = %s"  # noqa: S608 # nosec B608


@_cached
def _insert(model: type[Model], new: tuple[str, ...]) -> str:
    table, columns, values = _quoted(model._meta.db_table), ", ".join(map(_quoted, new)), ", ".join(["%s"] * len(new))
    return f"INSERT INTO {table} ({columns}) VALUES ({values})"  # noqa: S608 # nosec B608


@_cached
def _update(
    model: type[Model],
    new: tuple[str, ...],
    where: tuple[str, ...],
    unless: tuple[str, ...],
    made: tuple[tuple[str, str], ...] = (),
) -> str:
    values = ", ".join(f"{_quoted(name)} = {value}" for name, value in [*((name, "%s") for name in new), *made])
    same = " AND ".join([f"{_quoted(name)} = %s" for name in where] + [f"{_quoted(name)} <> %s" for name in unless])
    answer = f" RETURNING {', '.join(_quoted(name) for name, _ in made)}" if made else ""
    return f"UPDATE {_quoted(model._meta.db_table)} SET {values} WHERE {same}{answer}"  # noqa: S608 # nosec B608


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


def _prepared(model: type[Model], values: Mapping[str, Any]) -> list[Any]:
    """Values by their columns' names, as the database takes them."""
    fields = _fields(model)
    return [fields[name].get_db_prep_save(value, connection) for name, value in values.items()]


def _key(model: type[Model]) -> str:
    return str(model._meta.pk.column)


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))
