"""What follows at the tables when a player is called otherwise or has the account removed."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.account_deletion import nameless
from accounts.models import User
from games.lobby import tables
from games.models import (
    Block,
    Invitation,
    Message,
    Mute,
    Report,
)
from games.play import event_log, proposals, turns
from games.play.snapshot import ENDED, Stage
from games.pubsub import groups


def lock_tables(user: User) -> None:
    """Lock the player's unfinished games until the end of the transaction."""
    event_log.lock_all(_unfinished(user))


@transaction.atomic
def show_new_name(user: User) -> None:
    """Let everybody at the player's unfinished tables see what the player is called now."""
    for code in _unfinished(user):
        turns.touch(event_log.lock(code))
        groups.talk_changed_on_commit(code)


@transaction.atomic
def leave_all(user: User) -> None:
    """Give up every seat of an unfinished game, and delete what the player said and whom the player did not want to
    hear. In reports the words stay, without the name."""
    for code in _unfinished(user):
        _give_up(code, user)
    for report in _reports_with(user):
        _hide_name(report, user)
    _take_back_words(user)
    Invitation.objects.filter(Q(user=user) | Q(inviter=user)).delete()
    Mute.objects.filter(Q(user=user) | Q(muted=user)).delete()
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()


def _take_back_words(user: User) -> None:
    """Delete what the player said, also from pages that are open."""
    said = Message.objects.filter(author=user)
    for code in set(said.values_list("game__code", flat=True)):
        groups.talk_changed_on_commit(code)
    said.delete()


def _unfinished(user: User) -> list[str]:
    seats = user.seats.exclude(game__stage__in=ENDED).order_by("game__code")
    return list(seats.values_list("game__code", flat=True))


def _give_up(code: str, user: User) -> None:
    """Whoever has left meanwhile, whose game has ended or for whom a bot sits in has nothing more to give up."""
    game = event_log.lock(code)
    seat = game.seats.filter(user=user, bot_name="").first()
    if seat and game.stage == Stage.OPEN:
        tables.leave(code=code, user=user)
    elif seat and Stage(game.stage).is_running:
        proposals.give_up(code=code, player=seat.player)
    groups.talk_changed_on_commit(code)


def _reports_with(user: User) -> list[Report]:
    """The reports that may hold the player's words, or are the player's, locked: others may be leaving them too."""
    games = Message.objects.filter(author=user).values("game")
    found = Report.objects.filter(Q(game__in=games) | Q(reporter=user))
    return list(found.select_for_update(no_key=True).order_by("pk"))


def _hide_name(report: Report, user: User) -> None:
    for said in report.context:
        if _is_by(said, user):
            said["author"] = nameless(user)
    report.save(update_fields=["context"])


def _is_by(said: dict[str, Any], user: User) -> bool:
    """Whether the user said this, under whatever name; older reports know nothing but the name."""
    return bool(said["account"] == user.pk if "account" in said else said["author"] == user.username)
