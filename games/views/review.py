"""Reviews: a finished deal of a table, or one that was brought along as a record, stepped through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import limits
from games.analysis import (
    bids_from_json,
    thoughts_from_json,
    tricks_from_json,
    verdicts,
)
from games.engine import PLAYERS, Player, replay
from games.models import Analysis, Deal, Game
from games.play.snapshot import ReviewedDeal
from games.presenters.review import opening, review_page
from games.presenters.review_findings import bid_tables, where_lost
from games.presenters.review_log import review_log
from games.presenters.thoughts import Thought, thought_on_next
from games.review import analysis_jobs
from games.review import queries as review_queries
from games.views.shortcuts import by_htmx, spectators_refused

T = TypeVar("T")


@never_cache
@require_safe
def deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A finished deal of a table, for everyone who may look at the table."""
    found = finished_deal(request, code, number)
    return show(request, found, reverse("games:review", args=[code, number]))


def finished_deal(request: HttpRequest, code: str, number: int) -> ReviewedDeal:
    """The deal at this address; 403 where spectators are not wanted, 404 if there is none, or it still runs, or only
    its scores were kept."""
    return _allowed(lambda: review_queries.reviewed_deal(code, number, request.user))


def finished_deals(request: HttpRequest, code: str) -> list[ReviewedDeal]:
    """All finished deals of the table at this address; 404 and 403 as for one."""
    return _allowed(lambda: review_queries.reviewed_deals(code, request.user))


def _allowed(read: Callable[[], T]) -> T:
    try:
        with spectators_refused():
            return read()
    except (Game.DoesNotExist, Deal.DoesNotExist):
        raise Http404(_("There is no finished deal at this address.")) from None
    except review_queries.OnlyScoresKept:
        raise Http404(_("Only the scores of this game were kept: its deals can’t be reviewed.")) from None


def show(request: HttpRequest, found: ReviewedDeal, path: str, **query: str) -> HttpResponse:
    """The position that `?at=` and `?as=` ask for; for htmx only what changes from one position to the next."""
    at, seen_by = _position(request, found), _reader(request)

    def address(position: int, player: Player | None = seen_by) -> str:
        asked = {**query, "at": position} | ({} if player is None else {"as": player})
        return f"{path}?{urlencode(asked)}"

    context = review_context(found, at, seen_by, address, _analysis(request, found))
    return render(request, "games/_review.html" if by_htmx(request) else "games/review.html", context)


class Address(Protocol):
    """The address of a position, as the reader sees it now or as somebody else saw it (None: all hands open)."""

    def __call__(self, position: int, player: Player | None = ..., /) -> str: ...


def review_context(
    found: ReviewedDeal, at: int, seen_by: Player | None, address: Address, known: Analysis | None
) -> dict[str, object]:
    """All that the templates of a review are given."""
    end = replay(found.log)
    tricks = tricks_from_json(known.tricks) if known and known.tricks is not None else None
    judged = verdicts(end, tricks) if tricks else ()
    return {
        "deal": found,
        "review": review_page(found, at, seen_by, address, tricks),
        "log": review_log(found, at, seen_by, address, judged),
        "thought": _thought(found, at, known) if seen_by is None else None,
        "here": address(at),
        "open_cards": seen_by is None,
        "analysable": end.declarer is not None,
        "analysis": known,
        "lost": where_lost(found, end, judged, address) if judged and seen_by is None else None,
        "bids": bid_tables(found, end, bids_from_json(known.bids)) if known and known.bids is not None else None,
    }


def _thought(found: ReviewedDeal, at: int, known: Analysis | None) -> Thought | None:
    opinions = thoughts_from_json(known.thoughts) if known and known.thoughts is not None else ()
    return thought_on_next(found, at, opinions)


def _position(request: HttpRequest, found: ReviewedDeal) -> int:
    """The position asked for, the nearest there is, or the one to begin with."""
    asked = request.GET.get("at", "")
    if not (asked.isascii() and asked.isdigit()) or len(asked) > 4:
        return opening(found.log)
    return min(int(asked), len(found.log) - 1)


def _reader(request: HttpRequest) -> Player | None:
    """The player with whose eyes to look, None for all hands open."""
    return next((player for player in PLAYERS if request.GET.get("as") == str(player)), None)


def _analysis(request: HttpRequest, found: ReviewedDeal) -> Analysis | None:
    """What is known of the deal, asked for if it is not; None if there is nothing to know, or too much to do."""
    end = replay(found.log)
    if end.declarer is None:
        return None
    was_played_here = bool(found.code)
    known = analysis_jobs.find(end, for_good=was_played_here)
    if known is None and limits.may_read(request, "analyse" if was_played_here else "analyse_brought"):
        return analysis_jobs.ask(end, for_good=was_played_here)
    return known
