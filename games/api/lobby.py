"""Operations on what Play lists: tables with free seats, and games to watch."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from games.api import meeting_schemas as schemas
from games.api.auth import PUBLIC
from games.api.table_json import rules_json
from games.lobby import queries
from games.lobby.queries import OpenTable, RunningTable

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
    is_duplicate = table.options.duplicate
    return {
        "code": table.code,
        "name": table.name,
        "rules": rules_json(table.rules, is_duplicate=is_duplicate),
        "duplicate": is_duplicate,
    }
