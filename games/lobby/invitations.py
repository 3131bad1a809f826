"""Asking another player by name to sit down at a table."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts import names
from accounts.models import User
from games.lobby import tables
from games.lobby.tables import NotPossible
from games.models import Block, Game, Invitation
from games.play import event_log, presence
from games.play.snapshot import Stage
from games.pubsub import groups


class NobodyOfThatName(Exception):
    """There is no active account of this name."""


class BlockedByInviter(Exception):
    """The inviter has blocked this player."""


@transaction.atomic
def decline(*, code: str, user: User) -> None:
    """Turn down every invitation to this table; nobody is told, but the seat a rematch has kept is free then."""
    game = event_log.lock(code)
    if user.pk in presence.yet_to_come(game):
        tables.leave(code=code, user=user)
    game.invitations.filter(user=user).delete()
    groups.notices_changed_on_commit(user.pk)


@transaction.atomic
def come(*, code: str, user: User) -> None:
    """Whoever a rematch has seated has found the way to the table. Asked again, nothing happens."""
    game = event_log.lock(code)
    if user.pk in presence.yet_to_come(game):
        game.invitations.filter(user=user).delete()
        groups.notices_changed_on_commit(user.pk)
        tables.changed(game)


def invite_seated(game: Game) -> None:
    """Tell those whom a rematch has seated, its host aside: they sit there without having come."""
    for user in User.objects.filter(seats__game=game).exclude(pk=game.host_id):
        Invitation.objects.create(game=game, user=user, inviter=game.host)
        groups.notices_changed_on_commit(user.pk)


@transaction.atomic
def invite(*, code: str, inviter: User, name: str) -> None:
    """Invite the account called `name`, as written or not in capitals; asked twice, one invitation stands.

    Whoever has blocked the inviter gets no invitation, nor does whom the host has blocked, who could not sit down; the
    inviter does not learn of either.

    Raises NobodyOfThatName, BlockedByInviter, or NotPossible if the game has begun, the inviter does not sit at the
    table or the invited one does.
    """
    game = event_log.lock(code)
    seated = {seat.user_id for seat in game.seats.all()}
    if game.stage != Stage.OPEN or inviter.pk not in seated:
        raise NotPossible
    user = next(iter(User.objects.all_locked(name_key=names.fold(name))), None)
    if user is None or user == inviter:
        raise NobodyOfThatName
    if user.pk in seated:
        raise NotPossible
    if inviter.blocks.filter(blocked=user).exists():
        raise BlockedByInviter
    if not Block.objects.filter(Q(user=user, blocked=inviter) | Q(user=game.host_id, blocked=user)).exists():
        Invitation.objects.get_or_create(game=game, user=user, defaults={"inviter": inviter})
        groups.notices_changed_on_commit(user.pk)
