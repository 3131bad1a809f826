"""Operations on whom the player of the token follows."""

from typing import Any, Final

from django.http import HttpRequest
from ninja import Schema

from accounts.base.rate_limits import check_limit
from games.operations.auth import PLAY, READ
from games.operations.routers import SubjectRouter
from games.operations.schemas import Name
from games.people import services
from games.people.queries import people_of
from games.web.shortcuts import signed_in


class Followed(Schema):
    """A player whom you follow; `table` is the code of the table at which you may watch them, null without one."""

    name: str
    is_online: bool
    table: str | None


EXAMPLES: Final[dict[str, Any]] = {"Followed": {"name": "Ben", "is_online": True, "table": "Xy3kQ9dE"}}

router = SubjectRouter("players and results", examples=EXAMPLES)


@router.get("/following", response=list[Followed], auth=READ, summary="List whom you follow")
def list_followed(request: HttpRequest) -> list[dict[str, Any]]:
    """Return whom you follow: who of them is online, and the table at which to watch them, as they show it to you."""
    followed = people_of(signed_in(request)).followed
    return [{"name": one.name, "is_online": one.online, "table": one.table or None} for one in followed]


@router.put("/following/{name}", response=list[Followed], auth=PLAY, summary="Follow a player")
def follow_player(request: HttpRequest, name: Name) -> list[dict[str, Any]]:
    """Follow a player, who is not notified. Return whom you follow."""
    check_limit(request, "follow")
    services.follow(signed_in(request), name)
    return list_followed(request)


@router.delete("/following/{name}", response=list[Followed], auth=PLAY, summary="Unfollow a player")
def unfollow_player(request: HttpRequest, name: Name) -> list[dict[str, Any]]:
    """Follow a player no longer. Return whom you follow."""
    services.unfollow(signed_in(request), name)
    return list_followed(request)
