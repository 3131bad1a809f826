"""Operations on players: their results, ladders and seasons, and whom the player of the token follows."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext as _
from ninja import Router
from pydantic import Field

from accounts.base.rate_limits import check_limit
from accounts.models import User
from games.api import meeting_schemas, schemas
from games.api.auth import PLAY, PUBLIC, READ
from games.api.problems import Problem
from games.api.result_schemas import DealPage, GamePage
from games.competitions.ladders import queries as season_queries
from games.competitions.ladders.page import division_for
from games.engine import BiddingStyle
from games.history.forms import cursor_from, cursor_to_text
from games.history.lookups import LISTS, visible_player
from games.history.queries import Filter, Order
from games.history.words import record
from games.lobby.invitations import UnknownPlayer
from games.models import Company, SeasonLadder
from games.people import services
from games.people.queries import people_of
from games.results import ratings
from games.results.ratings import RatingSummary
from games.web.shortcuts import signed_in

Month = Annotated[str, Field(pattern=r"^([0-9]{4}-(0[1-9]|1[0-2]))?$")]
Division = Annotated[int, Field(ge=1, le=100)]

router = Router(tags=["players and results"])


@router.get("/players/{name}", response=schemas.Profile, auth=PUBLIC, summary="Read a player")
def read_player(request: HttpRequest, name: str) -> dict[str, Any]:
    """Return a player’s ratings, if the player shows them to you."""
    user = _player(request, name)
    return {
        "name": user.username,
        "is_bot": user.is_bot,
        "ratings": [_rating(rating) | {"company": company} for company, rating in ratings.ratings_of(user).items()],
    }


def _player(request: HttpRequest, name: str) -> User:
    """Return the player of this name. Raises UnknownPlayer, PermissionDenied if the results are not shown to you."""
    try:
        return visible_player(request.user, name)
    except Http404:
        raise UnknownPlayer(name) from None


@router.get("/players/{name}/games", response=GamePage, auth=PUBLIC, summary="List a player’s games")
def list_player_games(request: HttpRequest, name: str, after: str = "") -> dict[str, Any]:
    """Return a page of a player’s games that have ended, newest first; `after` is `next` of the page before."""
    return _results(request, name, "games", after)


@router.get("/players/{name}/deals", response=DealPage, auth=PUBLIC, summary="List a player’s deals")
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
) -> list[dict[str, Any]]:
    """Return the best players of all games, of a bidding style, or of a month such as 2026-11."""
    rated = ratings.ladder(company, bidding or "", month, request.user)
    return [_rating(rating) | {"name": rating.name} for rating in rated]


@router.get("/seasons/{ladder}", response=list[schemas.SeasonLine], auth=PUBLIC, summary="Read a season")
def read_season(
    request: HttpRequest, ladder: SeasonLadder, month: Month = "", division: Division = 1
) -> list[dict[str, Any]]:
    """Return a division of a season such as 2026-11: of the one that runs, or has no `month`, as if it ended now."""
    running = season_queries.current(ladder)
    shown = running if month in ("", running.month) else season_queries.closed(ladder, month)
    if shown is None:
        raise Http404(_("There was no such season."))
    rows = division_for(season_queries.lines_of(shown), division, request.user).rows
    return [{**row.line._asdict(), "name": row.account.username} for row in rows]


def _rating(rating: RatingSummary) -> dict[str, Any]:
    return {"points": rating.points, "games": rating.games, "wins": rating.wins, "provisional": rating.provisional}


@router.get("/following", response=list[meeting_schemas.Followed], auth=READ, summary="List whom you follow")
def list_followed(request: HttpRequest) -> list[dict[str, Any]]:
    """Return whom you follow: who of them is online, and the table at which to watch them, as they show it to you."""
    followed = people_of(signed_in(request)).followed
    return [{"name": one.name, "is_online": one.online, "table": one.table or None} for one in followed]


@router.put("/following/{name}", response=list[meeting_schemas.Followed], auth=PLAY, summary="Follow a player")
def follow_player(request: HttpRequest, name: schemas.Name) -> list[dict[str, Any]]:
    """Follow a player, who is not notified. Return whom you follow."""
    check_limit(request, "follow")
    services.follow(signed_in(request), name)
    return list_followed(request)


@router.delete("/following/{name}", response=list[meeting_schemas.Followed], auth=PLAY, summary="Unfollow a player")
def unfollow_player(request: HttpRequest, name: schemas.Name) -> list[dict[str, Any]]:
    """Follow a player no longer. Return whom you follow."""
    services.unfollow(signed_in(request), name)
    return list_followed(request)
