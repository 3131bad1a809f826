"""Reads for pages: the visitor's player at a table, and the table for that visitor."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef

from accounts.base.statements import Statement
from accounts.models import User
from games.engine import Player
from games.models import Game, PlannedCard, Seat
from games.play import loading, presence, table_cache
from games.play.snapshot import FullSnapshot, Snapshot
from games.play.spectators import NotForSpectators
from games.play.table import take_full_snapshot
from games.values import Stage


class SeatNow(NamedTuple):
    """A user's seat at a table: the player, the table's version, and whether the user has planned cards there."""

    player: Player
    version: int
    has_plans: bool


_SEAT_NOW: Final = Statement(
    lambda code, user: Seat.objects.filter(game__code=code, user=user).values_list(
        "player", "game__version", Exists(PlannedCard.objects.filter(seat=OuterRef("pk")))
    )
)


def player_of(game: Game, user: User | AnonymousUser) -> Player | None:
    """Return the user's player, None for a spectator. Raises NotForSpectators for staff who have seen the cards."""
    if not user.is_authenticated:
        return None
    player = next((seat.player for seat in game.seats.all() if seat.user_id == user.pk), None)
    if player is None and Stage(game.stage).is_running and game.insights.filter(user=user).exists():
        raise NotForSpectators
    return player


def versions(codes: Iterable[str]) -> dict[str, int]:
    """Return the versions of these tables in the database, by code."""
    return dict(Game.objects.filter(code__in=set(codes)).values_list("code", "version"))


def was_sent_away(game: Game, user: User | AnonymousUser) -> bool:
    """Return whether the host has freed this user's seat at a table that still waits for players."""
    if game.stage != Stage.OPEN or not user.is_authenticated or player_of(game, user) is not None:
        return False
    return presence.was_sent_away(game.code, user.pk)


def seat_now(code: str, user: User | AnonymousUser) -> SeatNow | None:
    """Return the user's seat at the table with this code, without loading the table; None if there is none."""
    row = _SEAT_NOW.first(code, user.pk) if user.is_authenticated else None
    return SeatNow(*row) if row else None


def full_snapshot_of(game: Game) -> FullSnapshot:
    """Return the snapshot of `game`, from `loading.game_by_code`; that in the cache if it has that version."""
    known = table_cache.full_snapshot_at(game.code, game.version)
    if known is not None and known.base.version == game.version:
        return known
    loaded = take_full_snapshot(loading.load(game))
    if game.stage == Stage.OPEN and Game.objects.values_list("version", flat=True).get(pk=game.pk) != game.version:
        return full_snapshot_of(loading.game_by_code(game.code))  # seats may have changed during the read
    return loaded


def sheet(game: Game, viewer: Player | None) -> Snapshot:
    """Return the table without cards, for the score sheet. Raises NotForSpectators."""
    return full_snapshot_of(game).sheet(viewer)
