"""Pages of seasons: the one that runs, on each ladder, and those that are closed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Season, SeasonLadder
from games.seasons import queries
from games.seasons.page import ALONE_BELOW, NoSuchDivision, season_page


def seasons(request: HttpRequest) -> HttpResponse:
    """Show the season that runs on a ladder, with the reader's division or a chosen one."""
    return _page(request, queries.current(_ladder(request.GET.get("of", SeasonLadder.TABLES))))


def season(request: HttpRequest, month: str, ladder: str) -> HttpResponse:
    """Show a closed season; lead to the page of the season that runs."""
    of_ladder = _ladder(ladder)
    closed = queries.closed(of_ladder, month)
    if closed is not None:
        return _page(request, closed)
    if queries.current(of_ladder).month == month:
        return redirect(f"{reverse('games:seasons')}?of={of_ladder}")
    raise Http404(_("There was no such season."))


def _page(request: HttpRequest, shown: Season) -> HttpResponse:
    try:
        page = season_page(shown, request.user, _division(request))
    except NoSuchDivision:
        raise Http404(_("This season has no such division.")) from None
    return render(request, "seasons/season.html", {"page": page, "alone_below": ALONE_BELOW})


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
