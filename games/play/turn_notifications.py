"""Notifications of turns: players away from the table are notified, by push and mail, once for each turn.

Nothing is stored for that with a move. `store` selects the players whose turn began a while ago, in any process and
after any restart; players who have moved since, or have the table open, are not notified.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.base.batches import one_by_one
from accounts.base.names import isolated
from accounts.base.statements import Statement
from accounts.models import Notification
from accounts.notifications import services as notifications
from games.engine import DUMMY
from games.models import Event, Seat
from games.play import clocks, plans, presence

NOTIFIED_AFTER: Final = timedelta(seconds=20)
"""How long after a turn's beginning its player is notified of it."""

TURN_KINDS: Final = ("turn", "turn_in_days")
"""For live games and for games by turns, whose players are rarely there when their turn comes."""


def store() -> None:
    """Notify players whose turn began a while ago, and withdraw unsent notifications of players who have moved.

    A player who has planned cards for this turn is notified only when none of them was played.
    """
    late = _LATE.all(timezone.now() - NOTIFIED_AFTER)
    for seat in one_by_one([seat for seat in late if not presence.is_here(seat.game.code, seat.player)]):
        _notify(seat)
    _take_back()


def _take_back() -> None:
    """Withdraw the pushes that are still on their way to players who have moved."""
    on_their_way = _ON_THEIR_WAY.all()
    if not on_their_way:
        return
    receivers = {notification.user_id for notification in on_their_way}
    to_move = set(_on_turn().filter(user__in=receivers).values_list("user", "game__code"))
    outdated = [row for row in on_their_way if (row.user_id, row.about.split("/")[0]) not in to_move]
    for notification in one_by_one(outdated):
        notifications.withdraw([notification.user_id], notification.kind, about=notification.about)


def _on_turn() -> QuerySet[Seat]:
    return Seat.objects.filter(waiting_since__isnull=False, user__isnull=False, bot_name="")


def _late(before: datetime) -> QuerySet[Seat]:
    """Return the seats whose turn began before this moment, and whose players were not notified of it."""
    planned = Exists(plans.on_turn().filter(seat=OuterRef("pk")))
    late = _on_turn().filter(~planned, waiting_since__lte=before).exclude(notified_since=F("waiting_since"))
    return late.select_related("game").order_by("waiting_since")


_LATE: Final = Statement(_late)
_ON_THEIR_WAY: Final = Statement(
    lambda: Notification.objects.filter(kind__in=TURN_KINDS, pushes__isnull=False).distinct()
)


@transaction.atomic
def _notify(seat: Seat) -> None:
    """Notify a player, unless another process has, or the player has just moved. A proposal does not count as a new
    turn.
    """
    seats = _on_turn().filter(pk=seat.pk, waiting_since=seat.waiting_since).exclude(notified_since=F("waiting_since"))
    if not seats.update(notified_since=F("waiting_since")):
        return
    assert seat.user_id is not None
    others = Seat.objects.filter(game=seat.game_id).exclude(pk=seat.pk).select_related("user").order_by("player")
    names = ", ".join(isolated(other.player_name) for other in others)
    game, kind = seat.game, TURN_KINDS[seat.game.is_by_turns]
    about, path = f"{game.code}/{game.deal_number}/{_moves(seat)}", reverse("games:table", args=[game.code])
    until = clocks.deadline(game, seat)
    notifications.notify_on_commit(seat.user_id, kind, about=about, path=path, expires_at=until, others=names)


def _moves(seat: Seat) -> int:
    """Return a number that grows with each move of the player in the deal, also with the dummy's cards, and that nobody
    else changes during a turn of the player.
    """
    own = Q(payload__player=seat.player) | Q(payload__hand=seat.player) | Q(payload__hand=DUMMY)
    return Event.objects.filter(own, deal__game=seat.game_id, deal__number=seat.game.deal_number).count()
