"""Streams: what is new for a program, one message after another while it listens, in one of two formats."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import Context, copy_context
from http import HTTPStatus
from math import ceil
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.api_tokens import services as api_tokens
from accounts.base.db_threads import twice_if_cut
from accounts.base.outages import OUTAGE
from accounts.base.refusals import Refusal
from games.models import Game
from games.operations.auth import token_of
from games.play.spectators import NotForSpectators
from games.pubsub import groups, membership
from games.web.shortcuts import signed_in

LONGEST: Final = 300.0
"""Seconds after which a stream ends: the program opens another. So one whose program has gone away ends too."""

STILL_THERE: Final = 8.0
"""Seconds without a change after which a sign of life is sent, so that proxies keep the connection, and after which the
player is noted to be at the table again, before the others could call a bot.
"""

MOST: Final = 10
"""How many streams a player may have open in a process."""

Read: TypeAlias = Callable[[], Sequence[dict[str, Any]] | None]
"""Returns what is new since it was called last; None if nothing will be new any more."""

_open: Counter[int] = Counter()


class Format(NamedTuple):
    """How messages are written: what stands around the JSON of one, and what is sent while there is none."""

    content_type: str
    before: bytes
    after: bytes
    still_there: bytes


NDJSON: Final = Format("application/x-ndjson", b"", b"\n", b"\n")
EVENT_STREAM: Final = Format("text/event-stream", b"data: ", b"\n\n", b":\n\n")
"""Lines of JSON, and server-sent events, as browsers read them."""


class TooManyStreams(Refusal):
    """The player has as many streams open as a process allows. One whose program has gone ends by `retry_after`."""

    message = _("You have ten streams open. Close one first.")
    status = HTTPStatus.TOO_MANY_REQUESTS
    retry_after = ceil(STILL_THERE)


class _Listener:
    """Waits for messages of a group, as sockets do."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop = asyncio.get_running_loop()
        self.context: Context = copy_context()
        self.changed = asyncio.Event()

    def on_message(self, _message: groups.Message) -> None:
        self.changed.set()

    def rejoin(self) -> None:
        self.changed.set()


def check_may_open(player: int) -> None:
    """Raise TooManyStreams if the player with this primary key has too many streams open in this process."""
    if _open[player] >= MOST:
        raise TooManyStreams


def stream(request: HttpRequest, group: str, read: Read) -> StreamingHttpResponse:
    """Answer with what `read` returns, and again whenever this group is sent something, as the header Accept asks.

    The stream ends when `read` says so, the token of the request works no more, or the player may not see any more what
    `read` returns.
    Raises TooManyStreams for a player who has as many; of those asked for at the same moment, those beyond the limit
    are empty.
    """
    player, token = signed_in(request).pk, token_of(request)
    check_may_open(player)
    wanted = request.get_preferred_type([NDJSON.content_type, EVENT_STREAM.content_type])
    written = EVENT_STREAM if wanted == EVENT_STREAM.content_type else NDJSON

    def read_if_allowed() -> Sequence[dict[str, Any]] | None:
        with suppress(NotForSpectators, Game.DoesNotExist, *OUTAGE):
            return read() if api_tokens.valid(token) else None
        return None

    lines = _counted(player, group, read_if_allowed, written)
    return StreamingHttpResponse(lines, content_type=written.content_type, headers={"X-Accel-Buffering": "no"})


def _without_connection_after(read: Read) -> Read:
    """Read, and give the connection back to the pool, as the end of a request does.

    The next read may be seconds away, and meanwhile the thread would keep from others what it does not use.
    """

    def read_once() -> Sequence[dict[str, Any]] | None:
        try:
            return twice_if_cut(read)()
        finally:
            close_old_connections()

    return read_once


async def _counted(player: int, group: str, read: Read, written: Format) -> AsyncIterator[bytes]:
    if _open[player] >= MOST:
        return
    _open[player] += 1
    try:
        async with _listening(group) as listener:
            async for part in _parts(listener, sync_to_async(_without_connection_after(read)), written):
                yield part
    finally:
        _open[player] -= 1
        if not _open[player]:
            del _open[player]


async def _parts(listener: _Listener, read: Callable[[], Any], written: Format) -> AsyncIterator[bytes]:
    ends = monotonic() + LONGEST
    while monotonic() < ends:
        listener.changed.clear()
        messages = await read()
        if messages is None:
            return
        yield b"".join(written.before + json.dumps(one).encode() + written.after for one in messages) or (
            written.still_there
        )
        with suppress(TimeoutError):
            async with asyncio.timeout(STILL_THERE):
                await listener.changed.wait()


@asynccontextmanager
async def _listening(group: str) -> AsyncIterator[_Listener]:
    """Receive what is sent to this group, from other processes too."""
    listener, is_shared = _Listener(), groups.reaches_other_processes()
    groups.join(group, listener)
    try:
        if is_shared:
            await membership.of_this_loop().join([group])
        yield listener
    finally:
        groups.leave(group, listener)
        if is_shared:
            await membership.of_this_loop().leave([group])
