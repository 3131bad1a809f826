"""A player who is notified of a challenge, and a ticker that sends it."""

import asyncio

from accounts.models import User
from accounts.notifications import delivery, pushes, services


def challenge(user: User, about: str = "one") -> None:
    services.notify_on_commit(user.pk, "challenge", about=about, path="/lobby/", by="Ben")


def send() -> None:
    """Do what a ticker does in a round."""
    delivery.prepare_waiting()
    if messages := delivery.take_due_pushes():
        delivery.record_answers(asyncio.run(pushes.post(messages)))
