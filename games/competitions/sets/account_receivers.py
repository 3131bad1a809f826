"""Receivers of the signals of accounts about sets of deals: plays of boards, results of closed sets, and challenges.

When a guest is merged into an account, `games.lobby.account_receivers` has moved the seats before; plays follow the
games whose seat has moved. Everybody has one try at a board: where the account has its own, the guest's counts no more,
and its game stays a game of the account.
"""

from typing import Any, Final

from django.db.models import F, QuerySet
from django.utils.translation import ngettext

from accounts.models import User
from games.competitions.sets import closing
from games.models import BoardPlay, DealSet, SetResult
from games.values import UNFINISHED

_PLAY: Final = (
    *("started_at", "finished_at", "points", "bid", "nils", "contract", "tricks", "declarer"),
    *("by_expert", "removed"),
)
"""What an export says of a play."""


def offer(guest: User, **_sent: Any) -> list[str]:
    """Return a sentence about the challenges that the user would take over; [] without any."""
    count = DealSet.objects.filter(host=guest).count()
    words = ngettext("%(count)d challenge of yours", "%(count)d challenges of yours", count)
    return [words % {"count": count}] if count else []


def take_over(guest: User, user: User, **_sent: Any) -> None:
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


def export(user: User, **_sent: Any) -> dict[str, Any]:
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
