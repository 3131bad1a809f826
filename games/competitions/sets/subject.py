"""What sets of deals plug into the site: the deal of the day, the eight, challenges and their files; the task that
opens and closes them; plays, results and challenges of an account that is merged or exported.

When a guest is merged into an account, `games.lobby.account_receivers` has moved the seats before; plays follow the
games whose seat has moved. Everybody has one try at a board: where the account has its own, the guest's no longer
counts, and its game stays a game of the account.
"""

from datetime import UTC, timedelta
from typing import Any, Final

from django.contrib.sitemaps import Sitemap
from django.db.models import F, QuerySet
from django.urls import include, path, reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.signals import exporting, merge_offered, merging
from games.competitions.sets import (
    blocks,
    challenge_views,
    closing,
    expert_line,
    file_views,
    operations,
    reminders,
    services,
    views,
)
from games.competitions.sets.kinds import public_kinds
from games.competitions.sets.standard_kinds import STANDARD_KINDS
from games.models import BoardPlay, DealSet, SetKind, SetResult
from games.subjects import Subject, Task
from games.values import UNFINISHED
from games.web.former import leads_to
from games.web.shortcuts import form_view, page_view


class ClosedSets(Sitemap[DealSet]):
    """The pages of closed sets, which show their results to everybody. Challenges, which are shared by link, are left
    out.
    """

    def items(self) -> QuerySet[DealSet]:
        closed = DealSet.objects.filter(kind__in=public_kinds(), closed_at__isnull=False, void_reason="")
        return closed.order_by("pk")

    def location(self, item: DealSet) -> str:
        return reverse("games:deal_set", args=[item.code])


_SETS: Final = [
    path("", leads_to("today")),
    path("ladder/", leads_to("set_ladder")),
    path("new/", leads_to("new_challenge")),
    path("day.atom", require_safe(file_views.DealsOfTheDay()), name="day_feed"),
    path("<str:code>/send/", page_view(challenge_views.send, "POST"), name="send_challenge"),
    path("<str:code>/picture.png", require_safe(file_views.picture), name="set_picture"),
    path("<str:code>/results.csv", page_view(file_views.results), {"form_of": "csv"}, name="set_csv"),
    path("<str:code>/results.json", page_view(file_views.results), {"form_of": "json"}, name="set_json"),
    path("<str:code>/", page_view(views.deal_set), name="deal_set"),
    path("<str:code>/<int:number>/", leads_to("deal_set", kept=("code",), named={"number": "board"}), name="board"),
    path("<str:code>/<int:number>/outcome/", page_view(views.outcome), name="board_outcome"),
    path("<str:code>/<int:number>/play/", form_view(views.play, "games:board"), name="play_board"),
    path("<str:code>/<int:number>/practise/", form_view(views.practise, "games:board"), name="practise_board"),
]


EVERY: Final = 1.0
"""Seconds between two looks at what is due."""

AHEAD: Final = timedelta(minutes=10)
"""How long before midnight the sets of the next day are stored; they still open at midnight."""


def serve() -> None:
    """Open today's sets, and close those that are due."""
    now = timezone.now()
    for day in sorted({now.astimezone(UTC).date(), (now + AHEAD).astimezone(UTC).date()}):
        services.open_sets_of_day(day)
    closing.close_due(now)


_PLAY: Final = (
    *("started_at", "finished_at", "points", "bid", "nils", "contract", "tricks", "declarer"),
    *("by_expert", "removed"),
)
"""What an export says of a play."""


def _offer(guest: User, **_sent: Any) -> list[str]:
    """Return a sentence about the challenges that the user would take over; [] without any."""
    count = DealSet.objects.filter(host=guest).count()
    words = ngettext("%(count)d challenge of yours", "%(count)d challenges of yours", count)
    return [words % {"count": count}] if count else []


def _take_over(guest: User, user: User, **_sent: Any) -> None:
    """Move the guest's plays, results and challenges to the user. Calling it again changes nothing.

    The results of sets in which both took part come last: they lock whole ladders.
    """
    DealSet.objects.filter(host=guest).update(host=user)
    results = SetResult.objects.filter(user=guest)
    both = list(DealSet.objects.filter(pk__in=results.values("deal_set"), boards__plays__user=user).distinct())
    moved = BoardPlay.objects.filter(user=guest, game__seats__user=user)
    _drop(moved.filter(board__in=BoardPlay.objects.filter(user=user).values("board")))
    BoardPlay.objects.filter(pk__in=list(moved.values_list("pk", flat=True))).update(user=user)
    results.exclude(deal_set__in=both).update(user=user)
    for deal_set in sorted(both, key=lambda shared: shared.pk):
        closing.renew_results(deal_set)


def _drop(plays: QuerySet[BoardPlay]) -> None:
    """Delete these plays and end those of their games that still run."""
    running = list(plays.filter(game__stage__in=UNFINISHED).order_by("game").values_list("game__code", flat=True))
    BoardPlay.objects.filter(pk__in=list(plays.values_list("pk", flat=True))).delete()
    closing.end_games(running)


def _export(user: User, **_sent: Any) -> dict[str, Any]:
    """Return what the user has played of sets of deals, as plain values by name. A running board has no result yet."""
    plays = BoardPlay.objects.filter(user=user).order_by("pk")
    named = plays.annotate(of_set=F("board__deal_set__code"), number=F("board__number"), code=F("game__code"))
    results = SetResult.objects.filter(user=user).order_by("at", "pk").annotate(of_set=F("deal_set__code"))
    challenges = DealSet.objects.filter(host=user).order_by("pk")
    return {
        "boards": list(named.values("of_set", "number", "code", *_PLAY)),
        "set_results": list(results.values("of_set", "at", "place", "points", "percent", "error", "boards")),
        "set_challenges": list(challenges.values("code", "opens_at", "bot_level")),
    }


SUBJECT: Final = Subject(
    operations=[operations.router],
    addresses=[
        path("day/", page_view(views.of_today), {"kind": SetKind.DAY}, name="day"),
        path("day/remind/", form_view(views.remind, "games:day"), name="remind"),
        path("eight/", page_view(views.of_today), {"kind": SetKind.EIGHT}, name="eight"),
        path("sets/", include(_SETS)),
    ],
    pages=[path("challenge/", page_view(challenge_views.new_challenge, "POST"), name="new_challenge")],
    site_maps={"sets": ClosedSets()},
    tasks=[Task("sets of deals", EVERY, serve), Task("lines of Experts", expert_line.EVERY, expert_line.play_next)],
    daily={"reminders": reminders.send_now},
    receivers=[
        (exporting, _export),
        (merge_offered, _offer),
        (merging, _take_over),  # after the lobby has moved the seats
    ],
    set_kinds=STANDARD_KINDS,
    on_play=blocks.on_play,
    on_today=blocks.on_today,
)
