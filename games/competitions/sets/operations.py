"""Operations on sets of deals: their boards and results, and challenges on the same deals."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from ninja import Status

from accounts.base.rate_limits import check_limit
from accounts.base.refusals import Refusal
from games.competitions.sets import export, front, queries, schemas, services
from games.competitions.sets.kinds import kind_of
from games.competitions.sets.lookups import board_of, boards_by
from games.competitions.sets.services import is_open
from games.engine import Rules
from games.lobby.operations import check_may_invite
from games.lobby.table_operations import table_for
from games.models import Board, BoardPlay, DealSet
from games.operations import repeats
from games.operations.auth import PLAY, PUBLIC, READ
from games.operations.routers import SubjectRouter
from games.operations.schemas import PlayerToInvite, Table
from games.play.modes import access
from games.web.shortcuts import signed_in
from games.words import errors as sentences

router = SubjectRouter(
    "sets of deals", "Sets of deals, in which everybody plays the same boards alone.", examples=schemas.EXAMPLES
)


class ResultsClosed(Refusal):
    """The results of a set may not be read yet."""

    message = gettext_lazy("Results can be read when the set is closed, or you have finished the challenge.")
    status = HTTPStatus.FORBIDDEN


@router.get("/sets/today", response=list[schemas.SetOfToday], auth=READ, summary="List the sets of today")
def list_sets_of_today(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the sets for everybody that are open now and that you may play: the deal of the day and the eight of the
    day, which change at 00:00 UTC, and special ones. A bot's account gets those for programs only.
    """
    user, now = signed_in(request), timezone.now()
    open_now = front.today(user, now)
    shown = [each for each in (open_now.day, open_now.eight, *open_now.others) if each is not None]
    return [_of_today(each) for each in shown if kind_of(each.deal_set).for_programs or not user.is_bot]


def _of_today(shown: front.SetOfToday) -> dict[str, Any]:
    of_set = shown.deal_set
    closes_at = None if of_set.closes_at is None else of_set.closes_at.isoformat()
    return {
        "code": of_set.code,
        "kind": of_set.kind,
        "name": shown.title,
        "boards": shown.boards,
        "finished": shown.own,
        "closes_at": closes_at,
    }


@router.get("/sets/{code}", response=schemas.SetResults, auth=PUBLIC, summary="Read the results of a set of deals")
def read_set_results(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return the results of all boards and the ladder: once the set has closed, or you have finished the challenge.

    Until then your own points are in the list of its boards.
    """
    deal_set = boards_by(code)[0].deal_set
    if not access.may_see_all_results(deal_set, request.user):
        raise ResultsClosed
    return export.results_of(deal_set)


@router.get("/sets/{code}/boards", response=list[schemas.Board], auth=READ, summary="List the boards of a set")
def list_boards(request: HttpRequest, code: str) -> list[dict[str, Any]]:
    """Return the boards with their rules, the table at which you play or have played each, and your points."""
    of_set = boards_by(code)
    plays = queries.own_plays(of_set, request.user)
    return [_board(board, plays.get(board.pk)) for board in of_set]


@router.put("/sets/{code}/boards/{number}", response=Table, auth=PLAY, summary="Play a board")
def play_board(request: HttpRequest, code: str, number: int) -> dict[str, Any]:
    """Begin a board against the bots of its set, or go on with it. Everybody has one try."""
    chosen = board_of(boards_by(code), number)
    check_limit(request, "open_game", sentences.TOO_MANY_TABLES)
    return table_for(request, services.begin(chosen, signed_in(request)).code)


@router.post("/sets", response={201: schemas.OpenedSet}, auth=PLAY, summary="Challenge on the same deals")
def open_set(request: HttpRequest, response: HttpResponse, body: schemas.NewSet, key: repeats.Key) -> Status[Any]:
    """Open a set of deals that you and others play, each alone against the same bots, and tell a player of it."""
    opened = repeats.once(request, key, lambda: _opened(request, body))
    response["Location"] = f"{request.path}/{opened['code']}"
    return Status(201, opened)


def _opened(request: HttpRequest, body: schemas.NewSet) -> dict[str, Any]:
    check_limit(request, "challenge", _("That’s a lot of challenges. Try again in ten minutes."))
    opened = services.open_challenge(
        host=signed_in(request),
        rules=Rules(body.peek, body.bidding),
        count=body.boards,
        bot_level=body.bot_level,
        invited=body.invite,
    )
    return {"code": opened.code, "boards": body.boards}


@router.post("/sets/{code}/invitations", response={201: PlayerToInvite}, auth=PLAY, summary="Send a challenge")
def invite_to_set(
    request: HttpRequest, response: HttpResponse, code: str, body: PlayerToInvite, key: repeats.Key
) -> Status[Any]:
    """Tell a player of a challenge that you have opened or taken part in."""
    deal_set = boards_by(code)[0].deal_set
    response["Location"] = request.path.removesuffix("/invitations")
    return Status(201, repeats.once(request, key, lambda: _sent(request, deal_set, body.name)))


def _sent(request: HttpRequest, deal_set: DealSet, name: str) -> dict[str, Any]:
    check_may_invite(request)
    services.send_challenge(deal_set, sender=signed_in(request), name=name)
    return {"name": name}


def _board(board: Board, own: BoardPlay | None) -> dict[str, Any]:
    return {
        "number": board.number,
        "peek": board.peek,
        "bidding": board.bidding,
        "table": own and own.game.code,
        "points": own and own.points,
        "is_open": is_open(board.deal_set, timezone.now()),
    }
