"""A player who is notified of a challenge, and a ticker that sends it."""

import asyncio
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from accounts.notifications import delivery, pushes, services


def challenge(user: User, about: str = "one", lasts: timedelta = timedelta(days=7)) -> None:
    """Notify a player of a challenge that can be accepted for a while."""
    until = timezone.now() + lasts
    services.notify_on_commit(user.pk, "challenge", about=about, path="/lobby/", expires_at=until, by="Ben")


def send() -> None:
    """Do what a ticker does in a round."""
    delivery.prepare_waiting()
    if messages := delivery.take_due_pushes():
        delivery.record_answers(asyncio.run(pushes.post(messages)))
