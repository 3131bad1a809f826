"""Who is at a table: a sign of life from each player's browser, kept in the cache and forgotten by itself.

A browser with the table open gives a sign every few seconds through its socket, so silence means gone, not thinking.
Who has the host's part and who has yet to agree follows from that and from the table's rows; `yet_to_come` asks the
database alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from django.core.cache import cache
from django.utils import timezone

from games.engine import PLAYERS, Player
from games.models import Game, Seat

SIGN_EVERY: Final = 4
"""Seconds between two signs of life of one browser."""

GONE_AFTER: Final = 12
"""Seconds of silence after which a player counts as away."""

LISTED_FOR: Final = 5 * 60
"""Seconds after which a table that nobody is at is not shown to others any more."""

REMEMBERED_FOR: Final = 24 * 60 * 60

Attendance: TypeAlias = tuple[frozenset[Player], frozenset[Player]]
"""Who is at a table, and who has been away too long."""

_STARTED: Final = timezone.now().timestamp()


def sign_of_life(code: str, player: Player) -> None:
    """A browser of this player has the table open."""
    signs_of_life([(code, player)])


def signs_of_life(places: Iterable[tuple[str, Player]]) -> None:
    """Browsers of these players, each named by the table's code and the seat, have their tables open."""
    now = timezone.now().timestamp()
    cache.set_many({_key(code, player): now for code, player in places}, REMEMBERED_FOR)


def silent_for(code: str, player: Player) -> float:
    """Seconds since the player's last sign of life; where none is remembered, since this process began to listen."""
    return timezone.now().timestamp() - float(cache.get(_key(code, player), _STARTED))


def is_here(code: str, player: Player) -> bool:
    """Whether the player is at the table now."""
    return silent_for(code, player) < GONE_AFTER


def who_is_here(places: Iterable[tuple[str, Player]]) -> frozenset[tuple[str, Player]]:
    """Those of these players, each named by the table's code and the seat, who are at their table now."""
    asked = {_key(code, player): (code, player) for code, player in places}
    signs = cache.get_many(asked)
    since = timezone.now().timestamp() - GONE_AFTER
    return frozenset(asked[key] for key, sign in signs.items() if float(sign) > since)


def away_too_long(code: str, player: Player, patience: float) -> bool:
    """Whether the player has been away longer than the table is patient, so that a bot may be called to sit in."""
    return _is_too_long(silent_for(code, player), patience)


def attendance(code: str, patience: float) -> Attendance:
    """All that a page shows of presence."""
    [shown] = attendances([(code, patience)])
    return shown


def attendances(tables: Sequence[tuple[str, float]]) -> list[Attendance]:
    """The same for many tables, each with its patience, in one look."""
    signs = cache.get_many([_key(code, player) for code, _ in tables for player in PLAYERS])
    now = timezone.now().timestamp()
    return [
        _attendance({player: now - float(signs.get(_key(code, player), _STARTED)) for player in PLAYERS}, patience)
        for code, patience in tables
    ]


def _attendance(silences: Mapping[Player, float], patience: float) -> Attendance:
    """Who is at a table where the players have been silent for so many seconds each."""
    here = frozenset(player for player, silence in silences.items() if silence < GONE_AFTER)
    return here, frozenset(player for player, silence in silences.items() if _is_too_long(silence, patience))


def _is_too_long(silence: float, patience: float) -> bool:
    """Whether that is longer than a table is patient, in seconds, and long enough to count as away at all."""
    return silence >= max(patience, GONE_AFTER)


def still_to_agree(game: Game, seats: Iterable[Seat]) -> frozenset[Player]:
    """The players who have yet to agree to what is proposed: bots always do, and who has been away too long is not
    waited for.
    """
    people = (seat for seat in seats if seat.user_id is not None and not seat.bot_name and not seat.agrees)
    return frozenset(seat.player for seat in people if not away_too_long(game.code, seat.player, game.patience))


def host_now(game: Game) -> int:
    """The user who has the host's part: the host, or while players gather and the host has been away longer than the
    table is patient, the first player who is there.
    """
    people = {seat.user_id: seat.player for seat in game.seats.all() if seat.user_id is not None}
    host = people.get(game.host_id)
    if host is None or not away_too_long(game.code, host, game.patience):
        return game.host_id
    return next((user for user, player in people.items() if is_here(game.code, player)), game.host_id)


def yet_to_come(game: Game) -> frozenset[int]:
    """The users whom a rematch has seated and who have not come since: they still have its invitation."""
    return frozenset(game.invitations.filter(user__seats__game=game).values_list("user_id", flat=True))


def send_away(code: str, user_id: int) -> None:
    """The host has freed this user's seat while players gather."""
    cache.set(_sent_away_key(code, user_id), True, REMEMBERED_FOR)


def was_sent_away(code: str, user_id: int) -> bool:
    """Whether the host has freed this user's seat, and that was the last the user had to do with one."""
    return bool(cache.get(_sent_away_key(code, user_id), False))


def went_away(code: str, user_id: int) -> None:
    """The user has got up of the user's own accord."""
    cache.delete(_sent_away_key(code, user_id))


def not_deserted(codes: Iterable[str]) -> frozenset[str]:
    """Those of the tables with these codes at which a player has, or may have, been within the last minutes."""
    return _seen_lately(codes, _STARTED)


def is_remembered(code: str) -> bool:
    """Whether a player has been at this table within the last minutes; that this process has listened for less than
    that is not enough.
    """
    return bool(_seen_lately([code], 0.0))


def _seen_lately(codes: Iterable[str], unknown: float) -> frozenset[str]:
    """Those of the tables at which a player has given a sign of life within the last minutes; where none is remembered,
    it counts as one at the time `unknown`.
    """
    asked = {_key(code, player): code for code in codes for player in PLAYERS}
    signs = cache.get_many(asked)
    since = timezone.now().timestamp() - LISTED_FOR
    return frozenset(code for key, code in asked.items() if float(signs.get(key, unknown)) > since)


def _key(code: str, player: Player) -> str:
    return f"presence.{code}.{player}"


def _sent_away_key(code: str, user_id: int) -> str:
    return f"sent_away.{code}.{user_id}"
