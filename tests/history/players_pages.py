"""Requests for a player's pages and downloads."""

import csv
import io
from typing import Any

from django.urls import reverse

from accounts.models import User

TABS = ["", "games/", "deals/", "statistics/", "games.csv", "deals.json"]


def page(user: User, rest: str = "") -> str:
    return reverse("games:player", args=[user.username]) + rest


def content(answer: Any) -> str:
    """Return the content of a download."""
    return b"".join(answer).decode()


def spreadsheet(answer: Any) -> list[dict[str, str]]:
    """Return the rows of a CSV download as Excel opens them: without a byte order mark, as Windows-1252."""
    data = b"".join(answer)
    text = data.decode("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "cp1252")
    return list(csv.DictReader(io.StringIO(text, newline="")))
