"""A player's games and deals as files, written page by page: for pages and the API."""

import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.history.lookups import LISTS, Read
from games.history.queries import Cursor, Filter, Order
from games.history.words import Columns, record
from games.web import spreadsheets

PAGE_SIZE: Final = 250
"""How many rows are read at once. For many more, PostgreSQL would read all games and not these."""


def write(
    player: User, kind: str, form_of: str, *, reader: User | AnonymousUser, filters: Filter, order: Order
) -> AsyncIterator[bytes]:
    """Return the pieces of a file of this kind of list, as this reader may see it: as csv, json or ndjson."""
    select, _row, columns = LISTS[kind]
    read = partial(select, player, filters, order, size=PAGE_SIZE, is_own=player == reader)
    return {"csv": _as_csv, "json": _as_json, "ndjson": _as_ndjson}[form_of](read, columns)


async def _records(read: Read, columns: Columns) -> AsyncIterator[list[dict[str, object]]]:
    """Yield the whole list page by page, at least one page."""
    cursor: Cursor | None = Cursor(None)
    while cursor is not None:
        rows, cursors = await sync_to_async(read)(cursor)
        yield [record(row, columns) for row in rows]
        cursor = cursors.after


async def _as_csv(read: Read, columns: Columns) -> AsyncIterator[bytes]:
    yield spreadsheets.file([columns])
    async for records in _records(read, columns):
        yield spreadsheets.lines(fields.values() for fields in records)


async def _as_json(read: Read, columns: Columns) -> AsyncIterator[bytes]:
    prefix = "["
    async for records in _records(read, columns):
        for fields in records:
            yield f"{prefix}\n{json.dumps(fields, ensure_ascii=False)}".encode()
            prefix = ","
    yield b"[]\n" if prefix == "[" else b"\n]\n"


async def _as_ndjson(read: Read, columns: Columns) -> AsyncIterator[bytes]:
    async for records in _records(read, columns):
        yield "".join(f"{json.dumps(fields, ensure_ascii=False)}\n" for fields in records).encode()
