"""Operations on invitations to tables."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from accounts.base.rate_limits import check_limit
from games.api import repeats, schemas
from games.api.auth import PLAY, READ
from games.lobby import invitations
from games.lobby.queries import invitations_of
from games.play import loading
from games.web.shortcuts import present_player, signed_in

router = Router(tags=["invitations"])


@router.get("/invitations", response=list[schemas.Invitation], auth=READ, summary="List your invitations")
def list_invitations(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the tables to which you are invited, the latest first. Accept by taking a seat there."""
    return [
        {"table": invitation.game.code, "by": invitation.inviter.get_username()}
        for invitation in invitations_of(request.user)
    ]


@router.delete("/invitations/{code}", response=list[schemas.Invitation], auth=PLAY, summary="Decline an invitation")
def decline_invitation(request: HttpRequest, code: str) -> list[dict[str, Any]]:
    """Decline to come to this table; nobody is notified. Return the invitations that are left."""
    loading.game_by_code(code)
    invitations.decline(code=code, user=signed_in(request))
    return list_invitations(request)


@router.post("/tables/{code}/invitations", response={201: schemas.PlayerToInvite}, auth=PLAY, summary="Invite a player")
def invite_player(
    request: HttpRequest, response: HttpResponse, code: str, body: schemas.PlayerToInvite, key: repeats.Key
) -> Status[Any]:
    """Invite a player to a table at which you sit and whose game has not begun."""
    present_player(code, request)
    response["Location"] = request.path.removesuffix("/invitations")
    return Status(201, repeats.once(request, key, lambda: _invited(request, code, body.name)))


def _invited(request: HttpRequest, code: str, name: str) -> dict[str, Any]:
    check_may_invite(request)
    invitations.invite(code=code, inviter=signed_in(request), name=name)
    return {"name": name}


def check_may_invite(request: HttpRequest) -> None:
    """Count an invitation. Raises TooManyRequests if there were too many lately."""
    check_limit(request, "invite")
