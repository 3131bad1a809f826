"""Operations on clubs and standing trios: list your own, read one, open its table."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Status

from accounts.base.rate_limits import check_limit
from games.clubs import queries, schemas, services
from games.clubs.queries import ClubLine
from games.lobby.table_operations import table_for
from games.models import Club, ClubEvening, ClubMember, ClubRole
from games.operations import repeats
from games.operations.auth import PLAY, PUBLIC, READ
from games.operations.routers import SubjectRouter
from games.operations.schemas import Table
from games.web.shortcuts import signed_in
from games.words.errors import TOO_MANY_TABLES

router = SubjectRouter("clubs", "Clubs and standing trios.", examples=schemas.EXAMPLES)


@router.get("/clubs", response=list[schemas.ClubLine], auth=READ, summary="List your clubs")
def list_clubs(request: HttpRequest) -> list[ClubLine]:
    """Return the clubs and trios to which you belong or have asked to, and then those that invite you."""
    return queries.clubs_of(signed_in(request))


@router.get("/clubs/{code}", response=schemas.Club, auth=PUBLIC, summary="Read a club")
def read_club(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return a club: all that its members see if you belong to it, else its officers if it is public."""
    club, member = _visible(request, code)
    everybody = [each for each in queries.members_of(club) if each.belongs]
    of_member = _for_members(club, everybody) if member is not None and member.belongs else {}
    return {
        "code": club.code,
        "name": queries.name_of(club, everybody),
        "is_trio": club.is_trio,
        "text": club.text,
        "size": len(everybody),
        "officers": [each.user.get_username() for each in everybody if each.role == ClubRole.OFFICER],
        "members": [],
        "tables": [],
        "evenings": [],
        **of_member,
    }


@router.post("/clubs/{code}/tables", response={201: Table}, auth=PLAY, summary="Open a table of your club")
def open_club_table(request: HttpRequest, response: HttpResponse, code: str, key: repeats.Key) -> Status[Any]:
    """Open a table for members of the club. In a trio the others are invited, unless a table waits for them already."""
    club, member = _visible(request, code)
    if member is None:
        raise Http404(_("There is no club at this address."))
    opened = repeats.once(request, key, lambda: _opened(request, club))
    response["Location"] = f"/api/v1/tables/{opened}"
    return Status(201, table_for(request, opened))


def _opened(request: HttpRequest, club: Club) -> str:
    check_limit(request, "open_game", TOO_MANY_TABLES)
    return services.start(club, signed_in(request)).code


def _visible(request: HttpRequest, code: str) -> tuple[Club, ClubMember | None]:
    """Return a club, and what the player is to it. Who may not see a private club learns nothing of it."""
    club = queries.by_code(code)
    member = queries.membership(club, request.user) if club else None
    if club is None or (member is None and not club.is_shown):
        raise Http404(_("There is no club at this address."))
    return club, member


def _for_members(club: Club, everybody: list[ClubMember]) -> dict[str, Any]:
    """Return what members see."""
    return {
        "members": [each.user.get_username() for each in everybody],
        "tables": [game.code for game in queries.waiting_tables(club)],
        "evenings": list(map(_evening, queries.coming_evenings(club, timezone.now()))),
    }


def _evening(evening: ClubEvening) -> dict[str, Any]:
    return {
        "starts_at": evening.starts_at.isoformat(),
        "tournament": evening.tournament.code if evening.tournament else None,
        "called_off": evening.called_off_at is not None,
    }
