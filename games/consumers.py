"""Live updates: a browser joins what it looks at and gets its own rendering on every change. Nothing is written."""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string
from django.utils import translation

from accounts.languages import language_of_socket
from accounts.sockets import user_of_socket
from games import live, presence, selectors, talk_selectors
from games.models import Game
from games.presenters.talk import talk_panel
from games.rendering import render_table, render_talk

logger = logging.getLogger(__name__)

NO_SUCH_TABLE = 4404
SIGNED_OUT = 4403


class Nowhere(AsyncWebsocketConsumer):
    """An address without a socket: the browser is told so, and the log is spared."""

    async def connect(self) -> None:
        await self.close()


class SignedOut(Exception):
    """The session the socket was opened with has ended; the page has to be asked for anew."""


class LiveConsumer(AsyncWebsocketConsumer, ABC):
    """A browser that shows one part of a page, renewed by every message."""

    target: str
    swap = "innerMorph"

    async def connect(self) -> None:
        self.language: str = language_of_socket(self.scope)
        self.group = self.group_name()
        await self.accept()
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.renew()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected from the browser, and whatever comes is ignored."""

    @abstractmethod
    def group_name(self) -> str:
        """The channel group whose messages concern this browser."""

    @abstractmethod
    def render(self) -> str:
        """What the browser shows now; runs in a thread, in the reader's language."""

    async def renew(self) -> None:
        """Send the current rendering."""
        try:
            html = await database_sync_to_async(self._render_in_language)()
        except SignedOut:
            await self.close(SIGNED_OUT)
            return
        await self.send_html(html)

    async def send_html(self, html: str) -> None:
        await self.send(json.dumps({"content": html, "target": self.target, "swap": self.swap}))

    def _render_in_language(self) -> str:
        if user_of_socket(self.scope) != self.scope["user"]:
            raise SignedOut
        with translation.override(self.language):
            return self.render()


class TableConsumer(LiveConsumer):
    """One browser at one table: the same partial the page was made of, and signs of life while it is open."""

    target = "#game"

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.sent = -1
        self.signs: asyncio.Task[None] | None = None
        await super().connect()

    def group_name(self) -> str:
        return live.group_of(self.code)

    async def disconnect(self, code: int) -> None:
        if self.signs is not None:
            self.signs.cancel()
        await super().disconnect(code)

    async def table_changed(self, message: dict[str, Any]) -> None:
        """A newer version exists. Of several announcements waiting, the first already sends the latest table."""
        if message["version"] > self.sent:
            await self.renew()

    async def renew(self) -> None:
        try:
            await super().renew()
        except (Game.DoesNotExist, selectors.NotForSpectators):
            await self.close(NO_SUCH_TABLE)
            return
        if self.signs is None:
            self.signs = asyncio.create_task(self._give_signs())

    def render(self) -> str:
        game = selectors.game_by_code(self.code)
        viewer = selectors.player_of(game, self.scope["user"])
        if viewer is not None:
            presence.sign_of_life(self.code, viewer)
        self.sent, self.patience = game.version, game.patience
        self.attendance = presence.attendance(self.code, self.patience)
        signed_in = self.scope["user"].is_authenticated
        return render_table(selectors.snapshot(game, viewer), signed_in=signed_in)

    async def _give_signs(self) -> None:
        """While the browser is there, say so; show who has come or gone meanwhile."""
        while True:
            await asyncio.sleep(presence.SIGN_EVERY)
            try:
                if await database_sync_to_async(self._presence_changed)():
                    await self.renew()
            except Exception:
                logger.exception("no sign of life could be given at table %s; the next one may", self.code)

    def _presence_changed(self) -> bool:
        viewer = selectors.player_at(self.code, self.scope["user"])
        if viewer is not None:
            presence.sign_of_life(self.code, viewer)
        return presence.attendance(self.code, self.patience) != self.attendance


class TalkConsumer(LiveConsumer):
    """One browser's talk at one table: sent when this reader hears something else than before."""

    target = "#talk-messages"

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.shown = ""
        await super().connect()

    def group_name(self) -> str:
        return live.talk_group(self.code)

    async def talk_changed(self, message: dict[str, Any]) -> None:
        await self.renew()

    async def renew(self) -> None:
        try:
            await super().renew()
        except (Game.DoesNotExist, selectors.NotForSpectators):
            await self.close(NO_SUCH_TABLE)

    async def send_html(self, html: str) -> None:
        """Not what is shown already: that others speak where this reader does not hear them is not to be noticed."""
        if html != self.shown:
            self.shown = html
            await super().send_html(html)

    def render(self) -> str:
        talk = talk_selectors.talk(selectors.game_by_code(self.code), self.scope["user"])
        return render_talk(talk_panel(talk) if talk else None)


class LobbyConsumer(LiveConsumer):
    """A browser that shows the lobby: the public tables to sit down at."""

    target = "#open-tables"

    def group_name(self) -> str:
        return live.LOBBY

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        await self.renew()

    def render(self) -> str:
        return render_to_string("games/_open_tables.html", {"open": selectors.open_tables()})


class TurnsConsumer(LiveConsumer):
    """Any page of a player: at how many tables it is their turn."""

    target = "#turns"

    def group_name(self) -> str:
        return live.player_group(self.scope["user"].pk)

    async def connect(self) -> None:
        if self.scope["user"].is_authenticated:
            await super().connect()
        else:
            await self.close()

    async def disconnect(self, code: int) -> None:
        if self.scope["user"].is_authenticated:
            await super().disconnect(code)

    async def turns_changed(self, message: dict[str, Any]) -> None:
        await self.renew()

    def render(self) -> str:
        return render_to_string("games/_turns.html", {"turns_waiting": selectors.turns_waiting(self.scope["user"])})
