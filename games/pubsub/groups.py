"""Groups of sockets, and the messages sent to them when something changes; `*_on_commit` sends after the commit.

Sockets of this process get messages directly, those of other processes through the channel layer, if there is one. A
failure is only logged: the next change, or a reconnect, brings the browsers up to date.
"""

import asyncio
import atexit
import logging
import secrets
from asyncio import AbstractEventLoop
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from contextvars import Context
from functools import cache, partial
from threading import Lock, Thread
from typing import Any, Final, Protocol, TypeAlias

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from accounts.base.outages import Attempts

logger = logging.getLogger(__name__)

_ANNOUNCING: Final = Attempts(logger, "%s could not be sent to all")
_HANDLING: Final = Attempts(logger, "a socket could not handle %s")
_SENDING: Final = Attempts(logger, "messages could not be sent to other processes")

LOBBY: Final = "lobby"  # the group of the sockets that show the lobby
PAIRING: Final = "pairing"  # the group of the sockets that show who waits to be paired
PROCESS: Final = secrets.token_hex(8)  # the id of this process, in every message, so that it can ignore its own

SHUTDOWN_TIMEOUT: Final = 3.0
"""Seconds that a process which ends waits until its messages to other processes are sent."""

Message: TypeAlias = dict[str, Any]


class Listener(Protocol):
    """A browser's socket; its methods are called on its event loop, `on_message` in its context."""

    loop: AbstractEventLoop
    context: Context

    def on_message(self, message: Message) -> None: ...
    def rejoin(self) -> None: ...


_listeners: defaultdict[str, set[Listener]] = defaultdict(set)
_undelivered: dict[AbstractEventLoop, list[tuple[Listener, Message]]] = {}
"""Messages not yet delivered, by event loop: the changes of a transaction wake each loop once."""
_announcements: set[Future[None]] = set()
"""Messages that are being sent to other processes."""
_lock = Lock()


def join(group: str, listener: Listener) -> None:
    """Add the listener to the group."""
    _listeners[group].add(listener)


def leave(group: str, listener: Listener) -> None:
    """Remove the listener from the group."""
    _listeners[group].discard(listener)
    if not _listeners[group]:
        del _listeners[group]


def rejoin_all() -> None:
    """Let all sockets of this process show what they may have missed, once the process is in their groups again."""
    for listener in set().union(*_listeners.values()):
        listener.loop.call_soon_threadsafe(listener.rejoin)


def reaches_other_processes() -> bool:
    """Return whether messages are also sent to other processes."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def on_commit(send: Callable[[], None]) -> None:
    """Call `send` once the current transaction is committed; an error then is logged, and undoes nothing."""
    # Django names the function that failed by its `__qualname__`, which a partial does not have.
    transaction.on_commit(lambda: send(), robust=True)


def group_of(code: str) -> str:
    """Return the group of the sockets that show the game with this code."""
    return f"table.{code}"


def changed(code: str, version: int) -> None:
    """Send the game's new version, which is committed."""
    _send(group_of(code), {"type": "table.changed", "code": code, "version": version})


def changed_on_commit(code: str, version: int) -> None:
    """Send the game's new version after the commit of the current transaction."""
    on_commit(partial(changed, code, version))


def chat_group(code: str) -> str:
    """Return the group of the sockets that show the chat of the table with this code."""
    return f"chat.{code}"


def chat_changed_on_commit(code: str) -> None:
    """Send, after the commit, that the chat of this table changed."""
    on_commit(partial(_send, chat_group(code), {"type": "chat.changed", "change": _new_change()}))


def player_group(user_id: int) -> str:
    """Return the group of all pages this player has open."""
    return f"player.{user_id}"


def notices_changed_on_commit(*user_ids: int, table: str = "") -> None:
    """Send, after the commit, that these players' turns, invitations or lists of games changed.

    `table` is the code of the table where it happened, if its own page shows the change anyway.
    """

    def send() -> None:
        for user_id in user_ids:
            _send(player_group(user_id), {"type": "notices.changed", "table": table})

    on_commit(send)


def plans_changed_on_commit(user_id: int, code: str) -> None:
    """Send to this player's pages only, after the commit, that the cards planned at a table changed: not which."""
    on_commit(partial(_send, player_group(user_id), {"type": "plans.changed", "code": code}))


def joint_review_group(code: str) -> str:
    """Return the group of the sockets that follow the joint review of the table with this code."""
    return f"joint_review.{code}"


def step_shown_on_commit(code: str) -> None:
    """Send, after the commit, that the leader of the table's joint review shows another step."""
    on_commit(partial(_send, joint_review_group(code), {"type": "step.shown"}))


def lobby_changed_on_commit() -> None:
    """Send, after the commit, that the list of open tables changed."""
    on_commit(partial(_send, LOBBY, {"type": "lobby.changed", "change": _new_change()}))


def pairing_changed_on_commit(users: Iterable[int]) -> None:
    """Send, after the commit, that these users wait to be paired, do so no more, or have a table."""
    notices_changed_on_commit(*users)
    on_commit(partial(_send, PAIRING, {"type": "pairing.changed"}))


def _new_change() -> str:
    """Return an id for a change, by which sockets can share what they render after it."""
    return secrets.token_hex(8)


def session_group(session_key: str) -> str:
    """Return the group of the sockets opened with this session."""
    return f"session.{session_key}"


def session_changed(session_key: str) -> None:
    """Send at once that this session has ended or its permissions changed."""
    _send(session_group(session_key), {"type": "session.changed"})


def _send(group: str, message: Message) -> None:
    with _ANNOUNCING.attempt(message["type"]):  # a group's name may be a session key
        _send_here(group, message)
        if reaches_other_processes():
            sending = _send_elsewhere(group, {**message, "group": group, "process": PROCESS})
            announcement = asyncio.run_coroutine_threadsafe(sending, _announcer())
            _announcements.add(announcement)
            announcement.add_done_callback(_announcements.discard)


def receive_from_elsewhere(message: Message) -> None:
    """Pass a message of another process to the sockets of this one; its own messages, too, come back to it.

    A message without a group is of version 0.2.0, whose sockets have channels of their own: until the upgrade is
    complete, heartbeats show what it has changed.
    """
    if "group" in message and message["process"] != PROCESS:
        _send_here(message["group"], message)


def _send_here(group: str, message: Message) -> None:
    with _lock:
        for listener in tuple(_listeners.get(group, ())):
            undelivered = _undelivered.setdefault(listener.loop, [])
            undelivered.append((listener, message))
            if len(undelivered) == 1:
                listener.loop.call_soon_threadsafe(_deliver, listener.loop)


def _deliver(loop: AbstractEventLoop) -> None:
    with _lock:
        undelivered = _undelivered.pop(loop)
    for listener, message in undelivered:
        with _HANDLING.attempt(message["type"]):
            listener.context.run(listener.on_message, message)


@cache
def _announcer() -> AbstractEventLoop:
    """Return the event loop, started at the first message, of a thread that sends messages to other processes.

    A message is sent after the commit of the change it announces, so nothing waits for it. Only a process that ends
    does so for a while: without the message about the last move, pages would show it only with the next one.
    """
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="announcer", daemon=True).start()
    atexit.register(finish_announcements)
    return loop


def finish_announcements() -> None:
    """Wait until the messages to other processes are sent, but not longer than SHUTDOWN_TIMEOUT."""
    wait(tuple(_announcements), SHUTDOWN_TIMEOUT)


async def _send_elsewhere(group: str, message: Message) -> None:
    with _SENDING.attempt():
        await get_channel_layer().group_send(group, message)
