"""The shapes of where players meet: Play, the search for players, tournaments, clubs, and whom a player follows."""

from ninja import Schema

from games.api.schemas import Rules


class Followed(Schema):
    """A player whom you follow; `table` is the code of the table at which you may watch them, null without one."""

    name: str
    is_online: bool
    table: str | None


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
