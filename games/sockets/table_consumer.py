"""One browser at one table: what it shows, what its player does, and that somebody is there."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, Final

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer

from accounts.sockets import user_of_socket
from games import clocks, live, memory, moves, presence, refusals, selectors
from games.drawing import frames
from games.drawing.parts import Parts
from games.engine import Player
from games.models import Game
from games.moves import NotUnderstood
from games.selectors import NotForSpectators, TableNow
from games.services.turns import Turn
from games.snapshot import Stage
from games.sockets.allowance import Allowance
from games.sockets.batching import Batch
from games.sockets.consumers import NO_SUCH_TABLE, SIGNED_OUT, TOO_MUCH, LiveConsumer, SignedOut
from games.sockets.echoes import RoundTrips
from games.sockets.readings import Readings

logger = logging.getLogger(__name__)

LONGEST_MOVE: Final = 1000
"""Characters in the longest message a browser has reason to send."""

IN_VAIN: Final = (20, 10.0)
"""How many messages that lead to nothing one socket may send in how many seconds."""

_batches: dict[asyncio.AbstractEventLoop, Batch] = {}


def _read(code: str) -> TableNow:
    """How the table stands in the database, which is also remembered."""
    now = selectors.table_now(selectors.game_by_code(code))
    memory.show(now)
    return now


_readings = Readings(database_sync_to_async(_read))


def _turn_in(text: str, code: str, player: Player) -> Turn:
    """The turn a message asks for. Raises NotUnderstood."""
    if len(text) > LONGEST_MOVE:
        raise NotUnderstood
    try:
        message = json.loads(text)
        read, fields = moves.READERS[message["move"]], moves.fields_in(message["form"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NotUnderstood from None
    return Turn(code, read(player, fields), moves.version(fields))


class TableConsumer(LiveConsumer):
    """One browser at one table: the parts the page was made of, sent when they change, and moves by the same socket."""

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.viewer: int | None = None
        self.version = -1
        self.began = False  # while players gather, a visitor may become one of them
        self.parts: Parts | None = None
        self.patience = 0
        self.attendance: presence.Attendance = (frozenset(), frozenset())
        self.gives_signs = False
        self.in_vain = Allowance(*IN_VAIN)
        self.has_clock = False
        self.round_trips = RoundTrips()
        await super().connect()

    def groups_heard(self) -> list[str]:
        session_key = self.scope["session"].session_key
        return [live.group_of(self.code), *([live.session_group(session_key)] if session_key else [])]

    table_changed = LiveConsumer.heard_from_elsewhere
    session_ended = LiveConsumer.heard_from_elsewhere

    def hear(self, message: dict[str, Any]) -> None:
        """A newer version exists. Of several announcements waiting, the first already sends the latest table."""
        version = message.get("version")
        if version is not None and version <= self.version:
            return
        if version is None or not self.began:
            self.start(self.renew())
        else:
            self.start(self._catch_up(version))

    async def _catch_up(self, version: int) -> None:
        """Show this version or a later one; browsers of one table that wait for it share what has to be read."""
        now = memory.now(self.code, version) or await _readings.at_least(version, self.code)
        try:
            await self.show(now)
        except NotForSpectators:
            await self.close(NO_SUCH_TABLE)

    async def renew(self, notice: str = "") -> None:
        """Send the table as the database has it, with a sentence for this player alone if there is one to say."""
        try:
            now = await database_sync_to_async(self._look)()
            await self.show(now, notice)
        except SignedOut:
            await self.close(SIGNED_OUT)
        except (Game.DoesNotExist, NotForSpectators):
            await self.close(NO_SUCH_TABLE)
        else:
            self._begin_signs()

    async def show(self, now: TableNow, notice: str = "") -> None:
        """Send what has changed since the last frame, or the whole table with a sentence for this player alone."""
        if now.version < self.version:
            return
        drawn = frames.drawing(now, self.viewer)
        frame = frames.frame(drawn, self.parts, notice, signed_in=self.scope["user"].is_authenticated)
        self.version, self.parts = now.version, None if notice else drawn.parts
        await self.send(frame)

    def _look(self) -> TableNow:
        """The table in the database, for the player this visitor is now."""
        if user_of_socket(self.scope) != self.scope["user"]:
            raise SignedOut
        game = selectors.game_by_code(self.code)
        self._take_in(game)
        now = selectors.table_now(game)
        memory.show(now)
        return now

    def _take_in(self, game: Game) -> None:
        """Who this visitor is at the table, and who else is there."""
        self.viewer = selectors.player_of(game, self.scope["user"])
        self.patience, self.began = game.patience, game.stage != Stage.OPEN
        self.has_clock = self.viewer is not None and clocks.has_clock(game)
        if self.viewer is not None:
            presence.sign_of_life(self.code, self.viewer)
        self.attendance = presence.attendance(self.code, self.patience)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A move, as the form post of the same name would bring it; what is no move is ignored.

        Whoever sends much in vain is no player at a table: that socket is closed.
        """
        if self.viewer is None:
            return None
        lag = self.round_trips.hear(text_data, self.loop.time())
        if lag is not None:
            await database_sync_to_async(clocks.note_lag)(self.code, self.viewer, lag)
            return None
        try:
            refusal = await self._batch().take(_turn_in(text_data or "", self.code, self.viewer))
        except NotUnderstood:
            return await self._note_in_vain()
        if refusal is not None:
            await self.renew(refusals.sentence(refusal))
            await self._note_in_vain()
        return None

    async def _note_in_vain(self) -> None:
        if not self.in_vain.take(self.loop.time()):
            await self.close(TOO_MUCH)
            raise StopConsumer  # what else has come already is not looked at

    def _batch(self) -> Batch:
        return _batches.setdefault(self.loop, Batch())

    def _begin_signs(self) -> None:
        if not self.gives_signs:
            self.gives_signs = True
            self.start(self._give_signs())

    async def _give_signs(self) -> None:
        """While the browser is there, say so; show who has come or gone meanwhile, and nothing after signing out."""
        while True:
            await asyncio.sleep(presence.SIGN_EVERY)
            try:
                await self._measure_lag()
                if await database_sync_to_async(self._something_changed)():
                    await self.renew()
            except Exception:
                logger.exception("no sign of life could be given at table %s; the next one may", self.code)

    async def _measure_lag(self) -> None:
        """Where it matters: with a clock running, the way here and back is not to cost a player time."""
        word = self.round_trips.ask(self.loop.time()) if self.has_clock else None
        if word is not None:
            await self.send(word)

    def _something_changed(self) -> bool:
        if user_of_socket(self.scope) != self.scope["user"]:
            return True
        if self.viewer is not None:
            presence.sign_of_life(self.code, self.viewer)
        return presence.attendance(self.code, self.patience) != self.attendance
