"""Mail: queued in the database, so that no page waits for the mail host, and sent from there by processes that call
`run`.
"""

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import Q
from django.utils import timezone
from post_office.mail import get_queued, send_queued
from post_office.models import PRIORITY, STATUS, Email, Log
from prometheus_client import Counter

from accounts.base import db_threads

logger = logging.getLogger(__name__)

REST_SECONDS: Final = 2.0

LONGEST_DELIVERY: Final = 300
"""Seconds after which a process that is busy with the queue counts as dead, and another may send."""

ONLY_FAILURES: Final = 1
"""The level at which django-post-office stores why a mail could not be sent."""

MAILS: Final = Counter("spades_mails_total", "Mails that this process has tried to send, by the outcome.", ["outcome"])
OUTCOMES: Final = [MAILS.labels(outcome) for outcome in ("sent", "given up", "tried again")]

_BUSY: Final = "mail/busy"


class ExpiringMail(EmailMessage):
    """A mail that is pointless from `expires_at` on, and is not sent then."""

    def __init__(self, *args: Any, expires_at: datetime | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expires_at = expires_at


class Queue(BaseEmailBackend):
    """Stores mail as it is written. Post office's own backend reads it as a template, addresses included."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            Email(
                from_email=message.from_email,
                to=message.to,
                subject=message.subject,
                message=message.body,
                headers=message.extra_headers,
                expires_at=getattr(message, "expires_at", None),
                priority=PRIORITY.medium,
                status=STATUS.queued,
            ).save()
        return len(email_messages)


async def run() -> None:
    """Send the mail that waits until cancelled. Any number of processes may do so."""
    await db_threads.serve_every(REST_SECONDS, send_waiting, "mail")


def send_waiting() -> None:
    """Send the mail that is due, unless another process does. Mail that could not be sent is due again later.

    Sent mail is deleted, because it holds addresses and links that sign in; so is mail whose last try has failed, or
    that has become pointless.
    """
    mark = secrets.token_hex(8)
    if not get_queued().exists() or not cache.add(_BUSY, mark, LONGEST_DELIVERY):
        return
    try:
        sent, failed, requeued = send_queued(log_level=ONLY_FAILURES)
        for outcome, number in zip(OUTCOMES, (sent, failed, requeued), strict=True):
            outcome.inc(number)
        if failed or requeued:
            reason = Log.objects.order_by("pk").values_list("message", flat=True).last()
            logger.warning("mails that could not be sent: %d, one because of: %s", failed + requeued, reason)
        Log.objects.all().delete()
        Email.objects.exclude(_waits()).delete()
    finally:
        if cache.get(_BUSY) == mark:  # not that of a process which has taken over from this slow one
            cache.delete(_BUSY)


def _waits() -> Q:
    """Return what selects the mails that are still to be sent."""
    expires_later = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return Q(status__in=[STATUS.queued, STATUS.requeued]) & expires_later


def waiting() -> int:
    """Return how many mails have not been sent yet."""
    number: int = Email.objects.filter(_waits()).count()
    return number
