"""Reads the events of a running site directly from its database."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import psycopg


@dataclass(frozen=True)
class Logged:
    """An event: its sequence, who caused it, and what it says of itself."""

    sequence: int
    author: str
    event: dict[str, Any]


class Log:
    """The games in the database at `address`. A table is named by its path on the site."""

    def __init__(self, address: str) -> None:
        self.address = address

    def of(self, table: str) -> list[Logged]:
        """Every event at this table, in order; none is left out."""
        rows = self._rows(
            "SELECT sequence, author, payload FROM games_event JOIN games_game ON games_game.id = games_event.game_id"
            f" WHERE code = '{code_of(table)}' ORDER BY sequence"
        )
        return [Logged(sequence, author, _event(payload)) for sequence, author, payload in rows]

    def version(self, table: str) -> int:
        """The newest version of the table."""
        ((version,),) = self._rows(f"SELECT version FROM games_game WHERE code = '{code_of(table)}'")
        return int(version)

    def _rows(self, ask: str) -> list[tuple[Any, ...]]:
        with closing(self._connect()) as database:
            return list(database.execute(ask))

    def _connect(self) -> Any:
        if self.address.startswith("sqlite"):
            return sqlite3.connect(self.address.removeprefix("sqlite:///"), timeout=20)
        return psycopg.connect(self.address)


def code_of(table: str) -> str:
    return table.rstrip("/").split("/")[-1]


def _event(payload: Any) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(payload) if isinstance(payload, str) else payload
    return event
