"""Requests for a player's pages and downloads."""

from typing import Any

from django.urls import reverse

from accounts.models import User

TABS = ["", "games/", "deals/", "statistics/", "games.csv", "deals.json"]


def page(user: User, rest: str = "") -> str:
    return reverse("games:player", args=[user.username]) + rest


def content(answer: Any) -> str:
    """Return the content of a download."""
    return b"".join(answer).decode()
