"""Operations on sets of deals: their boards and results, and challenges on the same deals."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts.base.rate_limits import check_limit
from games.api import repeats, schemas
from games.api.auth import PLAY, PUBLIC, READ
from games.api.invitations import check_may_invite
from games.api.result_schemas import SetResults
from games.api.tables import table_for
from games.competitions.sets import export, queries, services
from games.competitions.sets.lookups import board_of, boards_by
from games.engine import Rules
from games.models import Board, DealSet
from games.play.modes import access
from games.web.shortcuts import signed_in
from games.words import errors as sentences

router = Router(tags=["sets of deals"])


@router.get("/{code}", response=SetResults, auth=PUBLIC, summary="Read the results of a set of deals")
def read_set_results(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return the results of all boards and the ladder: once the set has closed, or you have finished the challenge."""
    deal_set = boards_by(code)[0].deal_set
    if not access.may_see_all_results(deal_set, request.user):
        raise PermissionDenied(
            _("Results can be downloaded when the set is closed, or you have finished the challenge.")
        )
    return export.results_of(deal_set)


@router.get("/{code}/boards", response=list[schemas.Board], auth=READ, summary="List the boards of a set")
def list_boards(request: HttpRequest, code: str) -> list[dict[str, Any]]:
    """Return the boards with their rules, and the table at which you play or have played each."""
    of_set = boards_by(code)
    plays = queries.own_plays(of_set, request.user)
    return [_board(board, plays[board.pk].game.code if board.pk in plays else None) for board in of_set]


@router.put("/{code}/boards/{number}", response=schemas.Table, auth=PLAY, summary="Play a board")
def play_board(request: HttpRequest, code: str, number: int) -> dict[str, Any]:
    """Begin a board against the bots of its set, or go on with it. Everybody has one try."""
    chosen = board_of(boards_by(code), number)
    check_limit(request, "open_game", sentences.TOO_MANY_TABLES)
    return table_for(request, services.begin(chosen, signed_in(request)).code)


@router.post("", response={201: schemas.OpenedSet}, auth=PLAY, summary="Challenge on the same deals")
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


@router.post("/{code}/invitations", response={201: schemas.PlayerToInvite}, auth=PLAY, summary="Send a challenge")
def invite_to_set(
    request: HttpRequest, response: HttpResponse, code: str, body: schemas.PlayerToInvite, key: repeats.Key
) -> Status[Any]:
    """Tell a player of a challenge that you have opened or taken part in."""
    deal_set = boards_by(code)[0].deal_set
    response["Location"] = request.path.removesuffix("/invitations")
    return Status(201, repeats.once(request, key, lambda: _sent(request, deal_set, body.name)))


def _sent(request: HttpRequest, deal_set: DealSet, name: str) -> dict[str, Any]:
    check_may_invite(request)
    services.send_challenge(deal_set, sender=signed_in(request), name=name)
    return {"name": name}


def _board(board: Board, table: str | None) -> dict[str, Any]:
    is_open = board.deal_set.closes_at is None or board.deal_set.closes_at > timezone.now()
    return {"number": board.number, "peek": board.peek, "bidding": board.bidding, "table": table, "is_open": is_open}
