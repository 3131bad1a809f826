"""Services for players who look for others: begin and stop waiting, signs of life, and a game with bots meanwhile."""

from datetime import datetime
from math import ceil

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.base.refusals import Refusal
from accounts.models import User
from games.lobby import presets, tables
from games.models import ACTIVE, Game, PairingRequest, PairingState
from games.pairing import queries
from games.pairing.matching import Wishes
from games.play.errors import NotForBots, NotPossible
from games.pubsub import groups
from games.values import Stage


class HasToPause(Refusal):
    """The player has missed a table that was found, and may not look for another yet. `until` is when that ends."""

    def __init__(self, until: datetime) -> None:
        self.until = until

    def sentence(self) -> str:
        minutes = max(1, ceil((self.until - timezone.now()).total_seconds() / 60))
        words = ngettext(
            "You did not come to your table, so others had to wait. "
            "You can look for players again in %(count)d minute.",
            "You did not come to your table, so others had to wait. "
            "You can look for players again in %(count)d minutes.",
            minutes,
        )
        return words % {"count": minutes}


@transaction.atomic
def find(*, user: User, wishes: Wishes) -> None:
    """Let the user wait for players who want the same; who waits already keeps the place in the queue.

    Nothing changes for whom a table is found. Raises HasToPause, TooManyGames, AccountDeleted, and NotForBots.
    """
    if user.is_bot:
        raise NotForBots
    active, now = PairingRequest.objects.filter(user=user, state__in=ACTIVE), timezone.now()
    request = active.select_for_update().first()
    if request is None:
        tables.check_may_sit_at_another(user)  # of two clicks the second waits here for the first
        if until := queries.paused_until(user):
            raise HasToPause(until)
        if active.exists():
            return
        request = PairingRequest(user=user, since=now)
    elif request.state == PairingState.FOUND:
        return
    request.bidding, request.peek = wishes.bidding or "", wishes.peek or ""
    request.target, request.clock, request.seen_at = wishes.target, wishes.clock or "", now
    request.save()
    groups.pairing_changed_on_commit([user.pk])


@transaction.atomic
def leave(*, user: User) -> None:
    """Stop waiting. Nothing changes for whom a table is found, or who does not wait."""
    if PairingRequest.objects.filter(user=user, state=PairingState.WAITING).delete()[0]:
        groups.pairing_changed_on_commit([user.pk])


def sign_of_life(user: User) -> bool:
    """Store that a browser of the user is there; return whether the user still waits."""
    waits = PairingRequest.objects.filter(user=user, state=PairingState.WAITING)
    return bool(waits.update(seen_at=timezone.now()))


@transaction.atomic
def play_meanwhile(*, user: User) -> Game:
    """Return a game with bots that ends when a table is found: the one under way, or a new one.

    Raises NotPossible for who does not wait, TooManyGames, AccountDeleted.
    """
    request = PairingRequest.objects.select_for_update().filter(user=user, state=PairingState.WAITING).first()
    if request is None:
        raise NotPossible
    if request.meanwhile is None or Stage(request.meanwhile.stage).has_ended:
        preset = presets.preset("")
        game = tables.open_game_with_bots(host=user, rules=preset.rules, name=str(preset.name), options=preset.options)
        request.meanwhile = game
        request.save(update_fields=["meanwhile"])
    return request.meanwhile
