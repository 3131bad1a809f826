"""What follows at the tables when a player is called otherwise or has the account removed."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.forgetting import nameless
from accounts.models import User
from games import live, store
from games.models import Block, Game, Invitation, Message, Mute, Report
from games.services import proposals, tables, turns
from games.snapshot import ENDED, Stage


@transaction.atomic
def show_new_name(user: User) -> None:
    """Let everybody at the player's unfinished tables see what the player is called now."""
    for code in _unfinished(user):
        turns.touch(store.lock(code))
        live.talk_changed_on_commit(code)


@transaction.atomic
def leave_all(user: User) -> None:
    """Give up every seat of an unfinished game, and delete what the player said and whom the player did not want to
    hear. In reports the words stay, without the name."""
    for code in _unfinished(user):
        _give_up(code, user)
    for report in Report.objects.filter(game__in=Message.objects.filter(author=user).values("game")):
        _hide_name(report, user)
    Message.objects.filter(author=user).delete()
    Invitation.objects.filter(Q(user=user) | Q(inviter=user)).delete()
    Mute.objects.filter(Q(user=user) | Q(muted=user)).delete()
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()


def _unfinished(user: User) -> list[str]:
    seats = user.seats.exclude(game__stage__in=ENDED).order_by("game__code")
    return list(seats.values_list("game__code", flat=True))


def _give_up(code: str, user: User) -> None:
    game = Game.objects.get(code=code)
    seat = game.seats.get(user=user)
    if game.stage == Stage.OPEN:
        tables.leave(code=code, user=user)
    elif not seat.bot_name:
        proposals.give_up(code=code, player=seat.player)
    live.talk_changed_on_commit(code)


def _hide_name(report: Report, user: User) -> None:
    for said in report.context:
        if _is_by(said, user):
            said["author"] = nameless(user)
    report.save(update_fields=["context"])


def _is_by(said: dict[str, Any], user: User) -> bool:
    """Whether the user said this, under whatever name; older reports know nothing but the name."""
    return bool(said["account"] == user.pk if "account" in said else said["author"] == user.username)
