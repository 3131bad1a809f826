"""Operations on tables: read them, open one, take a seat, make moves."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Body, Status

from accounts.base.rate_limits import check_limit
from accounts.models import User
from games import engine
from games.lobby import invitations, tables
from games.lobby.operations import check_may_invite
from games.models import Seat
from games.operations import repeats, schemas, streams
from games.operations.auth import PLAY, PUBLIC, READ
from games.operations.examples import EXAMPLES
from games.operations.routers import SubjectRouter
from games.operations.table_json import table_json
from games.play import loading, moves, presence, proposals, queries as table_queries, queue, table_cache
from games.play.errors import AlreadyDealt, AlreadyMade
from games.play.turns import Turn
from games.pubsub import groups
from games.values import ENDED, UNFINISHED, Stage, TableOptions
from games.web.shortcuts import present_player, signed_in
from games.words import errors as sentences

router = SubjectRouter("tables", "Tables: read and follow them, open one, sit down, play.", examples=EXAMPLES)


@router.get("/tables", response=list[schemas.OwnTable], auth=READ, summary="List your own unfinished games")
def list_own_tables(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the tables at which you have a seat, those that wait for you first."""
    seats = Seat.objects.filter(user=signed_in(request), game__stage__in=UNFINISHED).select_related("game")
    rows = [
        {
            "code": seat.game.code,
            "version": seat.game.version,
            "stage": seat.game.stage,
            "player": seat.player,
            "is_on_turn": seat.waiting_since is not None,
        }
        for seat in seats.order_by("-game__updated_at")
    ]
    return sorted(rows, key=lambda row: not row["is_on_turn"])


@router.post("/tables", response={201: schemas.Table}, auth=PLAY, summary="Open a table")
def open_table(
    request: HttpRequest, response: HttpResponse, body: schemas.NewTable, key: repeats.Key
) -> Status[dict[str, Any]]:
    """Open a table with two bots, whose game begins at once, or one that waits for people, of whom two may be invited.

    A game that has begun is in the stage `drawing`: send `ready` for the first deal. With `invite`, nothing is opened
    unless all these players can be.
    """
    opened = repeats.once(request, key, lambda: _opened(request, body))
    response["Location"] = f"{request.path}/{opened['code']}"
    return Status(201, opened)


def _opened(request: HttpRequest, body: schemas.NewTable) -> dict[str, Any]:
    if body.invite:
        check_may_invite(request)
    check_limit(request, "open_game", sentences.TOO_MANY_TABLES)
    rules = engine.Rules(body.peek, body.bidding, body.target)
    options = TableOptions(bot_level=body.bot_level, duplicate=body.duplicate)
    open_game = tables.open_game_with_bots if body.bots else tables.open_table
    if body.invite:
        open_game = partial(invitations.challenge, invited=body.invite)
    game = open_game(host=signed_in(request), rules=rules, name="", options=options)
    return table_for(request, game.code)


