"""The ladders, and a player's pages: ratings, games, deals and statistics, if the visitor may see them."""

from http import HTTPStatus
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.history import files, queries as history_queries, words as history_words
from games.history.forms import HistoryForm, LadderForm, cursor_from, cursor_to_text
from games.history.lessons import RECENT, lessons, mistakes_over_time
from games.history.lookups import LISTS, visible_player
from games.history.queries import Cursor, Filter, Order
from games.history.statistics import all_charts, figures
from games.models import Company
from games.people import queries as people
from games.people.queries import Acquaintance
from games.results import ratings as history_ratings
from games.web import downloads, solo
from games.web.shortcuts import check_downloads

SHOWN: Final = 3
"""How many of the last games the overview of a player lists."""


def leaders(request: HttpRequest) -> HttpResponse:
    """Show the best players of a ladder."""
    first = {} if "company" in request.GET else {"company": history_ratings.company_with_ladder()}
    form = LadderForm(first | request.GET.dict(), months=history_ratings.months())
    valid = form.is_valid()
    data = form.cleaned_data if valid else {"company": "", "bidding": "", "month": ""}
    ladder = history_ratings.ladder(data["company"] or Company.PEOPLE, data["bidding"], data["month"], request.user)
    rows = [history_words.rating_row(rating) for rating in ladder]
    context = {"form": form, "shown": form.chosen_words(data), "rows": rows}
    return render(request, "history/leaders.html", context, status=200 if valid else HTTPStatus.BAD_REQUEST)


def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show the player's ratings and latest games; portrait and charts are folded, figures on the page of statistics."""
    player = visible_player(request.user, name)
    if player.username != name:
        return redirect("games:player", player.username, permanent=True)
    ratings = history_ratings.ratings_of(player)
    games, _cursors = history_queries.game_summaries(
        player, Filter(), Order(), Cursor(None), size=10, is_own=player == request.user
    )
    companies = [company for company in Company if company in ratings]
    charts = [
        history_words.rating_over_time(
            history_ratings.rating_over_time(player, company, ratings[company].games), company
        )
        for company in companies
    ]
    context = {
        "ratings": [(company.label, history_words.rating_row(ratings[company])) for company in companies],
        "charts": [chart for chart in charts if chart is not None],
        "rows": [history_words.game_row(game) for game in games[:SHOWN]],
        "person": _as_known_to(request.user, player),
        "portrait": history_words.portrait(history_queries.portrait_of(player, request.user), games),
    }
    return _page(request, player, "profile", context)


def me(request: HttpRequest) -> HttpResponse:
    """Show the visitor's own profile; a stranger is asked to sign in or to choose a name."""
    if isinstance(request.user, User):
        return profile(request, request.user.username)
    return _stranger(request)


def own_results(request: HttpRequest, tab: str) -> HttpResponse:
    """Show one of the visitor's own pages beside the profile: games, deals or statistics."""
    if not isinstance(request.user, User):
        return _stranger(request)
    return results(request, request.user.username, tab)


def _stranger(request: HttpRequest) -> HttpResponse:
    return render(request, "history/stranger.html", {"offers_solo": solo.is_built()})


def results(request: HttpRequest, name: str, tab: str) -> HttpResponse:
    """Show one of the pages beside a player's profile: games, deals or statistics."""
    return statistics(request, name) if tab == "statistics" else listing(request, name, tab)


def _as_known_to(visitor: User | AnonymousUser, player: User) -> Acquaintance | None:
    """Return what a signed-in visitor knows of another player who still has an account."""
    if not isinstance(visitor, User) or visitor == player or not player.is_active:
        return None
    return people.acquaintances(visitor, [player])[player.pk]


def listing(request: HttpRequest, name: str, kind: str) -> HttpResponse:
    """Show a page of the player's games or deals."""
    player = visible_player(request.user, name)
    select, row, _columns = LISTS[kind]
    form = HistoryForm(request.GET)
    cursor = cursor_from(request.GET, form.order()) if form.is_valid() else None
    context: dict[str, Any] = {"form": form, "kind": kind}
    if cursor is None:
        context["notice"] = _("This list can’t be shown: something in its address was not understood.")
        return _page(request, player, kind, context, HTTPStatus.BAD_REQUEST)
    summaries, cursors = select(player, form.filters(), form.order(), cursor, is_own=player == request.user)
    context |= {
        "rows": [row(summary) for summary in summaries],
        "query": form.query(),
        "before": cursor_to_text(cursors.before, form.order()),
        "after": cursor_to_text(cursors.after, form.order()),
        "is_first": cursors.before is None,
        "is_last": cursors.after is None,
    }
    return _page(request, player, kind, context)


def statistics(request: HttpRequest, name: str) -> HttpResponse:
    """Show the player's statistics as charts."""
    player = visible_player(request.user, name)
    form = HistoryForm(request.GET)
    valid = form.is_valid()
    filters = form.filters() if valid else Filter()
    tallies = history_queries.tallies(player, filters)
    context: dict[str, Any] = {"form": form, "figures": figures(tallies)}
    if tallies:
        is_own = player == request.user
        recent, _cursors = history_queries.deal_summaries(
            player, filters, Order(), Cursor(None), size=RECENT, is_own=is_own
        )
        judged = history_queries.judged_deals(player, filters, RECENT, is_own=is_own)
        over_time = mistakes_over_time(judged)
        context["charts"] = (*all_charts(tallies), over_time) if over_time else all_charts(tallies)
        context["lessons"] = lessons(tallies, history_queries.tallies_of_all(filters), recent, judged)
    return _page(request, player, "statistics", context, 200 if valid else HTTPStatus.BAD_REQUEST)


def download(request: HttpRequest, name: str, kind: str, form_of: str) -> HttpResponseBase:
    """Return all rows of the list with these filters as a file."""
    player = visible_player(request.user, name)
    form = HistoryForm(request.GET)
    if not form.is_valid():
        return redirect(f"{reverse('games:player_list', args=[name, kind])}?{request.GET.urlencode()}")
    check_downloads(request)
    pieces = files.write(player, kind, form_of, reader=request.user, filters=form.filters(), order=form.order())
    return downloads.stream(pieces, kind, form_of)


def _page(request: HttpRequest, player: User, tab: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    is_own = player.pk == request.user.pk
    shared = {"player": player, "tab": tab, "is_own": is_own, "offers_solo": is_own and solo.is_built()}
    template = "player_list" if tab in LISTS else f"player_{tab}"
    return render(request, f"history/{template}.html", shared | context, status=status)
