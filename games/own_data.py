"""What games keep about a player, for that player's own copy. Of running deals nothing: their cards are hidden."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet

from accounts.models import User
from games.models import DealResult, GameResult, Message, Rating, Report


def games_of(user: User) -> dict[str, Any]:
    """Results, ratings and what was said, plain values by name."""
    games = GameResult.objects.filter(user=user).order_by("at").annotate(code=F("game__code"))
    deals = (
        DealResult.objects.filter(user=user)
        .order_by("at")
        .annotate(code=F("score__deal__game__code"), deal=F("score__deal__number"), bid=F("score__bid"))
    )
    said = Message.objects.filter(author=user).order_by("pk").annotate(code=F("game__code"))
    ratings = Rating.objects.filter(user=user).annotate(
        company=F("ladder__company"), style=F("ladder__bidding"), month=F("ladder__month")
    )
    reports = Report.objects.filter(reporter=user).annotate(code=F("game__code"))
    return {
        "games": _rows(games, "code", "at", "bidding", "peek", "company", "player", "points", "bags", "deals", "place"),
        "deals": _rows(deals, "code", "deal", "at", "bidding", "peek", "declarer", "position", "bid", "points"),
        "ratings": _rows(ratings, "company", "style", "month", "mu", "sigma", "games", "wins"),
        "messages": _rows(said, "code", "sent_at", "channel", "text", "phrase"),
        "reports": _rows(reports, "code", "reported_at", "resolved"),
        "blocked": list(user.blocks.values_list("blocked__username", flat=True)),
    }


def _rows(found: QuerySet[Any], *columns: str) -> list[dict[str, Any]]:
    return list(found.values(*columns))
