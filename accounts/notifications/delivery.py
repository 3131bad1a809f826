"""The delivery of notifications by push and mail. Any number of processes may run it; each may be killed at any time.

A notification becomes pushes and a mail in one transaction. A push is due again a minute after it was posted, unless
it has arrived by then: only a process that is killed in between posts one twice, and the browser shows it once.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import close_old_connections, transaction
from django.db.models.functions import Coalesce
from django.utils import timezone, translation
from prometheus_client import Counter

from accounts.base import tasks
from accounts.base.batches import delete_in_batches, one_by_one
from accounts.base.outages import Attempts
from accounts.base.statements import Statement
from accounts.base.time_zones import zone_of
from accounts.models import Notification, Push, PushSubscription
from accounts.notifications import mails, pushes, services
from accounts.notifications.groups import MAIL, PUSH, TURNS
from accounts.notifications.kinds import KINDS
from accounts.notifications.pushes import Answer, EncryptedPush

logger = logging.getLogger(__name__)
_PREPARING: Final = Attempts(
    logger, "a notification is given up, so that others do not wait for it", stops_in_outage=True
)
_ENCRYPTING: Final = Attempts(logger, "a browser is sent no more pushes, because none can be encrypted for it")

REST_SECONDS: Final = 2.0
AT_ONCE: Final = 50
POSTED_FOR: Final = timedelta(minutes=1)
"""How long a push that was posted belongs to the process that did so."""

PUSHES: Final = Counter("spades_pushes_total", "Tries of this process to send pushes, by their outcome.", ["outcome"])

for outcome in ("taken", "browser gone", "refused", "no answer"):
    PUSHES.labels(outcome)  # so that each is there, as 0, before the first

MOST_TRIES: Final = 10
"""A push is tried again after 2, 4, 8 ... minutes, or later if its service asks for that, for 17 hours."""

DAY_HOURS: Final = range(9, 21)
"""The hours, in the receiver's time zone, at which pushes come that are only for the day."""

WAKING_HOURS: Final = range(8, 22)
"""The hours that are not quiet, for players who have chosen quiet hours."""

NOTIFICATIONS_KEPT_FOR: Final = timedelta(days=60)
"""How long notifications are stored."""


async def run(before_each: Callable[[], object]) -> None:
    """Send waiting notifications until cancelled. `before_each` is called before each round; it may notify players."""
    loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1, "notifications")
    attempts = Attempts(logger, "notifications could not be sent; they are tried again")
    while True:
        tasks.goes_on("notifications")
        with attempts.attempt():
            messages = await loop.run_in_executor(thread, _serve, before_each)
            if messages:
                await loop.run_in_executor(thread, record_answers, await pushes.post(messages))
        await asyncio.sleep(REST_SECONDS)


def _serve(before_each: Callable[[], object]) -> list[EncryptedPush]:
    close_old_connections()
    before_each()
    prepare_waiting()
    return take_due_pushes()


_WAITING: Final = Statement(lambda: Notification.objects.filter(waits=True).order_by("pk").values_list("pk")[:AT_ONCE])
_DUE: Final = Statement(lambda now: Push.objects.filter(due_at__lte=now).values_list("pk")[:1])


def prepare_waiting() -> None:
    """Make pushes and mails of the notifications that wait."""
    for (number,) in one_by_one(_WAITING.all()):
        waiting = Notification.objects.filter(pk=number)
        with _PREPARING.attempt(otherwise=partial(waiting.update, waits=False)):
            _prepare(number)


def remove_old() -> int:
    """Delete old notifications; return how many there were."""
    return delete_in_batches(Notification.objects.filter(created_at__lt=timezone.now() - NOTIFICATIONS_KEPT_FOR))


@transaction.atomic
def _prepare(number: int) -> None:
    """Make pushes and a mail of one notification, unless another process has, its player is suspended or gone, or the
    moment has passed after which it is pointless.
    """
    if not Notification.objects.filter(pk=number, waits=True).update(waits=False):
        return
    notification = Notification.objects.select_related("user").get(pk=number)
    user = notification.user
    if not user.may_act or _is_late(notification, timezone.now()):
        return
    channels, browsers = services.channels_of(user, notification.kind), list(user.push_subscriptions.order_by("pk"))
    if PUSH in channels and (due_at := _first_due(notification)):
        push = partial(Push, notification=notification, due_at=due_at)
        Push.objects.bulk_create(push(subscription=browser) for browser in browsers)
    if MAIL in channels:
        with _words_for(notification, browsers[-1].language if browsers else ""):
            mails.send(notification)


