"""One browser at one table: what it shows, what its player does, and that somebody is there."""

from __future__ import annotations

import asyncio
import json
from time import monotonic
from typing import Any, Final

from games.components import frames
from games.components.parts import Parts
from games.engine import Player
from games.forms import actions
from games.forms.actions import NotUnderstood
from games.models import Game
from games.play import (
    bot_timing,
    cache,
    clocks,
    db_threads,
    presence,
    proposals,
)
from games.play import (
    queries as table_queries,
)
from games.play.queries import NotForSpectators, TableNow
from games.play.snapshot import Stage
from games.play.turns import Turn
from games.presenters import error_messages
from games.pubsub import groups
from games.sockets.batching import Batch
from games.sockets.consumers import (
    NO_SUCH_TABLE,
    OUTDATED,
    SIGNED_OUT,
    LiveConsumer,
    SignedOut,
)
from games.sockets.heartbeat import RollCall
from games.sockets.latency import RoundTrips
from games.sockets.outbox import Outbox
from games.sockets.readings import Readings

LONGEST_MOVE: Final = 1000
"""Characters in the longest message a browser has reason to send."""

SIGN_OF_LIFE: Final = "{}"
"""What a browser is sent when there is nothing to say."""

SESSION_CHECKED_EVERY: Final = 30
"""Seconds after which an open socket's session is looked up again, should nobody have announced that it ended."""


class PageOutdated(Exception):
    """The host has switched on the talk, which only a page that is loaded anew has."""


class _Shared:
    """What the browsers of one event loop have in common."""

    def __init__(self) -> None:
        self.batch = Batch()
        self.outbox = Outbox()
        self.roll_call = RollCall()


_shared_on: dict[asyncio.AbstractEventLoop, _Shared] = {}


def _shared() -> _Shared:
    loop = asyncio.get_running_loop()
    if loop not in _shared_on:
        _shared_on[loop] = _Shared()
    return _shared_on[loop]


def _read(code: str) -> TableNow:
    """How the table stands in the database, which is also remembered."""
    now = table_queries.table_now(table_queries.game_by_code(code))
    cache.show(now)
    return now


_readings = Readings(db_threads.in_thread(_read))


