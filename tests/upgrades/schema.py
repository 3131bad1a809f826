"""The tables of a database as text, to compare those of two databases of the same kind."""

import re
from collections.abc import Iterator
from typing import Final

from django.db import connection

OURS: Final = ("accounts_", "games_", "site_config_", "staff_")
"""How names of tables of this project begin."""

_POSTGRESQL: Final = (
    """
    SELECT table_name, concat_ws(' ', column_name, udt_name, character_maximum_length, is_nullable, column_default,
    identity_generation) FROM information_schema.columns WHERE table_schema = 'public'
    """,
    """
    SELECT conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid <> 0 AND connamespace = 'public'::regnamespace
    """,
    "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'",
)
"""Statements that return columns, constraints and indexes, each with the name of the table."""


def schema() -> list[str]:
    """Return a line for each column, constraint and index of the project's tables."""
    lines = _in_sqlite() if connection.vendor == "sqlite" else _in_postgresql()
    return sorted(f"{table}: {_in_one_order(line)}" for table, line in lines if table.startswith(OURS))


def _in_one_order(line: str) -> str:
    """Return the line with the conditions of a partial index in one order, which says nothing."""
    beginning, where, condition = line.partition(" WHERE ")
    return beginning + where + " AND ".join(sorted(re.sub("[()]", "", condition).split(" AND ")))


def _in_postgresql() -> Iterator[tuple[str, str]]:
    with connection.cursor() as cursor:
        for statement in _POSTGRESQL:
            cursor.execute(statement)
            yield from cursor.fetchall()


def _in_sqlite() -> Iterator[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        for kind, table, statement in cursor.fetchall():
            if kind == "table":
                yield from ((table, part) for part in _parts(statement))
            else:
                yield table, statement


def _parts(statement: str) -> Iterator[str]:
    """Yield columns and constraints of a `CREATE TABLE`. A table that was altered has them in another order."""
    depth, part = 0, ""
    for letter in statement[statement.index("(") + 1 : statement.rindex(")")]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += letter
    yield part.strip()
