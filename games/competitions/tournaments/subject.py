"""What tournaments plug into the site: their pages, files and direction, and entries of an account that is deleted,
merged or exported.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db.models import F, Q
from django.urls import URLPattern, URLResolver, include, path

from accounts.models import User
from accounts.signals import deleting, exporting, merging
from games.competitions.tournaments import file_views, operations, queries, rounds, services, views
from games.competitions.tournaments.page import lines_for, lines_of_entered
from games.competitions.tournaments.standard_kinds import STANDARD_KINDS
from games.models import Tournament, TournamentEntry, TournamentStage
from games.subjects import Subject, Task
from games.web.blocks import Block, Visit
from games.web.former import leads_to
from games.web.shortcuts import form_view, page_view

_PBN, _RECORDS, _CSV, _JSON = ({"form_of": form} for form in ("pbn", "jsonl", "csv", "json"))

_ROUND: Final = [
    path("", leads_to("tournament", kept=("code",), named={"number": "round"})),
    path("deals.pbn", page_view(file_views.deals), _PBN, name="round_pbn"),
    path("deals.jsonl", page_view(file_views.deals), _RECORDS, name="round_records"),
]

_TOURNAMENT: Final[Sequence[URLPattern | URLResolver]] = [
    path("", page_view(views.tournament), name="tournament"),
    path("enter/", form_view(views.enter, "games:tournament"), name="enter_tournament"),
    path("withdraw/", form_view(views.withdraw, "games:tournament"), name="withdraw_from_tournament"),
    path("leave/", form_view(views.leave, "games:tournament"), name="leave_tournament"),
    path("check-in/", form_view(views.check_in, "games:tournament"), name="check_in"),
    path("direct/", page_view(views.direct, "POST"), name="direct_tournament"),
    path("rounds/<int:number>/", include(_ROUND)),
    path("calendar.ics", page_view(file_views.calendar), name="tournament_calendar"),
    path("results.csv", page_view(file_views.results), _CSV, name="tournament_csv"),
    path("results.json", page_view(file_views.results), _JSON, name="tournament_json"),
    path("deals.pbn", page_view(file_views.deals), _PBN, name="tournament_pbn"),
    path("deals.jsonl", page_view(file_views.deals), _RECORDS, name="tournament_records"),
]


def _lock_tournaments(user: User, **_sent: Any) -> None:
    """Lock until the end of the transaction the tournaments that the player hosts, and those to come which the player
    has entered, or which are of one of the player's clubs. They are locked before games.
    """
    entered = Q(entries__user=user) | Q(club__members__user=user)
    coming = Tournament.objects.filter(entered, stage=TournamentStage.OPEN)
    own = Tournament.objects.filter(Q(host=user) | Q(pk__in=coming.values("pk")))
    list(own.select_for_update(no_key=True).order_by("pk"))


def _withdraw_all(user: User, **_sent: Any) -> None:
    """Take the entries of an account that is deleted out of tournaments that have not begun.

    In those that have begun a bot plays on: the account is not active any more.
    """
    for tournament in Tournament.objects.filter(entries__user=user, stage=TournamentStage.OPEN):
        services.take_out(tournament, user)


def _take_over(guest: User, user: User, **_sent: Any) -> None:
    """Move the guest's entries to the user, except in tournaments in which both take part, and what the guest hosts."""
    own = TournamentEntry.objects.filter(user=user).values("tournament")
    moved = TournamentEntry.objects.filter(user=guest).exclude(tournament__in=own)
    TournamentEntry.objects.filter(pk__in=list(moved.values_list("pk", flat=True))).update(user=user)
    Tournament.objects.filter(host=guest).update(host=user)


def _export(user: User, **_sent: Any) -> dict[str, Any]:
    """Return the user's entries and results in tournaments, as plain values by name."""
    entries = TournamentEntry.objects.filter(user=user).order_by("pk")
    columns = ("code", "name", "entered_at", "checked_in_at", "number", "disqualified")
    named = entries.annotate(code=F("tournament__code"), name=F("tournament__name"))
    scores = entries.filter(places__scores__isnull=False, places__round__ended_at__isnull=False)
    results = scores.order_by("places__scores__board").values(
        code=F("tournament__code"), board=F("places__scores__board"), points=F("places__scores__points")
    )
    return {"tournaments": list(named.values(*columns)), "tournament_results": list(results)}


def _on_play(visit: Visit) -> Iterator[Block]:
    """Yield the tournaments that the visitor has entered."""
    if entered := lines_of_entered(visit.user, visit.now):
        template, context = "competitions/tournaments/_entered.html", {"tournaments": entered}
        yield Block(area="waiting", template=template, context=context, rank=1, may_lead=True)


def _on_today(visit: Visit) -> Iterator[Block]:
    """Yield the tournaments to enter and to watch, and past ones."""
    context = {
        "tournaments": lines_for(visit.user, visit.now),
        "past_tournaments": queries.past(),
        "may_announce": services.may_announce(visit.user),
    }
    yield Block(area="columns", template="competitions/tournaments/_coming.html", context=context, rank=1)


SUBJECT: Final = Subject(
    operations=[operations.router],
    addresses=[
        path("tournaments/", leads_to("today", "coming")),
        path("tournaments/new/", page_view(views.announce, "POST"), name="announce_tournament"),
        path("tournaments/<str:code>/", include(_TOURNAMENT)),
    ],
    tournament_kinds=STANDARD_KINDS,
    tasks=[Task("tournaments", rounds.EVERY, rounds.serve)],
    receivers=[(exporting, _export), (deleting, _withdraw_all), (merging, _take_over)],
    lock=_lock_tournaments,
    on_play=_on_play,
    on_today=_on_today,
)
