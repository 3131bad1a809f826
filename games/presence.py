"""Who is at a table: a sign of life from each player's browser, kept in the cache and forgotten by itself.

A browser with the table open gives a sign every few seconds through its socket, so silence means gone, not thinking.
"""

from __future__ import annotations

from typing import Final

from django.core.cache import cache
from django.utils import timezone

from games.engine import PLAYERS, Player

SIGN_EVERY: Final = 4
"""Seconds between two signs of life of one browser."""

GONE_AFTER: Final = 12
"""Seconds of silence after which a player counts as away."""

REMEMBERED_FOR: Final = 24 * 60 * 60

_STARTED: Final = timezone.now().timestamp()


def sign_of_life(code: str, player: Player) -> None:
    """A browser of this player has the table open."""
    cache.set(_key(code, player), timezone.now().timestamp(), REMEMBERED_FOR)


def silent_for(code: str, player: Player) -> float:
    """Seconds since the player's last sign of life; where none is remembered, since this process began to listen."""
    return timezone.now().timestamp() - float(cache.get(_key(code, player), _STARTED))


def is_here(code: str, player: Player) -> bool:
    """Whether the player is at the table now."""
    return silent_for(code, player) < GONE_AFTER


def present(code: str) -> frozenset[Player]:
    """The players who are at the table now."""
    return frozenset(player for player in PLAYERS if is_here(code, player))


def away_too_long(code: str, player: Player, patience: float) -> bool:
    """Whether the player has been away longer than the table is patient, so that a bot may be called to sit in."""
    return silent_for(code, player) >= max(patience, GONE_AFTER)


def attendance(code: str, patience: float) -> tuple[frozenset[Player], frozenset[Player]]:
    """Who is at the table now, and who has been away too long: all that a page shows of presence."""
    return present(code), frozenset(player for player in PLAYERS if away_too_long(code, player, patience))


def _key(code: str, player: Player) -> str:
    return f"presence.{code}.{player}"
