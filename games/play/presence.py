"""The presence of players at a table: the time of each player's last heartbeat, in the cache.

A browser with the table open sends a heartbeat every few seconds through its socket, so a player without one has left
and is not just thinking. Who acts as host and who has yet to agree follow from that and from the table's rows.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from types import SimpleNamespace
from typing import Final, TypeAlias

from django.core.cache import cache
from django.utils import timezone

from accounts.base.outages import OF_REDIS
from accounts.site_config import downtime
from games.engine import PLAYERS, Player
from games.models import Game, Seat
from games.play import onlookers
from games.play.attendance import NOBODY, Attendance
from games.play.snapshot import Snapshot
from games.values import BY_TURNS, Proposal, Stage, TableOptions

SIGN_EVERY: Final = 4
"""Seconds between two heartbeats of one browser."""

GONE_AFTER: Final = 12
"""Seconds without a heartbeat after which a player counts as away."""

NOTED_AFTER: Final = 30
"""Seconds away after which the others are shown how long it takes until a bot may be called."""

LISTED_FOR: Final = 5 * 60
"""Seconds after which a table without players present is no longer listed in the lobby."""

PRESENCE_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds for which heartbeats, and who was sent away, are stored."""

Place: TypeAlias = tuple[str, Player]
"""A table's code and a player there."""

_STARTED: Final = timezone.now().timestamp()
"""When this process started. A player without a heartbeat may have sent one just before that."""

_EMPTIED: Final = "presence.emptied"
"""The cache key of the time when the cache was noticed to be empty, for example after a restart of Redis."""

_BACK: Final = "presence.back"
"""The cache key of the time when the cache answered again after an outage, before which no heartbeats were stored."""

_outage: Final = SimpleNamespace(goes_on=False)
"""Whether the last request of this process to the cache failed."""


def sign_of_life(code: str, player: Player) -> None:
    """Store that a browser of this player has the table open now."""
    signs_of_life([(code, player)])


def signs_of_life(places: Iterable[Place]) -> None:
    """Store that browsers of these players have their tables open now."""
    now = timezone.now().timestamp()
    try:
        _note_gaps(now)
        cache.set_many({_key(code, player): now for code, player in places}, PRESENCE_KEPT_FOR)
    except OF_REDIS:
        _outage.goes_on = True


def _note_gaps(now: float) -> None:
    """Store that the cache is empty, if it is, and that it answers again."""
    cache.add(_EMPTIED, now, None)
    if _outage.goes_on:
        cache.set(_BACK, now, PRESENCE_KEPT_FOR)
        _outage.goes_on = False


def patience(table: Game | TableOptions, stage: str) -> float:
    """Return the seconds after which a player counts as away too long: in a game by turns, never once it has begun."""
    return inf if table.clock in BY_TURNS and stage != Stage.OPEN else table.patience


def is_here(code: str, player: Player) -> bool:
    """Return whether the player is at the table now."""
    return _silent_for(code, player) < GONE_AFTER


def who_is_here(places: Iterable[Place]) -> frozenset[Place]:
    """Return those of these players who are known to be at their table now."""
    return frozenset(place for place, silence in _silences(places, 0.0).items() if silence < GONE_AFTER)


def away_too_long(code: str, player: Player, patience: float) -> bool:
    """Return whether the player has been away longer than the table's patience, so that a bot may be called."""
    return _silent_for(code, player) >= max(patience, GONE_AFTER)


def who_is_away_too_long(places: Iterable[Place], patience: float) -> frozenset[Place]:
    """Return those of these players who have been away longer than the patience of their tables, as `away_too_long`."""
    limit = max(patience, GONE_AFTER)
    return frozenset(place for place, silence in _silences(places, _STARTED).items() if silence >= limit)


def attendance(code: str, patience: float, *, gathers: bool = False) -> Attendance:
    """Return who is at the table and who has been away too long; with `gathers`, also the people around it."""
    [shown] = attendances([(code, patience)], [code] if gathers else [])
    return shown


def attendance_at(table: Snapshot) -> Attendance:
    """Return the attendance of a table that is shown; while it waits for players, also the people around it."""
    return attendance(table.code, patience(table.options, table.stage), gathers=table.stage is Stage.OPEN)


def attendances(tables: Sequence[tuple[str, float]], gathering: Iterable[str] = ()) -> list[Attendance]:
    """Return the attendance of many tables, each a pair of code and patience, with at most two cache requests.

    `gathering` are the codes of those that wait for players.
    """
    around = onlookers.around(gathering)
    silences = _silences(((code, player) for code, _ in tables for player in PLAYERS), _STARTED)
    return [
        Attendance(
            frozenset([player for player in PLAYERS if silences[code, player] < GONE_AFTER]),
            frozenset([player for player in PLAYERS if silences[code, player] >= max(patience, GONE_AFTER)]),
            around.get(code, NOBODY),
            tuple([_bot_at(silences[code, player], max(patience, GONE_AFTER)) for player in PLAYERS]),
        )
        for code, patience in tables
    ]