@router.get("/tables/{code}", response=schemas.Table, auth=PUBLIC, summary="Read a table")
def read_table(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return the table as you may see it: as a player, or as a spectator where the table allows spectators."""
    return table_for(request, code)


@router.get("/tables/{code}/stream", response=schemas.Table, auth=READ, summary="Follow a table")
def follow_table(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """Send the table, and again whenever it changes: as lines of JSON, or as server-sent events if `Accept` asks so.

    The stream ends after five minutes, and when you may not see the table any more; open another one. It ends for good
    some seconds after the game, whose last line has the stage `over` or `closed`.
    """
    last = None
    table_for(request, code)  # refuses before the stream begins

    def read() -> list[dict[str, Any]] | None:
        nonlocal last
        if last and last["stage"] in ENDED:
            return None
        before, last = last, table_for(request, code)
        return [] if last == before else [last]

    return streams.stream(request, groups.group_of(code), read)


@router.post("/tables/{code}/moves", response=schemas.Table, auth=PLAY, summary="Make a move")
def make_move(request: HttpRequest, code: str, body: Body[schemas.Move]) -> dict[str, Any]:
    """Make a move at the version of the table that you have read, and return the table after it.

    A move that the rules forbid gets 422, one for another version 409; nothing has changed then. `ready` may name any
    version since the last deal. A move that was made already, because the program has sent it twice, is answered as
    the first time.
    """
    player = present_player(code, request)
    action = moves.read(body.kind, player, _fields(body))
    with suppress(AlreadyMade, AlreadyDealt):
        queue.take(Turn(code, action, body.version))
    return table_for(request, code)


@router.put("/tables/{code}/seat", response=schemas.Table, auth=PLAY, summary="Take a seat")
def take_seat(request: HttpRequest, code: str, body: schemas.SeatToTake) -> dict[str, Any]:
    """Take a free seat of a table that waits for players, or your own one back from a bot that plays for you.

    Who sits there already keeps it.
    """
    loading.game_by_code(code)
    seat = _own_seat(request, code)
    if seat is not None and seat.player == body.player:
        if seat.bot_plays:
            proposals.take_seat(code=code, player=seat.player)
        return table_for(request, code)
    check_limit(request, "sit")
    user = signed_in(request)
    return _after(request, code, lambda: tables.sit(code=code, user=user, player=body.player, seed=""))


@router.post("/tables/{code}/start", response=schemas.Table, auth=PLAY, summary="Begin the game")
def start_game(request: HttpRequest, code: str, body: schemas.Version, key: repeats.Key) -> dict[str, Any]:
    """Begin the game of a table that you host, at the version that you have read; bots take the free seats.

    A game that has begun is returned as it is.
    """
    present_player(code, request)
    repeats.once(request, key, lambda: _begin(code, signed_in(request), body.version))
    return table_for(request, code)


def _begin(code: str, user: User, version: int) -> None:
    game = loading.game_by_code(code)
    if game.host_id != user.pk or game.stage == Stage.OPEN:
        tables.start(code=code, host=user, version=version)


@router.delete("/tables/{code}/seat", response=schemas.Table, auth=PLAY, summary="Leave a seat, or give up a game")
def leave_seat(request: HttpRequest, code: str) -> dict[str, Any]:
    """Leave a table that waits for players; in a running game give up, and a bot plays on for you.

    In a rated game you count as last then, unless you take the seat back before its end. Where a bot plays for you
    already, the table is returned as it is.
    """
    player, user = present_player(code, request), signed_in(request)
    seat = _own_seat(request, code)
    if seat is not None and seat.bot_plays:
        return table_for(request, code)
    if loading.game_by_code(code).stage == Stage.OPEN:
        return _after(request, code, lambda: tables.leave(code=code, user=user))
    return _after(request, code, lambda: proposals.give_up(code=code, player=player))


def _fields(body: schemas.Move) -> moves.Fields:
    """Return the fields of a move as a form would send them."""
    fields = body.model_dump(exclude={"version", "kind"})
    return {name: _texts(value) for name, value in fields.items() if value not in ([], None)}


def _texts(value: Any) -> list[str]:
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    return list(map(str, value if isinstance(value, list) else [value]))


def table_for(request: HttpRequest, code: str) -> dict[str, Any]:
    """Return the table as the player of the token may see it, and note that the player is there."""
    seat = table_queries.seat_now(code, request.user)
    full = table_cache.full_snapshot_at(code, seat.version) if seat else None
    if full is None:
        game = loading.game_by_code(code)
        full = table_queries.full_snapshot_of(game)
    if seat is not None:
        presence.sign_of_life(code, seat.player)
    return table_json(full.of(seat.player if seat else None))


def _own_seat(request: HttpRequest, code: str) -> Seat | None:
    """Return the seat of the program's player, by which a request that arrives again is known."""
    return Seat.objects.filter(game__code=code, user=signed_in(request)).first()


def _after(request: HttpRequest, code: str, service: Callable[[], object]) -> dict[str, Any]:
    """Call a service, and return the table after it."""
    service()
    return table_for(request, code)
