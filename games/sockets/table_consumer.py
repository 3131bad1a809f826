"""A browser's socket at a table: it sends what changes on the page, receives moves, and records presence."""

import asyncio
from concurrent.futures import Future
from contextlib import suppress
from time import monotonic
from typing import Any, Final
from urllib.parse import parse_qs, parse_qsl

from django.db import OperationalError

from accounts.base import db_threads
from accounts.base.choices import HandOrder
from accounts.base.outages import OUTAGE
from games.components import frames
from games.components.frames import Sent, Viewer
from games.engine import Player, json_text
from games.models import Game
from games.play import (
    bot_timing,
    clocks,
    holds,
    loading,
    onlookers,
    plans,
    presence,
    proposals,
    queries as table_queries,
    table_cache,
)
from games.play.attendance import Attendance
from games.play.errors import NotUnderstood
from games.play.snapshot import FullSnapshot
from games.play.spectators import NotForSpectators
from games.play.turns import Turn
from games.pubsub import groups
from games.sockets import shared
from games.sockets.consumers import NO_SUCH_TABLE, TOO_MANY_MESSAGES, LiveConsumer, PageOutdated, SignedOut
from games.sockets.fragments import Fragment, chat_beside, notices_beside
from games.sockets.heartbeat import Latency
from games.values import Stage
from games.web import actions
from games.words import errors as error_messages

LONGEST_MOVE: Final = 1000
"""The most characters in a message that a browser has reason to send."""

SIGN_OF_LIFE: Final = "{}"
"""The heartbeat sent to a browser whose player has no clock."""

BUSY_AFTER: Final = 1.5
"""Seconds after which a page says that a move still waits. It would post the move again after 2.5 (live.js)."""

SESSION_CHECKED_EVERY: Final = 30
"""Seconds between two checks of an open socket's session, in case its end was not announced."""


def _turn_in(text: str, code: str, player: Player) -> Turn:
    """Return the turn in a message. Raises NotUnderstood."""
    if len(text) > LONGEST_MOVE:
        raise NotUnderstood
    try:
        message = json_text.parse(text)
        kind, fields = message["move"], parse_qs(message["form"], keep_blank_values=True)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NotUnderstood from None
    return actions.read_turn(kind, code, player, fields)


