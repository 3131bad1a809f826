"""Receivers of the signals of accounts about tournaments: entries of an account that is deleted, merged or exported."""

from typing import Any

from django.db.models import F, Q

from accounts.models import User
from games.competitions.tournaments import services
from games.models import Tournament, TournamentEntry, TournamentStage


def lock_tournaments(user: User, **_sent: Any) -> None:
    """Lock until the end of the transaction the tournaments that the player hosts, and those to come which the player
    has entered, or which are of one of the player's clubs. They are locked before games.
    """
    entered = Q(entries__user=user) | Q(club__members__user=user)
    coming = Tournament.objects.filter(entered, stage=TournamentStage.OPEN)
    own = Tournament.objects.filter(Q(host=user) | Q(pk__in=coming.values("pk")))
    list(own.select_for_update(no_key=True).order_by("pk"))


def withdraw_all(user: User, **_sent: Any) -> None:
    """Take the entries of an account that is deleted out of tournaments that have not begun.

    In those that have begun a bot plays on: the account is not active any more.
    """
    for tournament in Tournament.objects.filter(entries__user=user, stage=TournamentStage.OPEN):
        services.take_out(tournament, user)


def take_over(guest: User, user: User, **_sent: Any) -> None:
    """Move the guest's entries to the user, except in tournaments in which both take part, and what the guest hosts."""
    own = TournamentEntry.objects.filter(user=user).values("tournament")
    moved = TournamentEntry.objects.filter(user=guest).exclude(tournament__in=own)
    TournamentEntry.objects.filter(pk__in=list(moved.values_list("pk", flat=True))).update(user=user)
    Tournament.objects.filter(host=guest).update(host=user)


def export(user: User, **_sent: Any) -> dict[str, Any]:
    """Return the user's entries and results in tournaments, as plain values by name."""
    entries = TournamentEntry.objects.filter(user=user).order_by("pk")
    columns = ("code", "name", "entered_at", "checked_in_at", "number", "disqualified")
    named = entries.annotate(code=F("tournament__code"), name=F("tournament__name"))
    scores = entries.filter(places__scores__isnull=False, places__round__ended_at__isnull=False)
    results = scores.order_by("places__scores__board").values(
        code=F("tournament__code"), board=F("places__scores__board"), points=F("places__scores__points")
    )
    return {"tournaments": list(named.values(*columns)), "tournament_results": list(results)}
