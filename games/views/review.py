"""Reviews: step through a finished deal of a table or an imported record."""

from typing import Protocol
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import rate_limits
from games.analysis import bids_from_json, thoughts_from_json, tricks_from_json, verdicts
from games.engine import PLAYERS, Player, replay
from games.models import Analysis, Deal, Game
from games.play.snapshot import ReviewedDeal
from games.presenters.review import first_position, review_page
from games.presenters.review_findings import bid_tables, lost_tricks
from games.presenters.review_log import review_log
from games.presenters.thoughts import thought_on_next
from games.review import analysis_jobs
from games.review import queries as review_queries
from games.views.shortcuts import by_htmx


def deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Review a finished deal of a table, for everyone who may look at the table."""
    (reviewed,) = finished_deals(request, code, number)
    return show(request, reviewed, reverse("games:review", args=[code, number]))


def finished_deals(request: HttpRequest, code: str, number: int | None) -> list[ReviewedDeal]:
    """Return all finished deals of a table, or only the one with this number.

    403 if the visitor may not watch the table; 404 if there is no such deal, or only its scores are stored.
    """
    try:
        return review_queries.reviewed_deals(code, request.user, number)
    except (Game.DoesNotExist, Deal.DoesNotExist):
        raise Http404(_("There is no finished deal at this address.")) from None
    except review_queries.OnlyScoresStored:
        raise Http404(_("Only the scores of this game were kept: its deals can’t be reviewed.")) from None


def show(request: HttpRequest, deal: ReviewedDeal, path: str, /, **query: str) -> HttpResponse:
    """Show the position that `?at=` and `?as=` select; htmx gets only what changes between positions."""
    at = _position(request, deal)
    seen_by = next((player for player in PLAYERS if request.GET.get("as") == str(player)), None)

    def address(position: int, player: Player | None = seen_by) -> str:
        asked = {**query, "at": position} | ({} if player is None else {"as": player})
        return f"{path}?{urlencode(asked)}"

    context = review_context(deal, at, seen_by, address, _analysis(request, deal))
    return render(request, "games/_review.html" if by_htmx(request) else "games/review.html", context)


class Address(Protocol):
    """Returns the URL of a position, in the current view or in that of `player` (None: all hands open)."""

    def __call__(self, position: int, player: Player | None = ..., /) -> str: ...


def review_context(
    deal: ReviewedDeal, at: int, seen_by: Player | None, address: Address, analysis: Analysis | None
) -> dict[str, object]:
    """Return the template context of a review."""
    end = replay(deal.log)
    tricks = tricks_from_json(analysis.tricks) if analysis and analysis.tricks is not None else None
    thoughts = thoughts_from_json(analysis.thoughts) if analysis and analysis.thoughts is not None else ()
    bids = bids_from_json(analysis.bids) if analysis and analysis.bids is not None else None
    card_verdicts = verdicts(end, tricks) if tricks else ()
    return {
        "deal": deal,
        "review": review_page(deal, at, seen_by, address, tricks),
        "log": review_log(deal, at, seen_by, address, card_verdicts),
        "thought": thought_on_next(deal, at, thoughts) if seen_by is None else None,
        "here": address(at),
        "open_cards": seen_by is None,
        "analysable": end.declarer is not None,
        "analysis": analysis,
        "lost": lost_tricks(deal, end, card_verdicts, address) if card_verdicts and seen_by is None else None,
        "bids": None if bids is None else bid_tables(deal, end, bids),
    }


def _position(request: HttpRequest, deal: ReviewedDeal) -> int:
    """Return the position asked for, at most the last one; by default the one before the play."""
    asked = request.GET.get("at", "")
    if not (asked.isascii() and asked.isdigit()) or len(asked) > 4:
        return first_position(deal.log)
    return min(int(asked), len(deal.log) - 1)


def _analysis(request: HttpRequest, deal: ReviewedDeal) -> Analysis | None:
    """Return the deal's analysis, after requesting it if necessary.

    None if the bidding is not over, the queue is full, or the visitor has requested too many.
    """
    end = replay(deal.log)
    if end.declarer is None:
        return None
    is_of_table = bool(deal.code)
    analysis = analysis_jobs.find_analysis(end, permanent=is_of_table)
    if analysis is None and rate_limits.is_within_limit(request, "analyse" if is_of_table else "analyse_import"):
        return analysis_jobs.request_analysis(end, permanent=is_of_table)
    return analysis