class TableConsumer(LiveConsumer):
    """The socket of one browser at one table. Beside the table, its page shows the chat and notices of other tables."""

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.viewer: Player | None = None
        self.shown: FullSnapshot | None = None
        self.began = False  # before the game begins, a visitor may become a player
        self.has_chat: bool | None = None  # whether the page was loaded with the chat
        self.sent: Sent | None = None
        self.page = dict(parse_qsl(self.scope["query_string"].decode()))
        """What the page's address of the socket says: its key, and digests of what it shows beside the table."""
        self.attendance = Attendance()
        self.check_due = 0.0
        self.is_closing = False
        self.latency = Latency()
        self.audience = Viewer(None)
        self.fragments = {"chat.changed": chat_beside(self, self.code)}
        if self.scope["user"].is_authenticated:
            self.fragments["notices.changed"] = notices_beside(self, self.code)
        await super().connect()

    @property
    def version(self) -> int:
        """Return the version that the browser shows."""
        return self.shown.base.version if self.shown else -1

    @property
    def gathers(self) -> bool:
        """Return whether the table waits for players."""
        return not self.began

    @property
    def name(self) -> str:
        """Return the visitor's name, "" for an anonymous one."""
        user = self.scope["user"]
        return user.get_username() if user.is_authenticated else ""

    @property
    def browser(self) -> str:
        """Return what this browser is called among those that look on."""
        return (not self.name and onlookers.stranger(self.scope["cookies"])) or f"{groups.PROCESS}.{id(self)}"

    def group_names(self) -> list[str]:
        session_key, user = self.scope["session"].session_key, self.scope["user"]
        return [
            groups.group_of(self.code),
            groups.chat_group(self.code),
            *([groups.session_group(session_key)] if session_key else []),
            *([groups.player_group(user.pk)] if user.is_authenticated else []),
        ]

    def on_message(self, message: dict[str, Any]) -> None:
        """Handle a change of the table, the chat, or the notices: those of this table say what its page shows."""
        if message["type"] in ("table.changed", "session.changed"):
            self._on_table_changed(message.get("version"))
        elif message["type"] == "plans.changed":
            if message["code"] == self.code:
                self.start(self._renew_chosen())
        elif message.get("table") != self.code and (fragment := self.fragments.get(message["type"])):
            fragment.on_message(message)

    def _on_table_changed(self, version: int | None) -> None:
        """Handle a new version. Of several announcements that wait, the first already sends the latest table."""
        if version is not None and version <= self.version:
            return
        if version is None or self.shown is None or not self.began:
            self.start(self.renew())
        elif (full := table_cache.full_snapshot_at(self.code, version)) is not None:
            self._catch_up(full)
        else:
            self.start(self._read_and_catch_up(version))

    def catch_up(self, version: int) -> None:
        """Show the table if the database has a later version than the page: its announcement may have been lost."""
        self.context.copy().run(self._on_table_changed, version)

    async def _read_and_catch_up(self, version: int) -> None:
        self._catch_up(await shared.of_this_loop().read(self.code, version))

    def _catch_up(self, full: FullSnapshot) -> None:
        try:
            self.show(full)
        except NotForSpectators:
            self.start(self.close(NO_SUCH_TABLE))

    async def renew(self, notice: str = "") -> None:
        """Send the whole table as it is in the database, at first what the page lacks of it, with `notice`, a sentence
        for this player, if there is one.
        """
        is_first = self.shown is None
        async with self.closing(), shared.of_this_loop().busy() as is_busy:
            game = await shared.of_this_loop().game(self.code)
            full, self.sent, beside = await db_threads.in_thread(self._load_all)(game, is_first, is_busy)
            self.show(full, notice or (error_messages.seat_freed() if self.was_sent_away else ""), beside)
            shared.of_this_loop().heartbeat.join(self)
        if is_first and is_busy:
            self.start(self._show_beside())

    async def _rejoin(self) -> None:
        await super()._rejoin()
        await self._show_beside()

    async def _show_beside(self) -> None:
        """Send what the page may lack beside the table, one browser after the other, after the tables of all."""
        for part in self._parts_beside():
            async with shared.of_this_loop().after_tables():
                await part.renew()

    def _parts_beside(self) -> list[Fragment]:
        return [part for kind, part in self.fragments.items() if self.has_chat or kind != "chat.changed"]

    def show(self, full: FullSnapshot, notice: str = "", beside: str = "") -> None:
        """Send what has changed since the last frame, a sentence for this player, and parts `beside` the table."""
        if full.base.version < self.version:
            return
        was_playing = self.shown is not None and self.shown.base.stage is Stage.DEAL
        ends = was_playing and full.base.stage is not Stage.DEAL
        last_trick = full.before_the_score if ends and bot_timing.last_trick_shown() else None
        if last_trick is not None:
            self.start(self._show_later(full))
        self._send(last_trick or full, notice, beside)

    async def _show_later(self, full: FullSnapshot) -> None:
        """Show the score after the last trick was shown for a moment."""
        await asyncio.sleep(bot_timing.last_trick_shown())
        if full.base.version >= self.version:
            async with self.closing():
                self._send(full)

    def _send(self, full: FullSnapshot, notice: str = "", beside: str = "") -> None:
        if self.shown is not None and (back := full.back_since(self.shown)):  # before the next heartbeat says so
            self.attendance = self.attendance.with_back(back)
        frame, self.sent = frames.frame(full, self.audience, self.attendance, self.sent, notice)
        self.shown = full
        if frame or beside:
            self.outbox.put_text(frame + beside)

    def show_attendance(self, attendance: Attendance | None) -> None:
        """Send the change of attendance; None if the player has signed out.

        Before the game it may change who acts as host, and during a proposal whether all have agreed.
        """
        if attendance is None or self.shown is None or not self.began or self.shown.base.proposal is not None:
            self.start(self.renew())
        else:
            self.attendance = attendance
            self.context.copy().run(self._catch_up, self.shown)

    def _load_all(self, game: Game, is_first: bool, is_busy: bool) -> tuple[FullSnapshot, Sent | None, str]:
        """Return the table in the database; what the page shows of it, None if that is not known; and at first, unless
        the site `is_busy`, what the page lacks beside it.
        """
        full = self._load(game)
        sent = self._shown_by_page(full) if is_first else None
        parts = self._parts_beside() if is_first and not is_busy else []
        return full, sent, "".join([part.at_first() for part in parts])

    def _shown_by_page(self, full: FullSnapshot) -> Sent | None:
        """Return what the page shows of the table, and note what it shows beside it; None if the page has had a socket
        before, or the table has moved on.
        """
        sent = frames.take_page(self.page.get("page", ""), full.base.version)
        for kind, part in self.fragments.items():
            part.shown = self.page.get(kind.partition(".")[0], "") if sent else ""
        return sent

    def _load(self, game: Game) -> FullSnapshot:
        """Return the table in the database, after updating who the visitor is there."""
        self.check_signed_in()
        self._note_visitor(game)
        if self.shown is None and holds.end(game, self.viewer):
            return self._load(loading.game_by_code(self.code))
        full = table_queries.full_snapshot_of(game)
        if full.base.version != game.version:
            return self._load(loading.game_by_code(self.code))  # the table has changed, and perhaps the visitor's role
        table_cache.store(full)
        self._note_chosen(full)
        proposals.decide_if_agreed(game)  # its result is announced to this socket too
        return full

    def _note_chosen(self, full: FullSnapshot) -> None:
        """Store which cards the player has chosen before the turn."""
        user = self.scope["user"]
        if user.is_authenticated:
            self.audience = self.audience._replace(chosen=plans.chosen_by(full, user, self.viewer))

    async def _renew_chosen(self) -> None:
        """Show what the player has chosen, in whichever browser, or what the site has played of it."""
        async with self.closing():
            if (shown := self.shown) is not None:
                await db_threads.in_thread(self._note_chosen)(shown)
                self.show(self.shown or shown)

    def _note_visitor(self, game: Game) -> None:
        """Store who the visitor is at the table, and the attendance."""
        if self.has_chat is None:
            self.has_chat = game.chat
        if game.chat and not self.has_chat:
            raise PageOutdated
        user = self.scope["user"]
        self.viewer = table_queries.player_of(game, user)
        hand_order = HandOrder(user.hand_order) if user.is_authenticated else HandOrder.ALTERNATING
        self.audience = Viewer(self.viewer, hand_order, user.is_authenticated, user.is_authenticated and user.is_guest)
        self.was_sent_away = table_queries.was_sent_away(game, user)
        self.patience, self.began = presence.patience(game, game.stage), game.stage != Stage.OPEN
        self.has_clock = self.viewer is not None and clocks.has_clock(game)
        if self.viewer is not None:
            presence.sign_of_life(self.code, self.viewer)
        self.attendance = presence.attendance(self.code, self.patience, gathers=self.gathers)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take a move, with the fields of the form post of the same name. Other messages are counted and ignored."""
        if self.is_closing:
            return
        if self.viewer is None or self.scope["user"].is_bot:  # a bot's program plays, its browser only looks
            await self.count_ignored_message()
            return
        lag = self.latency.answered(text_data, self.loop.time())
        if lag is not None:
            await db_threads.in_thread(clocks.note_lag)(self.code, self.viewer, lag)
            return
        try:
            turn = _turn_in(text_data or "", self.code, self.viewer)
        except NotUnderstood:
            await self.count_ignored_message()
        else:
            outcome = shared.writer.submit(turn)
            outcome.add_done_callback(self._on_outcome)
            self.loop.call_later(BUSY_AFTER, self._say_busy, outcome)

    def _say_busy(self, outcome: Future[None]) -> None:
        """Show the player that the move is on its way, if it still is."""
        if not outcome.done() and self._joined:
            words = self.context.copy().run(error_messages.on_its_way)
            self.outbox.put_text(frames.still_waiting(self.version, words))

    def _on_outcome(self, outcome: Future[None]) -> None:
        """Handle the result of a turn, in the writer's thread; a turn that was written is published."""
        refusal = outcome.exception()
        if isinstance(refusal, Exception):
            self.loop.call_soon_threadsafe(self.start, self._refuse(refusal))

    async def _refuse(self, refusal: Exception) -> None:
        is_busy = isinstance(refusal, OperationalError)
        await self.renew(error_messages.busy() if is_busy else error_messages.sentence(refusal))
        if not self._ignored.take(self.loop.time()):
            self.is_closing = True
            await self.close(TOO_MANY_MESSAGES)

    def has_signed_out(self) -> bool:
        """Return whether the session has ended, checked only now and then because signing out is announced at once."""
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
        """Leave the heartbeat. An anonymous visitor who goes has perhaps sat down: under a name, in a new page."""
        shared.of_this_loop().heartbeat.leave(self)
        await super()._leave()
        if self.viewer is None and self.gathers and not self.name:
            with suppress(*OUTAGE):  # then the visitor is forgotten a little later
                await db_threads.in_thread(onlookers.forget_onlooker)(self.code, self.browser)

    def show_sign_of_life(self) -> None:
        """Send a heartbeat, without which a browser treats its connection as dead; it measures the delay for clocks."""
        word = self.latency.ask(self.loop.time()) if self.has_clock else None
        self.outbox.put_text(word or SIGN_OF_LIFE)
