"""Operations on players: their ratings and results, and all results of a player in one answer."""

from dataclasses import asdict
from typing import Any, Final, Literal

from django.http import Http404, HttpRequest, QueryDict, StreamingHttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import BiddingStyle
from games.history import files, schemas
from games.history.forms import cursor_from, cursor_to_text
from games.history.lookups import LISTS, visible_player
from games.history.queries import Filter, Order
from games.history.words import record
from games.models import Company
from games.operations.auth import PUBLIC, READ
from games.operations.problems import Problem
from games.operations.routers import NDJSON, SubjectRouter, also_as
from games.operations.schemas import Month
from games.play.errors import UnknownPlayer
from games.results import ratings
from games.results.ratings import RatingSummary
from games.web.shortcuts import check_downloads, signed_in

CSV: Final = "text/csv"

router = SubjectRouter(
    "players and results",
    "Players, their results, ladders and seasons, and whom you follow.",
    examples=schemas.EXAMPLES,
)
account = SubjectRouter("account", auth=READ)


@router.get("/players/{name}", response=schemas.Profile, auth=PUBLIC, summary="Read a player")
def read_player(request: HttpRequest, name: str) -> dict[str, Any]:
    """Return a player’s ratings, if the player shows them to you."""
    user = _player(request, name)
    return {
        "name": user.username,
        "is_bot": user.is_bot,
        "ratings": [asdict(rating) | {"company": company} for company, rating in ratings.ratings_of(user).items()],
    }


def _player(request: HttpRequest, name: str) -> User:
    """Return the player of this name. Raises UnknownPlayer, PermissionDenied if the results are not shown to you."""
    try:
        return visible_player(request.user, name)
    except Http404:
        raise UnknownPlayer(name) from None


@router.get("/players/{name}/games", response=schemas.GamePage, auth=PUBLIC, summary="List a player’s games")
def list_player_games(request: HttpRequest, name: str, after: str = "") -> dict[str, Any]:
    """Return a page of a player’s games that have ended, newest first; `after` is `next` of the page before."""
    return _results(request, name, "games", after)


@router.get("/players/{name}/deals", response=schemas.DealPage, auth=PUBLIC, summary="List a player’s deals")
def list_player_deals(request: HttpRequest, name: str, after: str = "") -> dict[str, Any]:
    """Return a page of a player’s finished deals, newest first; `after` is `next` of the page before."""
    return _results(request, name, "deals", after)


def _results(request: HttpRequest, name: str, kind: str, after: str) -> dict[str, Any]:
    user, order = _player(request, name), Order()
    cursor = cursor_from(QueryDict(f"after={after}" if after else ""), order)
    if cursor is None:
        raise Problem(422, _("There is no such place in this list."))
    select, _row, columns = LISTS[kind]
    rows, cursors = select(user, Filter(), order, cursor, is_own=user == request.user)
    return {"results": [record(row, columns) for row in rows], "next": cursor_to_text(cursors.after, order)}


@router.get("/ladders/{company}", response=list[schemas.Rated], auth=PUBLIC, summary="Read a ladder")
def read_ladder(
    request: HttpRequest, company: Company, bidding: BiddingStyle | None = None, month: Month = ""
) -> list[RatingSummary]:
    """Return the best players of all games, of a bidding style, or of a month such as 2026-11."""
    return ratings.ladder(company, bidding or "", month, request.user)


@account.get(
    "/account/games/export", response=schemas.GameResult, summary="Export your games", openapi_extra=also_as(CSV)
)
def export_games(request: HttpRequest, form: Literal["ndjson", "csv"] = "ndjson") -> StreamingHttpResponse:
    """Return all your games, newest first: a line of JSON for each, or a table with a head."""
    return _exported(request, "games", form)


@account.get(
    "/account/deals/export", response=schemas.DealResult, summary="Export your deals", openapi_extra=also_as(CSV)
)
def export_deals(request: HttpRequest, form: Literal["ndjson", "csv"] = "ndjson") -> StreamingHttpResponse:
    """Return what you made of all your deals, newest first: a line of JSON for each, or a table with a head."""
    return _exported(request, "deals", form)


def _exported(request: HttpRequest, kind: str, form: str) -> StreamingHttpResponse:
    check_downloads(request)
    user = signed_in(request)
    pieces = files.write(user, kind, form, reader=user, filters=Filter(), order=Order())
    return StreamingHttpResponse(pieces, content_type=NDJSON if form == "ndjson" else f"{CSV}; charset=utf-8")
