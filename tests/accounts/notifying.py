"""A player who is told of a challenge, and a ticker that sends it."""

import asyncio

from accounts.models import User
from accounts.notifications import delivery, pushes, services


def challenge(user: User, about: str = "one") -> None:
    services.notify_on_commit(user.pk, "challenge", about=about, path="/lobby/", by="Ben")


def send() -> None:
    """Do what a ticker does in a round."""
    delivery.hand_over()
    if letters := delivery.take_letters():
        delivery.settle(asyncio.run(pushes.post(letters)))