def _turn_in(text: str, code: str, player: Player) -> Turn:
    """The turn a message asks for. Raises NotUnderstood."""
    if len(text) > LONGEST_MOVE:
        raise NotUnderstood
    try:
        message = json.loads(text)
        read, fields = actions.READERS[message["move"]], actions.fields_in(message["form"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NotUnderstood from None
    return Turn(code, read(player, fields), actions.version(fields))


class TableConsumer(LiveConsumer):
    """One browser at one table: the parts the page was made of, sent when they change, and moves by the same socket."""

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.viewer: int | None = None
        self.was_sent_away = False
        self.version = -1
        self.stage: Stage | None = None
        self.began = False  # while players gather, a visitor may become one of them
        self.has_talk: bool | None = None  # whether the page was loaded with it
        self.parts: Parts | None = None
        self.patience = 0
        self.attendance: presence.Attendance = (frozenset(), frozenset())
        self.check_due = 0.0
        self.has_clock = False
        self.signed_in: bool = self.scope["user"].is_authenticated
        self.outbox = _shared().outbox
        self.round_trips = RoundTrips()
        await super().connect()

    def groups_heard(self) -> list[str]:
        session_key = self.scope["session"].session_key
        return [groups.group_of(self.code), *([groups.session_group(session_key)] if session_key else [])]

    table_changed = LiveConsumer.heard_from_elsewhere
    session_changed = LiveConsumer.heard_from_elsewhere

    def hear(self, message: dict[str, Any]) -> None:
        """A newer version exists. Of several announcements waiting, the first already sends the latest table."""
        version = message.get("version")
        if version is not None and version <= self.version:
            return
        if version is None or not self.began:
            self.start(self.renew())
        elif (now := cache.now(self.code, version)) is not None:
            self._catch_up(now)
        else:
            self.start(self._read_and_catch_up(version))

    async def _read_and_catch_up(self, version: int) -> None:
        """Show this version or a later one; browsers of one table that wait for it share what has to be read."""
        self._catch_up(await _readings.at_least(version, self.code))

    def _catch_up(self, now: TableNow) -> None:
        try:
            self.show(now)
        except NotForSpectators:
            self.start(self.close(NO_SUCH_TABLE))

    async def renew(self, notice: str = "") -> None:
        """Send the table as the database has it, with a sentence for this player alone if there is one to say."""
        try:
            now = await db_threads.in_thread(self._look)()
            self.show(now, notice or (error_messages.seat_freed() if self.was_sent_away else ""))
        except SignedOut:
            await self.close(SIGNED_OUT)
        except PageOutdated:
            await self.close(OUTDATED)
        except (Game.DoesNotExist, NotForSpectators):
            await self.close(NO_SUCH_TABLE)
        else:
            _shared().roll_call.join(self)

    def show(self, now: TableNow, notice: str = "") -> None:
        """Send what has changed since the last frame, or the whole table with a sentence for this player alone."""
        if now.version < self.version:
            return
        before, self.stage = self.stage, now.shown.stage
        has_ended = before is Stage.DEAL and self.stage is not Stage.DEAL
        lying = now.before_the_score if has_ended and bot_timing.last_trick_shown() else None
        if lying is not None:
            self.start(self._show_later(now))
        self._send(lying or now, notice)

    async def _show_later(self, now: TableNow) -> None:
        """The score, once the last trick has lain there for a moment."""
        await asyncio.sleep(bot_timing.last_trick_shown())
        self._catch_up(now)

    def _send(self, now: TableNow, notice: str) -> None:
        drawn = frames.drawing(now, self.viewer)
        frame = frames.frame(drawn, self.parts, notice, signed_in=self.signed_in)
        self.version, self.parts = now.version, None if notice else drawn.parts
        self.outbox.put(self.base_send, frame)

    def _look(self) -> TableNow:
        """The table in the database, for the player this visitor is now."""
        self.check_signed_in()
        game = table_queries.game_by_code(self.code)
        self._take_in(game)
        now = table_queries.table_now(game)
        if now.version != game.version:
            return self._look()  # the table has changed, and with it perhaps who this visitor is there
        cache.show(now)
        if now.shown.proposal is not None and not now.shown.proposal.missing:
            proposals.decide(code=self.code)  # the announcement of which brings what came of it
        return now

    def _take_in(self, game: Game) -> None:
        """Who this visitor is at the table, and who else is there."""
        if self.has_talk is None:
            self.has_talk = game.chat
        if game.chat and not self.has_talk:
            raise PageOutdated
        self.viewer = table_queries.player_of(game, self.scope["user"])
        self.was_sent_away = table_queries.was_sent_away(game, self.scope["user"])
        self.patience, self.began = game.patience, game.stage != Stage.OPEN
        self.has_clock = self.viewer is not None and clocks.has_clock(game)
        if self.viewer is not None:
            presence.sign_of_life(self.code, self.viewer)
        self.attendance = presence.attendance(self.code, self.patience)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A move, as the form post of the same name would bring it; what is no move is ignored."""
        if self.viewer is None:
            return await self.note_in_vain()
        lag = self.round_trips.hear(text_data, self.loop.time())
        if lag is not None:
            await db_threads.in_thread(clocks.note_lag)(self.code, self.viewer, lag)
            return None
        try:
            refusal = await _shared().batch.take(_turn_in(text_data or "", self.code, self.viewer))
        except NotUnderstood:
            return await self.note_in_vain()
        if refusal is not None:
            await self.renew(error_messages.sentence(refusal))
            await self.note_in_vain()
        return None

    def has_signed_out(self) -> bool:
        """Whether the session has ended, as looked up now and then: signing out is announced at once."""
        if monotonic() < self.check_due:
            return False
        try:
            self.check_signed_in()
        except SignedOut:
            return True
        return False

    def check_signed_in(self) -> None:
        super().check_signed_in()
        self.check_due = monotonic() + SESSION_CHECKED_EVERY

    async def _leave(self) -> None:
        _shared().roll_call.leave(self)
        await super()._leave()

    def show_sign_of_life(self) -> None:
        """A browser that hears nothing for long knows that its connection is dead.

        Where a clock runs the sign is a word to send back: the way here and back is not to cost a player time.
        """
        word = self.round_trips.ask(self.loop.time()) if self.has_clock else None
        self.outbox.put(self.base_send, word or SIGN_OF_LIFE)
