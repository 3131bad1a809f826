"""Tells everyone who watches a game that it changed: after the commit, and from here only."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

LOBBY: Final = "lobby"
"""The channel group of everyone who looks at the lobby."""


def group_of(code: str) -> str:
    """The channel group of everyone who watches the game with this code."""
    return f"table.{code}"


def changed_on_commit(code: str, version: int) -> None:
    """Announce this version once the current transaction is committed; never if it is rolled back."""
    message = {"type": "table.changed", "version": version}
    transaction.on_commit(partial(_send, group_of(code), message), robust=True)


def talk_group(code: str) -> str:
    """The channel group of everyone who hears the talk at the table with this code."""
    return f"talk.{code}"


def talk_changed_on_commit(code: str) -> None:
    """Announce, after the commit, that somebody may hear something else at this table than before."""
    transaction.on_commit(partial(_send, talk_group(code), {"type": "talk.changed"}), robust=True)


def player_group(user_id: int) -> str:
    """The channel group of every page this player has open."""
    return f"player.{user_id}"


def turns_changed_on_commit(user_id: int) -> None:
    """Announce, after the commit, that one more table, or one less, waits for this player."""
    transaction.on_commit(partial(_send, player_group(user_id), {"type": "turns.changed"}), robust=True)


def lobby_changed_on_commit() -> None:
    """Announce, after the commit, that the public tables to sit down at have changed."""
    transaction.on_commit(partial(_send, LOBBY, {"type": "lobby.changed"}), robust=True)


def _send(group: str, message: dict[str, Any]) -> None:
    """A lost message loses nothing: the next change, or a reconnect, brings the browsers up to date."""
    try:
        async_to_sync(get_channel_layer().group_send)(group, message)
    except Exception:
        logger.exception("could not tell %s about %s", group, message["type"])
