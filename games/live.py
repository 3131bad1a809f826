"""Tells everyone who watches a game that it changed: after the commit, and from here only."""

from __future__ import annotations

import logging
from functools import partial

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)


def group_of(code: str) -> str:
    """The channel group of everyone who watches the game with this code."""
    return f"table.{code}"


def changed_on_commit(code: str, version: int) -> None:
    """Announce this version once the current transaction is committed; never if it is rolled back."""
    transaction.on_commit(partial(_announce, code, version), robust=True)


def _announce(code: str, version: int) -> None:
    """A lost message loses nothing: the next change, or a reconnect, brings the browsers up to date."""
    try:
        message = {"type": "table.changed", "version": version}
        async_to_sync(get_channel_layer().group_send)(group_of(code), message)
    except Exception:
        logger.exception("could not announce version %s of game %s", version, code)
