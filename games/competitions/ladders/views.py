"""The page of ranks: all players by rating, and the running or a closed season of each ladder; and the ladder of a week
or month of eight a day.
"""

from datetime import UTC
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.competitions.ladders import queries, rankings
from games.competitions.ladders.page import ALONE_BELOW, NoSuchDivision, season_page
from games.competitions.sets.lookups import day_in_address
from games.competitions.sets.streaks import DAY
from games.history.views import leaders
from games.models import Season, SeasonLadder
from games.results import ratings

FIRST: Final = 5
"""So many of the best players are shown beside a division, and the reader."""

OF_ALL: Final = frozenset({"company", "bidding", "month"})
"""What an address of the list of all players says."""


def ranks(request: HttpRequest) -> HttpResponse:
    """Show a ladder: the running season, with the reader's division or a chosen one; with `?season=` a closed one; or
    all players by company, style or month.
    """
    if not OF_ALL.isdisjoint(request.GET):
        return leaders(request)
    of_ladder = _ladder(request.GET.get("of", SeasonLadder.TABLES))
    running, month = queries.current(of_ladder), request.GET.get("season", "")
    if month in ("", running.month):
        return _page(request, running)
    closed = queries.closed(of_ladder, month)
    if closed is None:
        raise Http404(_("There was no such season."))
    return _page(request, closed)


def _page(request: HttpRequest, shown: Season) -> HttpResponse:
    try:
        page = season_page(shown, request.user, _division(request))
    except NoSuchDivision:
        raise Http404(_("This season has no such division.")) from None
    context = {"page": page, "alone_below": ALONE_BELOW}
    if shown.ladder == SeasonLadder.TABLES and not shown.closed_at:
        context |= _best(request)
    return render(request, "competitions/ladders/ranks.html", context)


def _best(request: HttpRequest) -> dict[str, object]:
    """Return the best players by rating and, if ranked, the reader, each with place and whether it is the reader."""
    company = ratings.company_with_ladder()
    return {"company": company, "best": ratings.first_and_own(company, request.user, FIRST)}


def _division(request: HttpRequest) -> int | None:
    """Return the chosen division, None for the reader's own. Raises NoSuchDivision."""
    text = request.GET.get("division", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 3:
        raise NoSuchDivision
    return int(text)


def _ladder(name: str) -> SeasonLadder:
    """Return the ladder of this name; 404 if there is none."""
    try:
        return SeasonLadder(name)
    except ValueError:
        raise Http404(_("There is no such ladder.")) from None


def period_ladder(request: HttpRequest) -> HttpResponse:
    """Show the ladder of a week or month of eight a day."""
    today = timezone.now().astimezone(UTC).date()
    kind = "month" if request.GET.get("of") == "month" else "week"
    day = min(day_in_address(request.GET["day"]), today) if "day" in request.GET else today
    period = rankings.period_of(kind, day)
    rows = rankings.ladder_of(period, request.user, today)
    after = period.last + DAY
    context = {"kind": kind, "period": period, "rows": rows, "before": period.first - DAY}
    return render(
        request, "competitions/ladders/period_ladder.html", context | {"after": after if after <= today else None}
    )