def _bot_at(silence: float, patience: float) -> datetime | None:
    """Return when a bot may be called for a player; None if the player has not been away for long, or may be replaced
    already.
    """
    if not NOTED_AFTER <= silence < patience or patience == inf:
        return None
    at = round(timezone.now().timestamp() - silence + patience, 1)  # the same at each look
    return datetime.fromtimestamp(at, UTC)


def _silent_for(code: str, player: Player) -> float:
    return _silences([(code, player)], _STARTED)[code, player]


def _silences(places: Iterable[Place], unknown: float) -> dict[Place, float]:
    """Return the seconds since each player's last heartbeat; without any, since the time `unknown`.

    With the start of this process as `unknown`, no player counts as away for longer than the site and the cache could
    be reached, or since before the cache was emptied. A heartbeat in the future is ignored: the clock was ahead. Raises
    the error of an outage if only known heartbeats count.
    """
    keys, now = {place: _key(*place) for place in places}, timezone.now().timestamp()
    try:
        if _outage.goes_on:
            _note_gaps(now)
        signs = cache.get_many([*keys.values(), _EMPTIED, _BACK])
        if _EMPTIED not in signs:
            _note_gaps(now)
    except OF_REDIS:
        _outage.goes_on = True
        if not unknown:
            raise
        return dict.fromkeys(keys, 0.0)
    signs = {key: sign for key, sign in signs.items() if sign <= now + GONE_AFTER}
    least = 0.0
    if unknown:
        unknown = max(unknown, float(signs.get(_EMPTIED, now)))
        least = max(float(signs.get(_BACK, 0.0)), _reachable_since())
    return {place: now - max(least, float(signs.get(key, unknown))) for place, key in keys.items()}


def _reachable_since() -> float:
    since = downtime.reachable_since()
    return since.timestamp() if since is not None else 0.0


def still_to_agree(game: Game, seats: Iterable[Seat]) -> frozenset[Player]:
    """Return who has yet to agree to the proposal: bots always agree, and players who have been away too long are not
    asked, unless it `asks_everybody`.
    """
    people = (seat for seat in seats if seat.user_id is not None and not seat.bot_name and not seat.agrees)
    limit = inf if Proposal(game.proposal).asks_everybody else patience(game, game.stage)
    return frozenset(seat.player for seat in people if not away_too_long(game.code, seat.player, limit))


def host_now(game: Game) -> int:
    """Return the id of the user who acts as host: another player, while the host has been away too long; 0 if nobody
    does, at a table of strangers.
    """
    if game.paired:
        return 0
    users = {seat.player: seat.user_id for seat in game.seats.all() if seat.user_id is not None}
    host = next((player for player, user in users.items() if user == game.host_id), None)
    acting = attendance(game.code, patience(game, game.stage)).acting_host(host, users)
    return game.host_id if acting is None else users[acting]


def yet_to_come(game: Game) -> frozenset[int]:
    """Return the ids of users seated by a rematch who have not opened it yet: their invitation still exists."""
    return frozenset(game.invitations.filter(user__seats__game=game).values_list("user_id", flat=True))


def send_away(code: str, user_id: int) -> None:
    """Store that the host has removed this user from a seat before the game began."""
    cache.set(_sent_away_key(code, user_id), True, PRESENCE_KEPT_FOR)


def was_sent_away(code: str, user_id: int) -> bool:
    """Return whether the host has removed this user, who has not sat down since."""
    with suppress(*OF_REDIS):
        return bool(cache.get(_sent_away_key(code, user_id), False))
    return False


def went_away(code: str, user_id: int) -> None:
    """Store that the user has left the seat without being removed."""
    cache.delete(_sent_away_key(code, user_id))


def not_deserted(codes: Iterable[str]) -> frozenset[str]:
    """Return the codes of the tables at which a player has, or may have, been within the last `LISTED_FOR` seconds."""
    return _seen_lately(codes, _STARTED)


def is_remembered(code: str) -> bool:
    """Return whether a player is known to have been at this table within the last `LISTED_FOR` seconds."""
    return bool(_seen_lately([code], 0.0))


def _seen_lately(codes: Iterable[str], unknown: float) -> frozenset[str]:
    silences = _silences(((code, player) for code in codes for player in PLAYERS), unknown)
    return frozenset(code for (code, _), silence in silences.items() if silence < LISTED_FOR)


def _key(code: str, player: Player) -> str:
    return f"presence.{code}.{player}"


def _sent_away_key(code: str, user_id: int) -> str:
    return f"sent_away.{code}.{user_id}"
