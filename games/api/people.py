"""Operations on the player of the token, and those that read players, their results and ladders."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest, QueryDict, StreamingHttpResponse
from django.utils.translation import gettext as _
from ninja import Router
from pydantic import Field

from accounts.models import User
from games.api import bot_accounts, events, schemas, streams
from games.api.auth import PLAY, READ
from games.api.problems import Problem
from games.api.result_schemas import DealPage, GamePage
from games.competitions.ladders import queries as season_queries
from games.competitions.ladders.page import division_for
from games.engine import BiddingStyle
from games.history.forms import cursor_from, cursor_to_text
from games.history.lookups import LISTS, visible_player
from games.history.queries import Filter, Order
from games.models import Company, SeasonLadder
from games.pubsub import groups
from games.results import ratings
from games.results.ratings import RatingSummary
from games.web.shortcuts import signed_in

Month = Annotated[str, Field(pattern=r"^([0-9]{4}-(0[1-9]|1[0-2]))?$")]
Division = Annotated[int, Field(ge=1, le=100)]

router = Router(tags=["players and results"], auth=READ)


@router.get("/account", response=schemas.Account, summary="Read who you are")
def read_account(request: HttpRequest) -> dict[str, Any]:
    """Return the player of the token."""
    return _account(signed_in(request))


@router.get("/account/stream", response=schemas.AccountEvent, summary="Follow what happens to you")
def follow_account(request: HttpRequest) -> StreamingHttpResponse:
    """Send what waits for you, and what happens after that, with a `kind` and the code of a `table` or `set`.

    The kinds are `invited` and `challenged` (with `by`, a name), `invitation_ended`, `game_began`, `turn` and
    `game_over`. The stream ends after five minutes; open another one.
    """
    user, last = signed_in(request), events.Situation()

    def read() -> list[events.Event]:
        nonlocal last
        now = events.situation_of(user)
        happened = list(events.between(last, now, user))
        last = now
        return happened

    return streams.stream(request, groups.player_group(user.pk), read)


@router.post("/bot", response=schemas.Account, auth=PLAY, summary="Become a bot, for ever")
def become_bot(request: HttpRequest, body: schemas.Forever) -> dict[str, Any]:  # noqa: ARG001  # its shape says it all
    """Make the account, which has sat at no table yet, that of a bot: its name says so then. This is never undone."""
    return _account(bot_accounts.become_bot(signed_in(request)))


def _account(user: User) -> dict[str, Any]:
    return {"name": user.username, "is_bot": user.is_bot}


@router.get("/players/{name}", response=schemas.Profile, summary="Read a player")
def read_player(request: HttpRequest, name: str) -> dict[str, Any]:
    """Return a player’s ratings, if the player shows them to you."""
    user = visible_player(request.user, name)
    return {
        **_account(user),
        "ratings": [_rating(rating) | {"company": company} for company, rating in ratings.ratings_of(user).items()],
    }


@router.get("/players/{name}/games", response=GamePage, summary="List a player’s games")
def list_player_games(request: HttpRequest, name: str, after: str = "") -> dict[str, Any]:
    """Return a page of a player’s games that have ended, newest first; `after` is `next` of the page before."""
    return _results(request, name, "games", after)


@router.get("/players/{name}/deals", response=DealPage, summary="List a player’s deals")
def list_player_deals(request: HttpRequest, name: str, after: str = "") -> dict[str, Any]:
    """Return a page of a player’s finished deals, newest first; `after` is `next` of the page before."""
    return _results(request, name, "deals", after)


def _results(request: HttpRequest, name: str, kind: str, after: str) -> dict[str, Any]:
    user, order = visible_player(request.user, name), Order()
    cursor = cursor_from(QueryDict(f"after={after}" if after else ""), order)
    if cursor is None:
        raise Problem(422, _("That is no place in this list."))
    select, _row, record = LISTS[kind]
    rows, cursors = select(user, Filter(), order, cursor, is_own=user == request.user)
    return {"results": list(map(record, rows)), "next": cursor_to_text(cursors.after, order)}


@router.get("/ladders/{company}", response=list[schemas.Rated], summary="Read a ladder")
def read_ladder(
    request: HttpRequest, company: Company, bidding: BiddingStyle | None = None, month: Month = ""
) -> list[dict[str, Any]]:
    """Return the best players of all games, of a bidding style, or of a month such as 2026-11."""
    rated = ratings.ladder(company, bidding or "", month, request.user)
    return [_rating(rating) | {"name": rating.name} for rating in rated]


@router.get("/seasons/{ladder}", response=list[schemas.SeasonLine], summary="Read a season")
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
