"""Responses to a table's form posts: the current table, with a notice if the request was refused."""

import logging
from collections.abc import Callable
from http import HTTPStatus
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlencode

from django.db import OperationalError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse

from accounts.base.rate_limits import check_limit
from accounts.base.refusals import Refusal
from games.chat import queries as chat_queries
from games.chat.markup import draw_chat, draw_messages
from games.components import frames
from games.components.context import TableContext
from games.engine import IllegalAction
from games.models import Game
from games.pairing import queries as pairing_queries
from games.play import presence, queries as table_queries
from games.play.errors import NotUnderstood, SeedNotUnderstood
from games.play.queries import SeatNow
from games.views.beside import digest, draw_notices
from games.views.link_picture import has_picture
from games.web import actions
from games.web.shortcuts import by_htmx, find, table_for, viewer_for
from games.words import arriving, errors as error_messages
from games.words.sentences import title

logger = logging.getLogger(__name__)


def attempt(
    request: HttpRequest,
    code: str,
    service: Callable[[], object],
    form: Form | None = None,
    success: str = "",
    limit: str = "",
) -> HttpResponse:
    """Call the service, within the rate limit and with a valid form, if any; return the table, with notice `success`.

    A service that has made a turn returns the player's seat at the version after it, and the table is in the cache.
    A refusal has its own notice, with status 409, 400 for an invalid form or move, or 429 for the rate limit. So has a
    database that can't be written to, with 409 for htmx, which takes a 503 for a proxy's; other posts get the 503 page.
    """
    try:
        if limit:
            check_limit(request, limit)
        if form is not None and not form.is_valid():
            raise SeedNotUnderstood if "seed" in form.errors else NotUnderstood
        result = service()
    except IllegalAction as refusal:
        return table_now(request, code, error_messages.sentence(refusal), HTTPStatus.CONFLICT)
    except Refusal as refusal:
        return table_now(request, code, refusal.sentence(), refusal.status)
    except OperationalError as failure:
        if not by_htmx(request):
            raise
        logger.warning("%s was not served: %s", request.path, failure)
        return table_now(request, code, error_messages.busy(), HTTPStatus.CONFLICT)
    return table_now(request, code, success, seat=result if isinstance(result, SeatNow) else None)


def table_now(
    request: HttpRequest, code: str, notice: str = "", status: int = 200, seat: SeatNow | None = None
) -> HttpResponse:
    """Return the current table; to a player whose `seat` is given, at its version or a newer one.

    An htmx request gets the parts that have changed since its page was made. A plain form post gets a redirect to the
    table's page, or the page itself if there is a notice.
    """
    if by_htmx(request):
        answer = _answer(request, code, notice, seat)
        return HttpResponse(answer, status=status if answer else HTTPStatus.NO_CONTENT)
    if notice:
        return whole_page(request, find(code), notice, status)
    return HttpResponseRedirect(reverse("games:table", args=[code]))


def _answer(request: HttpRequest, code: str, notice: str, seat: SeatNow | None) -> str:
    full, viewer = table_for(code, request, seat)
    return frames.answer(full, viewer, presence.attendance_at(full.base), _version_shown(request), notice)


def _version_shown(request: HttpRequest) -> int | None:
    """Return the version that the page shows; None if it does not say so."""
    sent = request.POST if request.method == "POST" else request.GET
    try:
        return actions.version_in(sent)
    except NotUnderstood:
        return None


def whole_page(request: HttpRequest, game: Game, notice: str, status: int = 200) -> HttpResponse:
    """Return the table's page."""
    full, chat = table_queries.full_snapshot_of(game), chat_queries.chat_for(game, request.user)
    viewer = viewer_for(request, full, table_queries.player_of(game, request.user))
    attendance = presence.attendance_at(full.base)
    context, key = TableContext(full.of(viewer.player), attendance), token_urlsafe(9)
    table = frames.page(
        full,
        viewer,
        attendance,
        token=get_token(request),
        link=request.build_absolute_uri(reverse("games:table", args=[game.code])),
        chat=draw_chat(chat, get_token(request), draft=request.POST.get("text", "")) if chat else "",
        notice=notice,
        key=key,
    )
    notices = draw_notices(request.user, pairing_queries.call_for(request.user, at=game.code), game.code)
    about: dict[str, Any] = {
        "table": table,
        "code": game.code,
        "shown": urlencode({"page": key, "chat": digest(draw_messages(chat)), "notices": digest(notices)}),
        "title": title(context.snapshot, context.is_awaited),
        "invites": arriving.invitation(context.snapshot, attendance),
        "has_picture": has_picture(context.snapshot),
        "may_reload": not context.prompt and not context.snapshot.stage.has_ended,
        "notices": notices,
    }
    return render(request, "table/table.html", about, status=status)
