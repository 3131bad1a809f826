"""Operations on tournaments: list and read them, enter, check in, withdraw."""

from typing import Any

from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.base.rate_limits import check_limit
from accounts.models import User
from games.competitions.tournaments import export, queries, schemas, services
from games.competitions.tournaments.status import status_of
from games.models import Tournament, rules_of
from games.operations.auth import PLAY, PUBLIC
from games.operations.routers import SubjectRouter
from games.operations.table_json import rules_json
from games.play.modes import access
from games.web.shortcuts import signed_in

router = SubjectRouter("tournaments", "Tournaments: read them, enter, check in.", examples=schemas.EXAMPLES)


@router.get("/tournaments", response=schemas.Tournaments, auth=PUBLIC, summary="List tournaments")
def list_tournaments(request: HttpRequest) -> dict[str, Any]:  # noqa: ARG001  # everybody reads the same
    """Return the tournaments to come, those that run, and the latest that are over; clubs have their own."""
    return {"coming": list(map(_line, queries.coming())), "past": list(map(_line, queries.past()))}


@router.get("/tournaments/{code}", response=schemas.Tournament, auth=PUBLIC, summary="Read a tournament")
def read_tournament(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return a tournament with the standings after the rounds that have ended, and how you take part."""
    return _tournament(request, _visible(request, code))


@router.put(
    "/tournaments/{code}/entry", response=schemas.Tournament, auth=PLAY, summary="Enter a tournament, or check in"
)
def enter_tournament(request: HttpRequest, code: str) -> dict[str, Any]:
    """Enter a tournament, perhaps on its waiting list. Sent again during check-in, say that you are there.

    Your tables come as events of the account, one a round. Tournaments are for people, not for bots’ accounts.
    """
    tournament, user = _visible(request, code), signed_in(request)
    check_limit(request, "enter_tournament")
    if status_of(tournament, user, timezone.now()).may_check_in:
        services.check_in(code, user)
    else:
        services.enter(code, user)
    return _tournament(request, _visible(request, code))


@router.delete(
    "/tournaments/{code}/entry", response=schemas.Tournament, auth=PLAY, summary="Withdraw from a tournament"
)
def withdraw_from_tournament(request: HttpRequest, code: str) -> dict[str, Any]:
    """Take your entry back before the tournament begins."""
    _visible(request, code)
    services.withdraw(code, signed_in(request))
    return _tournament(request, _visible(request, code))


def _visible(request: HttpRequest, code: str) -> Tournament:
    tournament = queries.by_code(code)
    if tournament is None or not access.may_see_tournament(tournament, request.user):
        raise Http404(_("There is no tournament at this address."))
    return tournament


def _line(tournament: Tournament) -> dict[str, Any]:
    entered, _last = queries.count_and_last_entry(tournament)
    return {
        "code": tournament.code,
        "name": tournament.name,
        "kind": tournament.kind,
        "stage": tournament.stage,
        "starts_at": tournament.starts_at.isoformat(),
        "rounds": tournament.rounds,
        "boards": tournament.boards,
        "minutes": tournament.minutes,
        "limit": tournament.limit,
        "entered": entered,
        "rules": rules_json(rules_of(tournament), is_duplicate=True),
    }


def _tournament(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    own = _own(tournament, request.user) if isinstance(request.user, User) else None
    return _line(tournament) | {
        "text": tournament.text,
        "host": tournament.host.get_username(),
        "club": tournament.club.code if tournament.club else None,
        "standings": export.standings_of(tournament),
        "own": own,
    }


def _own(tournament: Tournament, user: User) -> dict[str, Any]:
    status = status_of(tournament, user, timezone.now())
    return {
        "entered": status.is_entered,
        "waiting": status.is_waiting,
        "may_check_in": status.may_check_in,
        "checked_in": status.is_checked_in,
        "table": status.table or None,
    }
