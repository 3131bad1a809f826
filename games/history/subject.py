"""What the history plugs into the site: players' pages, their lists of games and deals, the watch for collusion, and
its part of a player's data export.

Running deals are left out of an export because their cards are hidden, and so are the invitations the player has sent:
a missing one would show who has declined it or has blocked the player.
"""

from typing import Any, Final

from django.db.models import F, QuerySet
from django.urls import include, path, re_path

from accounts.models import User
from accounts.signals import exporting
from games.history import operations, views
from games.models import Attempt, DealResult, GameResult, Message, Mistake, Mute, Rating, RatingChange, Report
from games.results import collusion
from games.subjects import Subject
from games.web import pages
from games.web.shortcuts import page_view

_PROFILE: Final = [
    path("", page_view(views.profile), name="player"),
    re_path("^(?P<tab>games|deals|statistics)/$", page_view(views.results), name="player_list"),
    re_path(r"^(?P<kind>games|deals)\.(?P<form_of>csv|json)$", page_view(views.download), name="player_download"),
]


def _export(user: User, **_sent: Any) -> dict[str, Any]:
    """Return the user's results, ratings, messages, reports, invitations, mutes and blocks, and the answers to
    exercises, as plain values by name.
    """
    exercises = _rows(
        Attempt.objects.filter(user=user).order_by("pk"), "kind", "number", "choice", "lost", "right", "at"
    )
    return {**_results_of(user), **_ratings_of(user), **_chat_of(user), "exercises": exercises}


def _results_of(user: User) -> dict[str, Any]:
    games = GameResult.objects.filter(user=user).order_by("at").annotate(code=F("game__code"))
    deals = (
        DealResult.objects.filter(user=user)
        .order_by("at")
        .annotate(code=F("score__deal__game__code"), deal=F("score__deal__number"), bid=F("score__bid"))
    )
    mistakes = (
        Mistake.objects.filter(judged__user=user)
        .order_by("judged__at", "judged", "move")
        .annotate(code=F("judged__result__score__deal__game__code"), deal=F("judged__result__score__deal__number"))
    )
    return {
        "mistakes": _rows(mistakes, "code", "deal", "move", "kind", "lost"),
        "games": _rows(games, "code", "at", "bidding", "peek", "company", "player", "points", "bags", "deals", "place"),
        "deals": _rows(
            deals, "code", "deal", "at", "bidding", "peek", "declarer", "position", "bid", "points", "strength"
        ),
    }


def _ratings_of(user: User) -> dict[str, Any]:
    ladder = {"company": F("ladder__company"), "style": F("ladder__bidding"), "month": F("ladder__month")}
    ratings = Rating.objects.filter(user=user).annotate(**ladder)
    changes = RatingChange.objects.filter(user=user).order_by("at", "pk").annotate(code=F("game__code"), **ladder)
    figures = ("mu_before", "sigma_before", "mu", "sigma")
    return {
        "ratings": _rows(ratings, *ladder, "mu", "sigma", "games", "wins"),
        "rating_changes": _rows(changes, *ladder, "number", "code", "at", *figures),
    }


def _chat_of(user: User) -> dict[str, Any]:
    messages = Message.objects.filter(author=user).order_by("pk").annotate(code=F("game__code"))
    reports = Report.objects.filter(reporter=user).annotate(code=F("game__code"))
    invitations = user.invitations.order_by("sent_at").annotate(code=F("game__code"), by=F("inviter__username"))
    mutes = Mute.objects.filter(user=user).annotate(code=F("game__code"), name=F("muted__username"))
    return {
        "messages": _rows(messages, "code", "sent_at", "channel", "text", "phrase"),
        "reports": _rows(reports, "code", "reason", "text", "reported_at", "resolved", "answer"),
        "invitations": _rows(invitations, "code", "by", "sent_at"),
        "muted": _rows(mutes, "code", "name"),
        "blocked": list(user.blocks.values_list("blocked__username", flat=True)),
    }


def _rows(queryset: QuerySet[Any], *columns: str) -> list[dict[str, Any]]:
    return list(queryset.values(*columns))


SUBJECT: Final = Subject(
    operations=[operations.router, operations.account],
    addresses=[
        path("players/<str:name>/", include(_PROFILE)),
        path("me/", page_view(views.me), name="me"),
        re_path("^me/(?P<tab>games|deals|statistics)/$", page_view(views.own_results), name="own_results"),
    ],
    site_maps={"profiles": pages.Profiles()},
    daily={"collusion": collusion.watch_new},
    receivers=[(exporting, _export)],
)
