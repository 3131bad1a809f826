"""Tells everyone who watches something that it changed: from here only, and after the commit where the name says so.

Browsers of this process are told at once; those of other processes through the channel layer, if there are any.
"""

from __future__ import annotations

import logging
import secrets
from asyncio import AbstractEventLoop
from collections import defaultdict
from contextvars import Context
from functools import partial
from threading import Lock
from typing import Any, Final, Protocol

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from games.pubsub import broadcast

logger = logging.getLogger(__name__)

LOBBY: Final = "lobby"
"""The group of everyone who looks at the lobby."""

PROCESS: Final = secrets.token_hex(8)
"""Stands in every message, so that a process knows its own when they come back to it."""


class Listener(Protocol):
    """A browser's socket; it is told on its own event loop, in the context it was opened in."""

    loop: AbstractEventLoop
    context: Context

    def hear(self, message: dict[str, Any]) -> None: ...


_listeners: defaultdict[str, set[Listener]] = defaultdict(set)
_untold: dict[AbstractEventLoop, list[tuple[list[Listener], dict[str, Any]]]] = {}
"""Who is yet to be told what, by event loop: what one transaction changes at many tables wakes each loop once."""
_lock = Lock()


def join(group: str, listener: Listener) -> None:
    """From now on tell this listener what concerns the group."""
    _listeners[group].add(listener)


def leave(group: str, listener: Listener) -> None:
    """Tell this listener no more."""
    _listeners[group].discard(listener)
    if not _listeners[group]:
        del _listeners[group]


def reaches_other_processes() -> bool:
    """Whether there may be other processes to tell."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def group_of(code: str) -> str:
    """The group of everyone who watches the game with this code."""
    return f"table.{code}"


def changed_on_commit(code: str, version: int) -> None:
    """Announce this version once the current transaction is committed; never if it is rolled back."""
    message = {"type": "table.changed", "version": version}
    transaction.on_commit(partial(_send, group_of(code), message), robust=True)


def talk_group(code: str) -> str:
    """The group of everyone who hears the talk at the table with this code."""
    return f"talk.{code}"


def talk_changed_on_commit(code: str) -> None:
    """Announce, after the commit, that somebody may hear something else at this table than before."""
    transaction.on_commit(partial(_send, talk_group(code), {"type": "talk.changed", **_one_change()}), robust=True)


def player_group(user_id: int) -> str:
    """The group of every page this player has open."""
    return f"player.{user_id}"


def notices_changed_on_commit(user_id: int, table: str = "") -> None:
    """Announce, after the commit, that this player's other pages show something else now: who is waited for or invited
    where, or how the games stand.

    `table` is the code of the one where it happened, if its own page shows it anyway.
    """
    message = {"type": "notices.changed", "table": table}
    transaction.on_commit(partial(_send, player_group(user_id), message), robust=True)


def lobby_changed_on_commit() -> None:
    """Announce, after the commit, that the public tables to sit down at have changed."""
    transaction.on_commit(partial(_send, LOBBY, {"type": "lobby.changed", **_one_change()}), robust=True)


def _one_change() -> dict[str, str]:
    """A name for this change, under which those who hear of it may share what they show after it."""
    return {"change": secrets.token_hex(8)}


def session_group(session_key: str) -> str:
    """The group of every table somebody watches with this session."""
    return f"session.{session_key}"


def session_changed(session_key: str) -> None:
    """Announce at once that whoever opened sockets with this session has signed out, or may see other things now."""
    _send(session_group(session_key), {"type": "session.changed"})


def _send(group: str, message: dict[str, Any]) -> None:
    """A lost message loses nothing: the next change, or a reconnect, brings the browsers up to date."""
    try:
        for loop, listeners in _by_loop(group).items():
            _wake(loop, listeners, message)
        if reaches_other_processes():
            broadcast.tell(group, {**message, "process": PROCESS})
    except Exception:
        logger.exception("could not tell everyone about %s", message["type"])  # a group's name may hold a session's key


def _by_loop(group: str) -> dict[AbstractEventLoop, list[Listener]]:
    """Who is to be told on which event loop."""
    loops: dict[AbstractEventLoop, list[Listener]] = {}
    for listener in tuple(_listeners.get(group, ())):
        loops.setdefault(listener.loop, []).append(listener)
    return loops


def _wake(loop: AbstractEventLoop, listeners: list[Listener], message: dict[str, Any]) -> None:
    with _lock:
        is_first = loop not in _untold
        _untold.setdefault(loop, []).append((listeners, message))
    if is_first:
        loop.call_soon_threadsafe(_tell_all, loop)


def _tell_all(loop: AbstractEventLoop) -> None:
    with _lock:
        untold = _untold.pop(loop)
    for listeners, message in untold:
        _tell(listeners, message)


def _tell(listeners: list[Listener], message: dict[str, Any]) -> None:
    for listener in listeners:
        try:
            listener.context.run(listener.hear, message)
        except Exception:
            logger.exception("one of many could not be told about %s", message["type"])
