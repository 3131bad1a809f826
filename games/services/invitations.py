"""Asking another player by name to sit down at a table."""

from __future__ import annotations

from django.db import transaction

from accounts import names
from accounts.models import User
from games import store
from games.models import Invitation
from games.services.tables import NotPossible
from games.snapshot import Stage


class NobodyOfThatName(Exception):
    """There is no active account of this name."""


@transaction.atomic
def invite(*, code: str, inviter: User, name: str) -> None:
    """Invite the account called `name`, as written or not in capitals; asked twice, one invitation stands.

    Raises NobodyOfThatName, or NotPossible if the game has begun or the inviter does not sit at the table.
    """
    game = store.lock(code)
    if game.stage != Stage.OPEN or not game.seats.filter(user=inviter).exists():
        raise NotPossible
    user = User.objects.filter(name_key=names.fold(name), is_active=True).exclude(pk=inviter.pk).first()
    if user is None:
        raise NobodyOfThatName
    Invitation.objects.get_or_create(game=game, user=user, defaults={"inviter": inviter})
