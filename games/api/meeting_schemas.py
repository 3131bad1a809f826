"""The shapes of where players meet: Play, the search for players, tournaments, clubs, and whom a player follows."""

from typing import Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from games.api.schemas import Figure, Rules
from games.engine import BiddingStyle, PeekRule


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


class TournamentLine(Schema):
    """A tournament: `stage` is open, running, over or off; `entered` counts entries and the waiting list."""

    code: str
    name: str
    kind: str
    stage: str
    starts_at: str
    rounds: int
    boards: int = Field(description="in a round")
    minutes: int = Field(description="of a round")
    limit: int
    entered: int
    rules: Rules


class OwnEntry(Schema):
    """Your part in a tournament; `table` is the code of your table in this round, null without one."""

    entered: bool
    waiting: bool = Field(description="on the waiting list")
    may_check_in: bool
    checked_in: bool
    table: str | None


class StandingLine(Schema):
    """A participant's place. `place` and `percent` are null without enough results, `lost_in` unless knocked out."""

    place: int | None
    player: str
    bot: bool
    percent: Figure | None
    points: Figure
    boards: int
    lost_in: int | None
    disqualified: bool


class Tournament(TournamentLine):
    """A tournament with its standings after the rounds that have ended, and your own part, null without a token."""

    text: str
    host: str
    club: str | None = Field(description="the code of its club")
    standings: list[StandingLine]
    own: OwnEntry | None


class Tournaments(Schema):
    """The tournaments that are open to all players: those to come and running, and the latest that are over."""

    coming: list[TournamentLine]
    past: list[TournamentLine]


class ClubLine(Schema):
    """A club or a standing trio of yours; `invited_by` is who invites you, "" if you belong to it or have asked."""

    code: str
    name: str
    is_trio: bool
    invited_by: str
    has_asked: bool


class Evening(Schema):
    """An evening of a club, with the code of its tournament if it has one."""

    starts_at: str
    tournament: str | None
    called_off: bool


class Club(Schema):
    """A club or a standing trio. Who does not belong to a public club reads its officers, and empty lists.

    `tables` are the codes of tables that wait for members.
    """

    code: str
    name: str
    is_trio: bool
    text: str
    size: int
    officers: list[str]
    members: list[str]
    tables: list[str]
    evenings: list[Evening]
