"""Receivers of the signals of accounts about seasons: results of an account that is deleted or exported.

Guests have no results, so none are merged.
"""

from typing import Any, Final

from django.db.models import F

from accounts.models import User
from games.models import SeasonResult

_COLUMNS: Final = ("division", "place", "score", "played", "medal", "next_division")


def forget(user: User, **_sent: Any) -> None:
    """Delete the results of an account that is deleted. Others keep their places."""
    SeasonResult.objects.filter(user=user).delete()


def export(user: User, **_sent: Any) -> dict[str, Any]:
    """Return the user's results in closed seasons, as plain values by name."""
    rows = SeasonResult.objects.filter(user=user, season__closed_at__isnull=False).order_by("season__month", "pk")
    named = rows.annotate(month=F("season__month"), ladder=F("season__ladder"))
    return {"seasons": list(named.values("month", "ladder", *_COLUMNS))}