def _is_late(notification: Notification, at: datetime) -> bool:
    """Return whether the notification is pointless at this moment."""
    return notification.expires_at is not None and notification.expires_at <= at


def _first_due(notification: Notification) -> datetime | None:
    """Return when a push is tried first: now, or when the receiver's day begins. If that is too late, it is sent now,
    but in quiet hours only for a turn.
    """
    kind, is_quiet = KINDS[notification.kind], notification.user.quiet_hours
    local = timezone.localtime(timezone.now(), zone_of(notification.user))
    hours = DAY_HOURS if kind.by_day else WAKING_HOURS
    if local.hour in hours or kind.rings_at_night or not (kind.by_day or is_quiet):
        return local
    morning = local if local.hour < hours.start else local + timedelta(days=1)
    morning = morning.replace(hour=hours.start, minute=0)
    if not _is_late(notification, morning):
        return morning
    return local if kind.group == TURNS or not is_quiet else None


def take_due_pushes() -> list[EncryptedPush]:
    """Return the pushes that are due, ready to be posted; no other process gets them for a while.

    New ones come first: a service that does not answer delays its own pushes, and a round no longer than it has to.
    """
    if not _DUE.all(now := timezone.now()):
        return []
    due = Push.objects.filter(due_at__lte=now).select_related("notification__user", "subscription")
    taken = map(_take, one_by_one(list(due.order_by("tries", "due_at")[:AT_ONCE])))
    return [message for message in taken if message is not None]


def _take(push: Push) -> EncryptedPush | None:
    now, taken = timezone.now(), Push.objects.filter(pk=push.pk, due_at=push.due_at)
    if _is_late(push.notification, now):
        taken.delete()
        return None
    if not taken.update(due_at=now + POSTED_FOR, tries=push.tries + 1):
        return None
    words = _words_for(push.notification, push.subscription.language)
    with _ENCRYPTING.attempt(otherwise=push.subscription.delete), words:
        return pushes.encrypt(push)
    return None


@contextmanager
def _words_for(notification: Notification, of_browser: str) -> Iterator[None]:
    """Activate the receiver's language, as chosen or as in the browser, and time zone."""
    language = notification.user.language or of_browser or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone_of(notification.user)):
        yield


def record_answers(outcomes: Sequence[tuple[EncryptedPush, Answer]]) -> None:
    """Delete the pushes that have arrived and the browsers that are gone; store for which browsers one has failed."""
    for message, answer in one_by_one(outcomes):
        PUSHES.labels(_outcome(answer)).inc()
        browser = PushSubscription.objects.filter(endpoint=message.endpoint)
        if answer.status in pushes.GONE:
            browser.delete()
        elif answer.is_taken:
            Push.objects.filter(pk=message.push).delete()
            browser.exclude(failed_at=None).update(failed_at=None, failed_status=None)
        else:
            browser.update(failed_at=Coalesce("failed_at", timezone.now()), failed_status=answer.status)
            _try_later(message, answer)


def _try_later(message: EncryptedPush, answer: Answer) -> None:
    """Schedule another attempt for a push that was not accepted, unless the answer would be the same, it has been tried
    often enough or it will be pointless by then.
    """
    push, service = Push.objects.filter(pk=message.push), urlsplit(message.endpoint).hostname
    if answer.status in (*pushes.REFUSED, pushes.TOO_LONG):
        logger.error("%s refuses a push with %d; manage.py doctor says more", service, answer.status)
        push.delete()
    elif push.filter(tries__gte=MOST_TRIES).exists():
        push.delete()
    else:
        tries = push.values_list("tries", flat=True).first() or 0
        due_at = timezone.now() + max(timedelta(minutes=2**tries), answer.retry_after)
        push.filter(notification__expires_at__lte=due_at).delete()
        push.update(due_at=due_at)
        logger.warning("%s answers a push with %d; it is tried again", service, answer.status)


def _outcome(answer: Answer) -> str:
    """Return how an answer of a push service is counted."""
    if answer.status in pushes.GONE:
        return "browser gone"
    if answer.is_taken:
        return "taken"
    return "refused" if answer.status else "no answer"
