"""Operations on what Play shows: tables with free seats, games to watch, and the search for other players."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest
from ninja import Router

from accounts.base.rate_limits import check_limit
from games.api import meeting_schemas as schemas
from games.api.auth import PLAY, PUBLIC, READ
from games.api.table_json import played_by
from games.lobby import queries
from games.lobby.queries import OpenTable, RunningTable
from games.models import PairingState
from games.pairing import queries as pairing, services
from games.pairing.matching import Wishes
from games.web.shortcuts import signed_in

router = Router(tags=["lobby"])


@router.get("/lobby", response=schemas.Lobby, auth=PUBLIC, summary="List tables to join and games to watch")
def read_lobby(request: HttpRequest) -> dict[str, Any]:
    """Return the tables that wait for players, and the games that everybody may watch, without your own."""
    own = queries.own_games(request.user)
    return {
        "open": [_open(table) for table in queries.open_tables()],
        "running": [_running(table) for table in queries.running_tables(own)],
    }


def _open(table: OpenTable) -> dict[str, Any]:
    return _table(table) | {"players": [who.name for who in table.players]}


def _running(table: RunningTable) -> dict[str, Any]:
    return _table(table) | {
        "players": [{"name": one.who.name, "rating": one.rating, "points": one.points} for one in table.players],
        "deal": table.deal_number,
        "watchers": table.watchers,
        "delayed": table.options.delayed,
    }


def _table(table: OpenTable | RunningTable) -> dict[str, Any]:
    return {"code": table.code, "name": table.name, **played_by(table.rules, table.options)}


@router.get("/search", response=schemas.Search, auth=READ, summary="Read how your search for players stands")
def read_search(request: HttpRequest) -> dict[str, Any]:
    """Return whether you wait for players, or which table is found. Read it every ten seconds, or you wait no longer.

    You sit at the table that is found: read or follow it at once, and the game begins when all three have done so.
    """
    user = signed_in(request)
    services.sign_of_life(user)
    search = pairing.request_of(user)
    if search is None:
        return {"state": "none", "wishes": asdict(Wishes()), "others": 0, "table": None}
    return {
        "state": "found" if search.state == PairingState.FOUND else "waiting",
        "wishes": asdict(pairing.wishes_of(search)),
        "others": len(pairing.names_waiting(user)),
        "table": search.game.code if search.game and search.state == PairingState.FOUND else None,
    }


@router.put("/search", response=schemas.Search, auth=PLAY, summary="Look for players")
def look_for_players(request: HttpRequest, body: schemas.Wishes) -> dict[str, Any]:
    """Wait for two others who want the same; who waits already keeps the place in the queue. It is for people only."""
    check_limit(request, "find_players")
    services.find(user=signed_in(request), wishes=Wishes(**body.dict()))
    return read_search(request)


@router.delete("/search", response=schemas.Search, auth=PLAY, summary="Stop looking for players")
def stop_looking(request: HttpRequest) -> dict[str, Any]:
    """Wait no longer. A table that is found already stays."""
    services.leave(user=signed_in(request))
    return read_search(request)
