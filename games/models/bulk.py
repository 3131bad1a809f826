"""Writing rows that are very many or written very often: what `bulk_create` does, at the speed the database has.

The rows are complete: nothing is filled in but, where they have none, their numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeAlias, TypeVar

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Field, Model

Row = TypeVar("Row", bound=Model)
Fields: TypeAlias = "tuple[Field[Any, Any], ...]"


def insert(model: type[Model], rows: Iterable[Model]) -> None:
    """Store any number of rows."""
    objects = list(rows)
    if not objects:
        return
    fields = _fields(model, objects[0].pk is not None)
    write = _copy if connection.vendor == "postgresql" else _execute
    write(_into(model, fields), (_values(row, fields) for row in objects))


def add(rows: Sequence[Row]) -> Sequence[Row]:
    """Store a few rows of one kind, at least one, that have no numbers yet; return them with those they got."""
    model = type(rows[0])
    fields = _fields(model, False)
    statement = _statement(_into(model, fields), len(fields), len(rows), f"RETURNING {_columns([model._meta.pk])}")
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for row in rows for value in _values(row, fields)])
        for row, (number,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk, row._state.adding = number, False
    return rows


def put(
    rows: Sequence[Model], *, unique: Sequence[str], replacing: Sequence[str] = (), adding: Sequence[str] = ()
) -> None:
    """Store a few rows of one kind, which have no numbers. Where there is one already with the same values in the
    columns that are `unique`, only put these values into its others, or add them to those.
    """
    if not rows:
        return
    model, quote = type(rows[0]), connection.ops.quote_name
    fields, table = _fields(model, False), quote(model._meta.db_table)
    changes = [f"{name} = excluded.{name}" for name in map(quote, replacing)]
    changes += [f"{name} = {table}.{name} + excluded.{name}" for name in map(quote, adding)]
    then = f"ON CONFLICT ({_quoted(unique)}) DO UPDATE SET {', '.join(changes)}"
    _execute(_into(model, fields), (_values(row, fields) for row in rows), then)


def go_on_numbering(*models: type[Model]) -> None:
    """Let the database number new rows after those that were stored with numbers of their own."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


@cache
def _fields(model: type[Model], numbered: bool) -> Fields:
    return tuple(field for field in model._meta.concrete_fields if numbered or not field.primary_key)


def _into(model: type[Model], fields: Fields) -> str:
    return f"{_quoted([model._meta.db_table])} ({_columns(fields)})"


def _columns(fields: Iterable[Field[Any, Any]]) -> str:
    return _quoted(str(field.column) for field in fields)


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(map(connection.ops.quote_name, names))


def _statement(into: str, columns: int, rows: int, then: str) -> str:
    """The text of an insertion: names are quoted before they come here, and every value is a parameter."""
    places = f"({', '.join(['%s'] * columns)})"
    return " ".join(["INSERT INTO", into, "VALUES", ", ".join([places] * rows), then])


def _copy(into: str, rows: Iterable[list[Any]]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _execute(into: str, rows: Iterable[list[Any]], then: str = "") -> None:
    batch = list(rows)
    with connection.cursor() as cursor:
        cursor.executemany(_statement(into, len(batch[0]), 1, then), batch)


def _values(row: Model, fields: Fields) -> list[Any]:
    """The row's values as both databases take them."""
    return [_plain(getattr(row, field.attname)) for field in fields]


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple | dict):
        return json.dumps(value)
    if isinstance(value, datetime) and connection.vendor == "sqlite":
        return str(value.astimezone(UTC).replace(tzinfo=None))
    return value
