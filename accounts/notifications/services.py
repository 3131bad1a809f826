"""Services that store notifications, once each, and by which channels and in which browsers players want them.

Notifications are stored here, in the transaction of what happened; `delivery` sends them.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final

from allauth.account import signals as allauth
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.models import Notification, Push, PushSubscription, User
from accounts.notifications import pushes
from accounts.notifications.groups import CHANNELS
from accounts.notifications.kinds import KINDS, NAMES
from accounts.services import lock_account
from accounts.signals import signed_out_elsewhere

SESSION_KEY: Final = "push_subscription"
"""Where a session has the number of its browser's subscription, so that signing out ends it. It is there as long as
the player wants notifications in this browser, also when the subscription is gone.
"""

MOST_BROWSERS: Final = 10
"""How many browsers of a player are sent pushes; the oldest makes way for a new one."""


def notify_on_commit(
    user_id: int, kind: str, *, about: str, path: str, expires_at: datetime | None = None, **values: str
) -> None:
    """Notify a player once the current transaction is committed, by the channels that the player chose.

    `about` identifies the subject: a player gets each kind of notification once for each subject; a second invitation,
    for example, is a new subject. `path` is the page that the notification opens, and `values` are for the text of the
    kind. Anybody may read them on a locked phone, and mail and push services see them: nothing that is hidden at a
    table belongs in them. From `expires_at` on nothing is sent. Many at once: `notify_all_on_commit`.
    """
    about_it = {"kind": kind, "about": about, "path": path, "values": values}
    notify_all_on_commit([Notification(user_id=user_id, expires_at=expires_at, **about_it)])


def notify_all_on_commit(rows: Sequence[Notification]) -> None:
    """Notify several players at once, as `notify_on_commit` notifies one."""
    assert all(KINDS[row.kind].words(row.values, row.expires_at) for row in rows), (
        "a value that a text names is missing"
    )
    assert all(row.expires_at or not KINDS[row.kind].expires for row in rows), "when it becomes pointless is missing"
    Notification.objects.bulk_create(rows, ignore_conflicts=True)


def withdraw(user_ids: Collection[int], kind: str, *, about: str) -> None:
    """Withdraw unsent notifications of these players that are no longer needed; none of them is sent later."""
    notifications = Notification.objects.filter(user__in=user_ids, kind=kind, about=about)
    notifications.filter(waits=True).update(waits=False)
    Push.objects.filter(notification__in=notifications).delete()


def replace_name(old: str, new: str) -> None:
    """Let notifications of others, sent or not, name a player who is renamed or removed by the *new* name."""
    named = reduce(or_, (Q(**{f"values__{key}__icontains": old}) for key in NAMES))
    for row in Notification.objects.filter(named):
        row.values |= {key: _with_name(value, old, new) for key, value in row.values.items() if key in NAMES}
        row.save(update_fields=["values"])


def _with_name(names: str, old: str, new: str) -> str:
    return ", ".join(new if name == old else name for name in names.split(", "))


def channels_of(user: User, kind: str) -> tuple[str, ...]:
    """Return the channels by which the player gets this kind of notification."""
    asked_for, chosen = user.daily_alerts or not KINDS[kind].daily, channels_of_group(user, KINDS[kind].group)
    return tuple(channel for channel in KINDS[kind].channels if asked_for and channel in chosen)


def channels_of_group(user: User, group: str) -> tuple[str, ...]:
    """Return the channels that the player has left on for a group."""
    return tuple(user.notification_channels.get(group, CHANNELS))


def choose_channels(user: User, chosen: Mapping[tuple[str, str], bool]) -> None:
    """Store whether the player wants notifications of a group by a channel, for each pair. Raises AccountDeleted."""
    with transaction.atomic():
        locked = lock_account(user)
        for (group, channel), is_on in chosen.items():
            others = set(channels_of_group(locked, group)) - {channel}
            locked.notification_channels[group] = sorted(others | {channel} if is_on else others)
        locked.save(update_fields=["notification_channels"])
    user.notification_channels = locked.notification_channels


def subscribe(user: User, endpoint: str, p256dh: str, auth: str, *, replaces: int = 0) -> PushSubscription:
    """Store that this browser accepts pushes for the player, in the language of the request; not for others any more.

    What waits for the subscription that this one `replaces` goes to this one. Raises AccountDeleted.
    """
    with transaction.atomic():
        lock_account(user)
        values = {"user": user, "p256dh": p256dh, "auth": auth, "language": get_language() or ""}
        values |= {"failed_at": None, "failed_status": None}
        subscription, _created = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=values)
        Push.objects.filter(subscription=subscription).exclude(notification__user=user).delete()
        before = user.push_subscriptions.filter(pk=replaces).exclude(pk=subscription.pk)
        Push.objects.filter(subscription__in=before).update(subscription=subscription)
        before.delete()
        newest = user.push_subscriptions.order_by("-pk")[:MOST_BROWSERS]
        user.push_subscriptions.exclude(pk__in=[browser.pk for browser in newest]).delete()
    return subscription


def unsubscribe(user: User, number: int) -> None:
    """Send no more pushes to this browser of the player."""
    user.push_subscriptions.filter(pk=number).delete()


def connect() -> None:
    """Connect the receivers that stop pushes to browsers that sign out or whose sessions end."""
    user_logged_out.connect(_after_sign_out)
    for signal in (allauth.password_set, signed_out_elsewhere):
        signal.connect(_after_other_browsers)


def _after_sign_out(request: HttpRequest | None, **_sent: Any) -> None:
    """Send no more pushes to a browser that signs out: the next person to use it must not read them."""
    if request is not None:
        PushSubscription.objects.filter(pk=request.session.get(SESSION_KEY, 0)).delete()


def _after_other_browsers(request: HttpRequest, user: User, **_sent: Any) -> None:
    """Send no more pushes to other browsers, whose sessions have ended."""
    user.push_subscriptions.exclude(pk=request.session.get(SESSION_KEY, 0)).delete()


def mark_of(browser: PushSubscription | None) -> str:
    """Return the digest by which a page knows whether its browser still has this subscription, for this site's key."""
    return hashlib.sha256(f"{browser.endpoint} {pushes.public_key()}".encode()).hexdigest() if browser else ""


def failing_browsers() -> dict[int, int]:
    """Return how many browsers' push services do not take pushes, by the status of the last answer, 0 for none."""
    failing = PushSubscription.objects.exclude(failed_at=None)
    return dict(failing.values_list("failed_status").annotate(Count("pk")).order_by("failed_status"))
