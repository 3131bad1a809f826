"""Writing very many rows: what `bulk_create` does, at the speed the database has."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model


def insert(model: type[Model], rows: Iterable[Model]) -> None:
    """Store these rows, which are complete: nothing is filled in but, where no row has one, the number."""
    objects = list(rows)
    if not objects:
        return
    numbered = objects[0].pk is not None
    fields = [field for field in model._meta.concrete_fields if numbered or not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ([_plain(getattr(row, field.attname)) for field in fields] for row in objects)
    write = _copy if connection.vendor == "postgresql" else _execute
    write(f'"{model._meta.db_table}" ({columns})', values)


def go_on_numbering(*models: type[Model]) -> None:
    """Let the database number new rows after those that were stored with numbers of their own."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def _copy(into: str, rows: Iterable[list[Any]]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _execute(into: str, rows: Iterable[list[Any]]) -> None:
    batch = list(rows)
    places = ", ".join(["%s"] * len(batch[0]))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {into} VALUES ({places})", batch)  # noqa: S608  # names of our own tables


def _plain(value: Any) -> Any:
    """The value as both databases take it."""
    if isinstance(value, list | tuple | dict):
        return json.dumps(value)
    if isinstance(value, datetime) and connection.vendor == "sqlite":
        return str(value.astimezone(UTC).replace(tzinfo=None))
    return value
