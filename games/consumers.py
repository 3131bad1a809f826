"""Live updates of a table: on every change send this viewer's rendering. No game logic, no writes."""

from __future__ import annotations

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from accounts.languages import language_of_socket
from accounts.sockets import user_of_socket
from games import selectors
from games.live import group_of
from games.models import Game
from games.rendering import render_table

NO_SUCH_TABLE = 4404
SIGNED_OUT = 4403


class Nowhere(AsyncWebsocketConsumer):
    """An address without a socket: the browser is told so, and the log is spared."""

    async def connect(self) -> None:
        await self.close()


class SignedOut(Exception):
    """The session the socket was opened with has ended; the page has to be asked for anew."""


class TableConsumer(AsyncWebsocketConsumer):
    """One browser at one table. Each message renews the content of `#game`: the same partial the page was made of."""

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.language: str = language_of_socket(self.scope)
        self.sent = -1
        await self.accept()
        await self.channel_layer.group_add(group_of(self.code), self.channel_name)
        await self.send_table()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(group_of(self.code), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected from the browser, and whatever comes is ignored."""

    async def table_changed(self, message: dict[str, Any]) -> None:
        """A newer version exists. Of several announcements waiting, the first already sends the latest table."""
        if message["version"] > self.sent:
            await self.send_table()

    async def send_table(self) -> None:
        try:
            version, html = await database_sync_to_async(self._render)()
        except Game.DoesNotExist:
            await self.close(NO_SUCH_TABLE)
            return
        except SignedOut:
            await self.close(SIGNED_OUT)
            return
        self.sent = version
        await self.send(json.dumps({"content": html, "target": "#game", "swap": "innerMorph"}))

    def _render(self) -> tuple[int, str]:
        user = user_of_socket(self.scope)
        if user != self.scope["user"]:
            raise SignedOut
        game = selectors.game_by_code(self.code)
        with translation.override(self.language):
            viewer = selectors.player_of(game, user)
            return game.version, render_table(selectors.snapshot(game, viewer))
