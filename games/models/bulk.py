"""Fast inserts for large or very frequent writes: like `bulk_create`, without its overhead.

Rows must be complete. Nothing is filled in except the primary keys of rows that have none.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeAlias, TypeVar

from django.db import connection
from django.db.models import Field, Model

Row = TypeVar("Row", bound=Model)
Fields: TypeAlias = "tuple[Field[Any, Any], ...]"


def insert(model: type[Model], rows: Iterable[Model]) -> None:
    """Insert any number of rows."""
    objects = list(rows)
    if not objects:
        return
    fields = _fields(model, objects[0].pk is not None)
    values = [_values(row, fields) for row in objects]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors, cursor.copy(f"COPY {_into(model, fields)} FROM STDIN") as copy:
                for row in values:
                    copy.write_row(row)
        else:
            cursor.executemany(_statement(model, fields), values)


def add(rows: Sequence[Row]) -> Sequence[Row]:
    """Insert one or more rows of one model that have no primary keys, and return them with their new keys."""
    model = type(rows[0])
    fields = _fields(model, False)
    statement = _statement(model, fields, len(rows), f"RETURNING {_columns([model._meta.pk])}")
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for row in rows for value in _values(row, fields)])
        for row, (number,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk, row._state.adding = number, False
    return rows


def upsert(
    rows: Sequence[Model], *, unique: Sequence[str], replacing: Sequence[str] = (), adding: Sequence[str] = ()
) -> None:
    """Insert or update rows of one model that have no primary keys.

    If a row with the same values in the `unique` columns exists, its `replacing` columns get the new values and the new
    values are added to its `adding` columns.
    """
    if not rows:
        return
    model, quote = type(rows[0]), connection.ops.quote_name
    fields, table = _fields(model, False), quote(model._meta.db_table)
    changes = [f"{name} = excluded.{name}" for name in map(quote, replacing)]
    changes += [f"{name} = {table}.{name} + excluded.{name}" for name in map(quote, adding)]
    then = f"ON CONFLICT ({_quoted(unique)}) DO UPDATE SET {', '.join(changes)}"
    with connection.cursor() as cursor:
        cursor.executemany(_statement(model, fields, then=then), [_values(row, fields) for row in rows])


@cache
def _fields(model: type[Model], numbered: bool) -> Fields:
    return tuple(field for field in model._meta.concrete_fields if numbered or not field.primary_key)


def _into(model: type[Model], fields: Fields) -> str:
    return f"{_quoted([model._meta.db_table])} ({_columns(fields)})"


def _columns(fields: Iterable[Field[Any, Any]]) -> str:
    return _quoted(str(field.column) for field in fields)


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(map(connection.ops.quote_name, names))


def _statement(model: type[Model], fields: Fields, rows: int = 1, then: str = "") -> str:
    """Return the INSERT statement. Names are quoted; all values are parameters."""
    places = f"({', '.join(['%s'] * len(fields))})"
    return " ".join(["INSERT INTO", _into(model, fields), "VALUES", ", ".join([places] * rows), then])


def _values(row: Model, fields: Fields) -> list[Any]:
    """Return the row's values in a form that SQLite and PostgreSQL accept."""
    return [_plain(getattr(row, field.attname)) for field in fields]


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple | dict):
        return json.dumps(value)
    if isinstance(value, datetime) and connection.vendor == "sqlite":
        return str(value.astimezone(UTC).replace(tzinfo=None))
    return value
