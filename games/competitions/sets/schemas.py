"""The shapes of sets of deals, as programs get and send them."""

from typing import Any, Final, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from accounts.base.names import LONGEST_WRITTEN
from games.bots import Level
from games.engine import BiddingStyle, PeekRule
from games.operations.schemas import Figure


class SetOfToday(Schema):
    """A set of deals that is open now for everybody; its boards are played as those of a challenge are."""

    code: str = Field(description="such as “day-2026-11-30” and “eight-2026-11-30”, by the date in UTC")
    kind: str = Field(description="“day”, “eight”, “special”, or a kind that this site has added")
    name: str
    boards: int
    finished: int = Field(description="how many of its boards you have finished")
    closes_at: str | None = Field(description="until when its boards can be begun; null if it never closes")


class Board(Schema):
    """A board of a set of deals; `table` is that of your try, null before it."""

    number: int
    peek: PeekRule
    bidding: BiddingStyle
    table: str | None
    points: int | None = Field(description="yours; null before you have finished it")
    is_open: bool = Field(description="whether the set is open: whoever has not begun the board may begin it now")


class NewSet(Schema):
    """A challenge on the same deals: so many boards under these rules, against bots of this level."""

    model_config = ConfigDict(extra="forbid")

    boards: Literal[3, 5, 10] = 3
    bot_level: Level = Level.EXPERT
    peek: PeekRule = PeekRule.NONE
    bidding: BiddingStyle = BiddingStyle.STANDARD
    invite: str = Field("", max_length=LONGEST_WRITTEN, description="the name of a player to tell of it")


class OpenedSet(Schema):
    """A set of deals that was opened."""

    code: str
    boards: int


class BoardResult(Schema):
    """What a player has made of a board; `by_expert` if an Expert has played most of it: it counts as not played."""

    player: str
    points: int
    by_expert: bool


class BoardResults(Schema):
    """A board, with the points of an Expert, null if it has not played it, and the results of all who have finished."""

    number: int
    expert: int | None
    results: list[BoardResult]


class LadderLine(Schema):
    """A line of the ladder of a set; `place` is null for whoever has not played all boards (docs/duplicate.md)."""

    place: int | None
    player: str
    points: int
    percent: Figure | None
    error: Figure | None
    boards: int


class SetResults(Schema):
    """All results of a set of deals."""

    set: str = Field(description="the code of the set")
    boards: list[BoardResults]
    ladder: list[LadderLine]


_SET_RESULTS: Final[dict[str, Any]] = {
    "set": "m0Rt2aXw",
    "boards": [{"number": 1, "expert": 62, "results": [{"player": "Ana", "points": 71, "by_expert": False}]}],
    "ladder": [{"place": 1, "player": "Ana", "points": 71, "percent": 50.0, "error": None, "boards": 1}],
}
EXAMPLES: Final[dict[str, Any]] = {
    "Board": {"number": 1, "peek": "none", "bidding": "standard", "table": "Xy3kQ9dE", "points": 71, "is_open": True},
    "NewSet": {"boards": 3, "bot_level": "expert", "invite": "Ben"},
    "OpenedSet": {"code": "m0Rt2aXw", "boards": 3},
    "SetOfToday": {
        "code": "day-2026-11-30",
        "kind": "day",
        "name": "Deal of the day, 30 November 2026",
        "boards": 1,
        "finished": 0,
        "closes_at": "2026-12-01T00:00:00+00:00",
    },
    "SetResults": _SET_RESULTS,
}
