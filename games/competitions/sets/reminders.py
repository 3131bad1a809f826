"""Reminders of the deal of the day, for players who have asked for them: once a day, as long as they play it."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notification, User
from accounts.notifications import mails, services as notifications
from accounts.notifications.groups import MAIL, PUSH, RESULTS
from accounts.preferences.services import save_settings
from games.competitions.sets import queries
from games.models import BoardPlay, DealSet, SetKind

KIND = "daily_deal"


def want(user: User) -> None:
    """Remind the player of the deal of each day. A player who gets no notifications of results gets them by push from
    now on.
    """
    save_settings(user, daily_alerts=True)
    if not notifications.channels_of(user, KIND):
        notifications.choose_channels(user, {(RESULTS, PUSH): True})


def may_arrive(user: User) -> bool:
    """Return whether a reminder can reach the player: by push to a browser, or by mail."""
    channels = notifications.channels_of(user, KIND)
    by_push = PUSH in channels and user.push_subscriptions.exists()
    return by_push or (MAIL in channels and mails.confirmed_address(user) is not None)


def send(now: datetime) -> int:
    """Remind the players who want it of today's deal, each once; return how many."""
    today = queries.set_of_day(SetKind.DAY, now)
    if today is None or today.void_reason:
        return 0
    waiting = [user for user in _still_playing(today) if notifications.channels_of(user, KIND)]
    for user in waiting:
        with transaction.atomic():
            path, until = reverse("games:day"), today.closes_at
            notifications.notify_on_commit(user.pk, KIND, about=today.code, path=path, expires_at=until)
    return len(waiting)


def send_now() -> int:
    """Remind the players of today's deal, as a job of every day."""
    return send(timezone.now())


def withdraw(user: User, deal_set: DealSet) -> None:
    """Withdraw reminders of this deal, which the player has begun."""
    notifications.withdraw([user.pk], KIND, about=deal_set.code)


def _still_playing(today: DealSet) -> QuerySet[User]:
    """Return the players who have chosen to be reminded, have not begun today's deal, and have followed the last
    reminder.

    The codes of the sets are in the order of their days.
    """
    plays = BoardPlay.objects.filter(user=OuterRef("pk"), board__deal_set__kind=SetKind.DAY)
    reminders = Notification.objects.filter(user=OuterRef("pk"), kind=KIND).order_by("-about")
    last = Subquery(reminders.values("about")[:1])
    wanting = User.objects.filter(daily_alerts=True).annotate(reminded_of=last)
    has_come_back = Exists(plays.filter(board__deal_set__code__gte=OuterRef("reminded_of")))
    wanting = wanting.filter(Q(reminded_of=None) | Q(has_come_back))
    return wanting.exclude(Exists(plays.filter(board__deal_set=today))).order_by("pk")
