"""The shapes of tournaments, as programs get them."""

from typing import Any, Final

from ninja import Schema
from pydantic import Field

from games.operations.examples import RULES
from games.operations.schemas import Figure, Rules


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


_TOURNAMENT_LINE: Final[dict[str, Any]] = {
    "code": "t0Urn4mE",
    "name": "Sunday",
    "kind": "movement",
    "stage": "open",
    "starts_at": "2026-12-06T19:00:00+00:00",
    "rounds": 3,
    "boards": 3,
    "minutes": 25,
    "limit": 48,
    "entered": 12,
    "rules": RULES | {"target": None},
}
_TOURNAMENT: Final[dict[str, Any]] = _TOURNAMENT_LINE | {
    "text": "",
    "host": "Ana",
    "club": None,
    "standings": [],
    "own": {"entered": True, "waiting": False, "may_check_in": False, "checked_in": False, "table": None},
}
EXAMPLES: Final[dict[str, Any]] = {"Tournament": _TOURNAMENT, "Tournaments": {"coming": [_TOURNAMENT_LINE], "past": []}}
