"""The table a request is about, and who its visitor is there."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from games import presence, selectors
from games.engine import Player
from games.models import Game
from games.snapshot import TableSnapshot


def find(code: str) -> Game:
    """The game at this address, seats and users with it; 404 without one."""
    try:
        return selectors.game_by_code(code)
    except Game.DoesNotExist:
        raise Http404(_("There is no table at this address.")) from None


def snapshot_for(game: Game, request: HttpRequest) -> TableSnapshot:
    """The table as the visitor may see it; 403 where spectators are not wanted."""
    try:
        return selectors.snapshot(game, selectors.player_of(game, request.user))
    except selectors.NotForSpectators:
        raise PermissionDenied(_("This table is for its players only.")) from None


def host_of(game: Game, request: HttpRequest) -> User:
    """The visitor, who has to be the table's host; 403 for everyone else."""
    if not isinstance(request.user, User) or game.host_id != request.user.pk:
        raise PermissionDenied(_("Only the host can do that."))
    return request.user


def player_at(game: Game, request: HttpRequest) -> Player:
    """Which player the visitor is, who thereby gives a sign of life; 403 for everyone else."""
    player = selectors.player_of(game, request.user)
    if player is None:
        raise PermissionDenied(_("Only the players of this game can do that."))
    presence.sign_of_life(game.code, player)
    return player
