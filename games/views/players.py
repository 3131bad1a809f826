"""A player's pages: ratings, games, deals and statistics, as far as the player lets the visitor see them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias

from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.models import User
from accounts.views import too_many_requests
from games.forms.history import PastForm, place_from, place_to_text
from games.history import queries as history_queries
from games.history.summaries import (
    Filter,
    Neighbours,
    Order,
    Place,
)
from games.models import Company
from games.presenters import history as history_words
from games.presenters.curves import rating_over_time
from games.presenters.statistics import all_pictures, figures

ROWS_AT_A_TIME = 1000

Select: TypeAlias = Callable[..., tuple[list[Any], Neighbours]]

LISTS: dict[str, tuple[Select, Callable[[Any], Any], Callable[[Any], dict[str, object]]]] = {
    "games": (history_queries.past_games, history_words.game_row, history_words.game_record),
    "deals": (history_queries.past_deals, history_words.deal_row, history_words.deal_record),
}
"""What can be listed: how it is read, shown on a page, and written to a file."""


@never_cache
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Ratings and the last games."""
    player = _player(request, name)
    if player.username != name:
        return HttpResponseRedirect(reverse("games:player", args=[player.username]), status=301)
    ratings = history_queries.ratings_of(player)
    games, _neighbours = history_queries.past_games(player, Filter(), Order(), Place(None), size=5)
    charts = [
        rating_over_time(
            history_queries.rating_over_time(player, company, ratings[company].games), company, str(company.label)
        )
        for company in Company
        if company in ratings
    ]
    context = {
        "ratings": [
            (company.label, history_words.rating_line(ratings[company])) for company in Company if company in ratings
        ],
        "figures": figures(history_queries.tallies(player, Filter())),
        "charts": [chart for chart in charts if chart is not None],
        "rows": [history_words.game_row(game) for game in games],
    }
    return _page(request, player, "profile", context)


@never_cache
@require_safe
def listing(request: HttpRequest, name: str, kind: str) -> HttpResponse:
    """A page of the player's games or deals."""
    player = _player(request, name)
    select, row, _record = LISTS[kind]
    form = PastForm(request.GET)
    place = place_from(request.GET, form.order()) if form.is_valid() else None
    if place is None:
        context = {
            "form": form,
            "kind": kind,
            "notice": _("This list can’t be shown: something in its address was not understood."),
        }
        return _page(request, player, kind, context, HTTPStatus.BAD_REQUEST)
    found, neighbours = select(player, form.chosen(), form.order(), place)
    context = {
        "form": form,
        "kind": kind,
        "rows": [row(one) for one in found],
        "query": form.query(),
        "before": place_to_text(neighbours.before, form.order()),
        "after": place_to_text(neighbours.after, form.order()),
        "is_first": neighbours.before is None,
        "is_last": neighbours.after is None,
    }
    return _page(request, player, kind, context)


@never_cache
@require_safe
def statistics(request: HttpRequest, name: str) -> HttpResponse:
    """The pictures."""
    player = _player(request, name)
    form = PastForm(request.GET)
    valid = form.is_valid()
    tallies = history_queries.tallies(player, form.chosen() if valid else Filter())
    context = {"form": form, "figures": figures(tallies), "charts": all_pictures(tallies) if tallies else ()}
    return _page(request, player, "statistics", context, 200 if valid else HTTPStatus.BAD_REQUEST)


@never_cache
@require_safe
def download(request: HttpRequest, name: str, kind: str, form_of: str) -> HttpResponseBase:
    """All that the list with these filters shows, as a file."""
    player = _player(request, name)
    form = PastForm(request.GET)
    if not form.is_valid():
        return HttpResponseRedirect(f"{reverse('games:player_list', args=[name, kind])}?{request.GET.urlencode()}")
    if not limits.may_read(request, "download"):
        return too_many_requests(request, PermissionDenied(_("Too many downloads just now. Try again in ten minutes.")))
    select, _row, record = LISTS[kind]
    read = partial(select, player, form.chosen(), form.order(), size=ROWS_AT_A_TIME)
    written = _as_csv(read, record) if form_of == "csv" else _as_json(read, record)
    content_type = "text/csv; charset=utf-8" if form_of == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{kind}.{form_of}"'}
    return StreamingHttpResponse(written, content_type=content_type, headers=headers)


Read: TypeAlias = Callable[[Place], tuple[list[Any], Neighbours]]
Record: TypeAlias = Callable[[Any], dict[str, object]]


async def _records(read: Read, record: Record) -> AsyncIterator[list[dict[str, object]]]:
    """The whole list, portion by portion, at least one portion."""
    place: Place | None = Place(None)
    while place is not None:
        rows, neighbours = await sync_to_async(read)(place)
        yield [record(row) for row in rows]
        place = neighbours.after


async def _as_csv(read: Read, record: Record) -> AsyncIterator[bytes]:
    named = False
    async for records in _records(read, record):
        text = io.StringIO()
        writer = csv.writer(text)
        for fields in records:
            if not named:
                writer.writerow(fields)
                named = True
            writer.writerow(map(_cell, fields.values()))
        yield text.getvalue().encode()


def _cell(value: object) -> object:
    """A spreadsheet would run what begins like a formula; a table's name may."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


async def _as_json(read: Read, record: Record) -> AsyncIterator[bytes]:
    lead = "["
    async for records in _records(read, record):
        for fields in records:
            yield f"{lead}\n{json.dumps(fields, ensure_ascii=False)}".encode()
            lead = ","
    yield b"[]\n" if lead == "[" else b"\n]\n"


def _player(request: HttpRequest, name: str) -> User:
    """The player whose page this is; 404 without one, 403 for those who may not look."""
    try:
        player = history_queries.player_called(name)
    except User.DoesNotExist:
        raise Http404(_("There is no player of that name.")) from None
    if not player.lets_see(request.user):
        raise PermissionDenied(_("%(name)s keeps this page to a smaller circle.") % {"name": player.username})
    return player


def _page(request: HttpRequest, player: User, tab: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    shared = {"player": player, "tab": tab, "is_own": player.pk == request.user.pk}
    template = "player_list" if tab in LISTS else f"player_{tab}"
    return render(request, f"games/{template}.html", shared | context, status=status)
