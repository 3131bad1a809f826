"""Operations on the search for other players."""

from dataclasses import asdict
from typing import Any, Final, Literal

from django.http import HttpRequest
from ninja import Schema
from pydantic import ConfigDict, Field

from accounts.base.rate_limits import check_limit
from games.engine import BiddingStyle, PeekRule
from games.models import PairingState
from games.operations.auth import PLAY, READ
from games.operations.routers import SubjectRouter
from games.pairing import matching, queries, services
from games.web.shortcuts import signed_in


class Wishes(Schema):
    """The rules that you want to play by with strangers; null where any will do."""

    model_config = ConfigDict(extra="forbid")

    bidding: BiddingStyle | None = None
    peek: PeekRule | None = None
    target: Literal[200, 300, 500] | None = None
    clock: Literal["relaxed", "normal", "fast"] | None = Field(None, description="strangers always play with a clock")


class Search(Schema):
    """How your search for players stands: a table is found for who has a `table`. `others` are those who wait too."""

    state: Literal["none", "waiting", "found"]
    wishes: Wishes
    others: int
    table: str | None


_WISHES: Final[dict[str, Any]] = {"bidding": None, "peek": None, "target": 300, "clock": None}
EXAMPLES: Final[dict[str, Any]] = {
    "Search": {"state": "waiting", "wishes": _WISHES, "others": 1, "table": None},
    "Wishes": {"target": 300},
}

router = SubjectRouter("lobby", examples=EXAMPLES)


@router.get("/search", response=Search, auth=READ, summary="Read how your search for players stands")
def read_search(request: HttpRequest) -> dict[str, Any]:
    """Return whether you wait for players, or which table is found. Read it every ten seconds, or you wait no longer.

    You sit at the table that is found: read or follow it at once, and the game begins when all three have done so.
    """
    user = signed_in(request)
    services.sign_of_life(user)
    search = queries.request_of(user)
    if search is None:
        return {"state": "none", "wishes": asdict(matching.Wishes()), "others": 0, "table": None}
    return {
        "state": "found" if search.state == PairingState.FOUND else "waiting",
        "wishes": asdict(queries.wishes_of(search)),
        "others": len(queries.names_waiting(user)),
        "table": search.game.code if search.game and search.state == PairingState.FOUND else None,
    }


@router.put("/search", response=Search, auth=PLAY, summary="Look for players")
def look_for_players(request: HttpRequest, body: Wishes) -> dict[str, Any]:
    """Wait for two others who want the same; who waits already keeps the place in the queue. It is for people only."""
    check_limit(request, "find_players")
    services.find(user=signed_in(request), wishes=matching.Wishes(**body.dict()))
    return read_search(request)


@router.delete("/search", response=Search, auth=PLAY, summary="Stop looking for players")
def stop_looking(request: HttpRequest) -> dict[str, Any]:
    """Wait no longer. A table that is found already stays."""
    services.leave(user=signed_in(request))
    return read_search(request)
