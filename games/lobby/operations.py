"""Operations on invitations to tables, and on what Play lists: tables with free seats, and games to watch."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Schema, Status

from accounts.base.rate_limits import check_limit
from games.lobby import invitations, queries
from games.operations import repeats
from games.operations.auth import PLAY, PUBLIC, READ
from games.operations.examples import RULES
from games.operations.routers import SubjectRouter
from games.operations.schemas import PlayerToInvite, Rules
from games.operations.table_json import played_by
from games.play import loading
from games.web.shortcuts import present_player, signed_in


class Invitation(Schema):
    """An invitation to a table, and whose it is."""

    table: str
    by: str


class OpenTable(Schema):
    """A table with free seats; `players` are the names in the three seats, "" for a free one."""

    code: str
    name: str
    players: list[str]
    rules: Rules
    duplicate: bool


class RunningPlayer(Schema):
    """A player of a running game: the rating, null for bots, newcomers and who hides it, and the points so far."""

    name: str
    rating: int | None
    points: int


class RunningTable(Schema):
    """A game that you may watch, in its deal number `deal`; at a `delayed` one you read the finished deals only."""

    code: str
    name: str
    players: list[RunningPlayer]
    rules: Rules
    duplicate: bool
    deal: int
    watchers: int
    delayed: bool


class Lobby(Schema):
    """What Play lists for everybody: tables that wait for players, and games to watch, the newest first."""

    open: list[OpenTable]
    running: list[RunningTable]


_OPEN: Final[dict[str, Any]] = {
    "code": "Xy3kQ9dE",
    "name": "Ana’s table",
    "players": ["Ana", "", ""],
    "rules": RULES,
    "duplicate": False,
}
_RUNNING: Final[dict[str, Any]] = _OPEN | {
    "players": [
        {"name": "Ana", "rating": 1620, "points": 71},
        {"name": "Ben", "rating": None, "points": -70},
        {"name": "Cai", "rating": 1480, "points": 52},
    ],
    "deal": 2,
    "watchers": 1,
    "delayed": False,
}
EXAMPLES: Final[dict[str, Any]] = {
    "Invitation": {"table": "Xy3kQ9dE", "by": "Ana"},
    "Lobby": {"open": [_OPEN], "running": [_RUNNING]},
}

router = SubjectRouter("invitations", "Invitations to tables.", examples=EXAMPLES)
lobby = SubjectRouter("lobby", "Tables to join, games to watch, and the search for players.")


@router.get("/invitations", response=list[Invitation], auth=READ, summary="List your invitations")
def list_invitations(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the tables to which you are invited, the latest first. Accept by taking a seat there."""
    return [
        {"table": invitation.game.code, "by": invitation.inviter.get_username()}
        for invitation in queries.invitations_of(request.user)
    ]


@router.delete("/invitations/{code}", response=list[Invitation], auth=PLAY, summary="Decline an invitation")
def decline_invitation(request: HttpRequest, code: str) -> list[dict[str, Any]]:
    """Decline to come to this table; nobody is notified. Return the invitations that are left."""
    loading.game_by_code(code)
    invitations.decline(code=code, user=signed_in(request))
    return list_invitations(request)


@router.post("/tables/{code}/invitations", response={201: PlayerToInvite}, auth=PLAY, summary="Invite a player")
def invite_player(
    request: HttpRequest, response: HttpResponse, code: str, body: PlayerToInvite, key: repeats.Key
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


@lobby.get("/lobby", response=Lobby, auth=PUBLIC, summary="List tables to join and games to watch")
def read_lobby(request: HttpRequest) -> dict[str, Any]:
    """Return the tables that wait for players, and the games that everybody may watch, without your own."""
    own = queries.own_games(request.user)
    return {
        "open": [_open(table) for table in queries.open_tables()],
        "running": [_running(table) for table in queries.running_tables(own)],
    }


def _open(table: queries.OpenTable) -> dict[str, Any]:
    return _table(table) | {"players": [who.name for who in table.players]}


def _running(table: queries.RunningTable) -> dict[str, Any]:
    return _table(table) | {
        "players": [{"name": one.who.name, "rating": one.rating, "points": one.points} for one in table.players],
        "deal": table.deal_number,
        "watchers": table.watchers,
        "delayed": table.options.delayed,
    }


def _table(table: queries.OpenTable | queries.RunningTable) -> dict[str, Any]:
    return {"code": table.code, "name": table.name, **played_by(table.rules, table.options)}
