"""Live updates: a browser joins what it looks at and gets its own rendering on every change. Nothing is written."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import suppress
from contextvars import Context, copy_context
from typing import Any, Final

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.languages import language_of_socket
from accounts.sockets import user_of_socket
from games.play import db_threads
from games.presenters.i18n_cache import language, speak
from games.pubsub import groups
from games.sockets.rate_limit import Allowance
from games.sockets.shared_html import Renderings

NO_SUCH_TABLE = 4404
SIGNED_OUT = 4403
OUTDATED = 4410
"""The table has something that the page was loaded without; it has to be asked for anew."""
TOO_MUCH = 4429

IN_VAIN: Final = (20, 10.0)
"""How many messages that lead to nothing one socket may send in how many seconds."""

_renderings = Renderings()


class Nowhere(AsyncWebsocketConsumer):
    """An address without a socket: the browser is told so, and the log is spared."""

    async def connect(self) -> None:
        await self.close()


class SignedOut(Exception):
    """The session the socket was opened with has ended; the page has to be asked for anew."""


class LiveConsumer(AsyncWebsocketConsumer, ABC):
    """A browser that shows one part of a page, renewed by every message, in the language it was opened in."""

    loop: asyncio.AbstractEventLoop
    context: Context

    def __init__(self) -> None:
        super().__init__()
        self._joined: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._in_vain = Allowance(*IN_VAIN)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket; however that ends, also by a fault or because the server has had enough, nothing stays."""
        serve = super().__call__ if groups.reaches_other_processes() else self._serve_browser
        try:
            await serve(scope, receive, send)
        finally:
            await self._leave()

    async def _serve_browser(self, scope: Any, receive: Any, send: Any) -> None:
        """Within one process nothing comes through the channel layer, for which the library would wait as well."""
        self.scope, self.base_send = scope, send
        with suppress(StopConsumer):
            while True:
                await self.dispatch(await receive())

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message of the browser, or of another process.

        The consumer of the library would first have a thread close its old connections; here whoever asks the
        database does that.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        speak(language_of_socket(self.scope))
        self.loop, self.context = asyncio.get_running_loop(), copy_context()
        await self.accept()
        for group in self.groups_heard():
            self._joined.append(group)
            groups.join(group, self)
            if groups.reaches_other_processes():
                await self.channel_layer.group_add(group, self.channel_name)
        await self.renew()

    async def _leave(self) -> None:
        """Hear nothing any more, and leave nothing undone behind."""
        joined, self._joined = self._joined, []
        for group in joined:
            groups.leave(group, self)
        for task in self._tasks:
            task.cancel()
        for group in joined if groups.reaches_other_processes() else ():
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected from the browser, and whatever comes is ignored."""
        await self.note_in_vain()

    async def note_in_vain(self) -> None:
        """A message led to nothing. Whoever sends many of them only keeps others waiting: that socket is closed."""
        if not self._in_vain.take(self.loop.time()):
            await self.close(TOO_MUCH)
            raise StopConsumer  # what else has come already is not looked at

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        """Send a frame. A browser that is just leaving misses nothing, and that is no fault."""
        with suppress(Disconnected):
            await super().send(text_data, bytes_data, close)

    @abstractmethod
    def groups_heard(self) -> list[str]:
        """The groups whose messages concern this browser."""

    @abstractmethod
    async def renew(self) -> None:
        """Send what the browser shows now."""

    def check_signed_in(self) -> None:
        """Raise SignedOut unless the session is still what the socket was opened with; runs in a thread."""
        if user_of_socket(self.scope) != self.scope["user"]:
            raise SignedOut

    def hear(self, message: dict[str, Any]) -> None:
        """Something changed, says this process."""
        self.start(self.renew())

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this on the event loop while the browser is there, in its language, whoever asks for it."""
        task = self.loop.create_task(work, context=self.context.copy())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def heard_from_elsewhere(self, message: dict[str, Any]) -> None:
        """Something changed, says another process; what this one says itself is known already."""
        if message["process"] != groups.PROCESS:
            self.hear(message)


class FragmentConsumer(LiveConsumer):
    """A browser that is sent its whole part of the page on every change; where that is public, all share it."""

    _shown: str | None = None
    _is_due = False
    _change = ""

    def hear(self, message: dict[str, Any]) -> None:
        """Of several announcements that wait for their turn, one is enough: what it brings is the latest."""
        self._change = message.get("change", "")
        if not self._is_due:
            self._is_due = True
            super().hear(message)

    @abstractmethod
    def render(self) -> str:
        """What the browser shows now; runs in a thread."""

    def shows_what_all_see(self) -> bool:
        """Whether everybody who hears of the same things, in the same language, is shown the same."""
        return False

    async def renew(self) -> None:
        """Send the current rendering."""
        try:
            html = await self._rendered()
        except SignedOut:
            await self.close(SIGNED_OUT)
            return
        await self.send_html(html)

    async def send_html(self, html: str) -> None:
        """Not what is shown already: that something happened which this reader does not see is not to be noticed."""
        if html != self._shown:
            self._shown = html
            await self.send(html or "\n")  # Daphne sends nothing at all for an empty text

    async def _rendered(self) -> str:
        if not self._change or not self.shows_what_all_see():
            own: str = await db_threads.in_thread(self._render)()
            return own
        self._is_due = False
        name = (*self.groups_heard(), self._change, language())
        return await _renderings.of(name, db_threads.in_thread(self.render))

    def _render(self) -> str:
        self._is_due = False
        self.check_signed_in()
        return self.render()
