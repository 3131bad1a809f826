"""The base class of the sockets: a browser joins the groups of what it shows and gets new HTML on every change.

These sockets only read; moves come in by `table_consumer`.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from contextvars import Context, copy_context
from typing import Any, Final

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from accounts.base import db_threads
from accounts.base.outages import OUTAGE, Attempts
from accounts.base.time_zones import zone_of
from accounts.people import online
from accounts.preferences.locale import language_of_socket
from accounts.sessions.sockets import is_still_signed_in
from games.models import Game
from games.pairing.queries import WAITING_SIGN_EVERY
from games.pairing.services import sign_of_life
from games.play.spectators import NotForSpectators
from games.pubsub import groups, membership
from games.sockets.limits import RateLimit
from games.sockets.outbox import Outbox
from games.words.language_cache import use_language

logger = logging.getLogger(__name__)

_MARKS: Final = Attempts(logger, "a player could not be marked as online; the next time it may work")
_TASKS: Final = Attempts(logger, "a socket could not go on and is closed")

NO_SUCH_TABLE = 4404
SIGNED_OUT = 4403
OUTDATED = 4410
"""Close code: the page was loaded without something that the table has now, and has to be reloaded."""
TOO_MANY_MESSAGES = 4429
TRY_AGAIN = 1013
"""Close code: the server cannot go on for now."""

IGNORED_MESSAGES_LIMIT: Final = (20, 10.0)
"""How many messages that the server ignores one socket may send, and in how many seconds."""


class UnknownPath(AsyncWebsocketConsumer):
    """Refuses sockets at unknown paths, without an error in the log."""

    async def connect(self) -> None:
        await self.close()


class SignedOut(Exception):
    """The session with which the socket was opened has ended; the page has to be reloaded."""


class PageOutdated(Exception):
    """The host has switched on the chat, which the page needs a reload to show."""


class LiveConsumer(AsyncWebsocketConsumer, ABC):
    """A browser whose page is renewed when something changes, in the language and time zone of the connection."""

    loop: asyncio.AbstractEventLoop
    context: Context

    def __init__(self) -> None:
        super().__init__()
        self._joined: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._ignored = RateLimit(*IGNORED_MESSAGES_LIMIT)
        self._keeps_waiting = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket, and clean up however that ends, also after an error or when the server cancels it.

        It does not receive from the channel layer itself, as a consumer of Channels usually does: `membership` does so
        for all sockets.
        """
        serving = asyncio.current_task()
        assert serving is not None, "a server runs the application in a task"
        self.scope, self.outbox = scope, Outbox(send, serving.cancel)
        self.base_send = self.outbox.send
        try:
            with suppress(StopConsumer):
                while True:
                    await self.dispatch(await receive())
        except asyncio.CancelledError:
            if not self.outbox.is_given_up:
                raise
        finally:
            await self._leave()
            await self.outbox.end()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message of the browser."""
        # Channels would close old database connections first; `db_threads` does that where the database is used.
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Accept the socket, join the groups and send what the browser shows now."""
        use_language(language_of_socket(self.scope))
        timezone.activate(zone_of(self.scope["user"], self.scope["cookies"]))
        self.loop, self.context = asyncio.get_running_loop(), copy_context()
        await self.accept()
        await self.join(*self.group_names())
        if self.scope["user"].is_authenticated:
            self.start(self._stay_online())
        await self.renew()

    async def join(self, *names: str) -> None:
        """Receive from now on what is sent to these groups."""
        self._joined += names
        for name in names:
            groups.join(name, self)
        if groups.reaches_other_processes():
            await membership.of_this_loop().join(names)

    async def leave(self, *names: str) -> None:
        """Receive no more of what is sent to these groups."""
        for name in names:
            self._joined.remove(name)
            groups.leave(name, self)
        if groups.reaches_other_processes():
            await membership.of_this_loop().leave(names)

    async def _stay_online(self) -> None:
        """Mark the player as online for as long as the socket is open; a mark that fails is made up for by the next."""
        while True:
            with _MARKS.attempt():
                await db_threads.in_thread(online.mark)(self.scope["user"])
            await asyncio.sleep(online.MARK_EVERY)

    async def _leave(self) -> None:
        """Leave all groups and cancel the tasks of this socket."""
        for task in self._tasks:
            task.cancel()
        await self.leave(*self._joined)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore a message: the browser has no reason to send one."""
        await self.count_ignored_message()

    async def count_ignored_message(self) -> None:
        """Count a message that was ignored or refused, and close a socket that sends too many of them."""
        if not self._ignored.take(asyncio.get_running_loop().time()):
            await self.close(TOO_MANY_MESSAGES)
            raise StopConsumer  # messages that have arrived already are not handled

    @asynccontextmanager
    async def closing(self) -> AsyncIterator[None]:
        """Close the socket if it turns out that this browser may not show the table, or has to reload its page."""
        try:
            yield
        except SignedOut:
            await self.close(SIGNED_OUT)
        except PageOutdated:
            await self.close(OUTDATED)
        except (Game.DoesNotExist, NotForSpectators):
            await self.close(NO_SUCH_TABLE)

    @abstractmethod
    def group_names(self) -> list[str]:
        """Return the groups whose messages concern this browser."""

    @abstractmethod
    def on_message(self, message: dict[str, Any]) -> None:
        """Handle a message to one of the groups, from this process or another."""

    @abstractmethod
    async def renew(self) -> None:
        """Send what the browser shows now."""

    def check_signed_in(self) -> None:
        """Raise SignedOut unless the session still has the user of the connection. Runs in a thread."""
        if not is_still_signed_in(self.scope):
            raise SignedOut

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` as a task of this socket, in its language; it is cancelled when the browser disconnects.

        After that nothing is begun any more: a message that arrives late would mark the browser as present again.
        """
        if not self._joined:
            work.close()
            return
        task = self.loop.create_task(work, context=self.context.copy())
        self._tasks.add(task)
        task.add_done_callback(self._end_task)

    def _end_task(self, task: asyncio.Task[None]) -> None:
        """Forget a task. If it failed, close the socket: the browser connects again, and is shown everything."""
        self._tasks.discard(task)
        if task.cancelled():
            return
        if (error := task.exception()) is None:
            _TASKS.worked()
            return
        _TASKS.failed(error)
        closing = self.loop.create_task(self._close_for_now())
        self._tasks.add(closing)
        closing.add_done_callback(self._tasks.discard)

    async def _close_for_now(self) -> None:
        with suppress(Exception):  # it may be closed already
            await self.close(TRY_AGAIN)

    def keep_waiting(self) -> None:
        """Keep the player's place in the queue of those who look for others, as long as this browser is there."""
        if not self._keeps_waiting:
            self._keeps_waiting = True
            self.start(self._keep_waiting())

    async def _keep_waiting(self) -> None:
        async with self.closing():
            while await db_threads.in_thread(self._still_waits)():
                await asyncio.sleep(WAITING_SIGN_EVERY)
        self._keeps_waiting = False

    def _still_waits(self) -> bool:
        self.check_signed_in()
        return sign_of_life(self.scope["user"])

    def rejoin(self) -> None:
        """Show what was missed while the channel layer had forgotten the groups, or could not be reached."""
        self.start(self._rejoin())

    async def _rejoin(self) -> None:
        with suppress(*OUTAGE):  # after it, this is called again
            await membership.of_this_loop().confirm(self._joined)
        await self.renew()
