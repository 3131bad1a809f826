"""What the pages of results show: plain values, read by `games.history.queries` and worded by presenters.

Everything here may be seen by anyone who may see the player's results.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from games.engine import Rules, is_made, score_contract
from games.models.values import Stage, Who

PAGE_SIZE: Final = 50
LADDER_SIZE: Final = 100
CHART_POINTS: Final = 100


class Hand(StrEnum):
    """The hand of the own side that a nil was on; PARTNER is the hand of a partner who is a real player."""

    OWN = "own"
    PARTNER = "partner"
    DUMMY = "dummy"


@dataclass(frozen=True, slots=True)
class NilSummary:
    """A nil that applied."""

    hand: Hand
    made: bool


@dataclass(frozen=True, slots=True)
class DealSummary:
    """One player's result of a finished deal.

    `code` is "" while the table is not public. `opponents` sat to the left and to the right. `position` is 0 for the
    first bidder. `bid` is the player's bid and `contract` what the deal was scored on. `points` are those of the deal;
    `total` and `bags_after` are the game's after it.
    """

    at: datetime
    code: str
    table: str
    rules: Rules
    number: int
    opponents: tuple[Who, Who]
    declarer: bool
    position: int
    bid: int
    contract: int
    tricks: int
    nils: tuple[NilSummary, ...]
    points: int
    bags: int
    bag_penalty: int
    total: int
    bags_after: int


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One player's result of a game.

    `code` is "" while the table is not public. `place` is None without a winner. `void` is the reason why the game does
    not count, "" if it does. `rating` are the rating points before and after it, None for a game that was not rated.
    """

    at: datetime
    code: str
    table: str
    rules: Rules
    stage: Stage
    opponents: tuple[Who, Who]
    deals: int
    points: int
    bags: int
    place: int | None
    void: str
    rating: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class TallySummary:
    """The sums over deals with the same role, position, contract and tricks.

    `nils` maps each hand to the numbers of nils made and failed.
    """

    declarer: bool
    position: int
    contract: int
    tricks: int
    deals: int
    points: int
    nils: dict[Hand, tuple[int, int]]

    @property
    def made(self) -> bool:
        """Whether the contract was made."""
        return is_made(self.contract, self.tricks)

    @property
    def overtricks(self) -> int:
        """The bags of each of these deals."""
        return score_contract(self.contract, self.tricks)[1]


@dataclass(frozen=True, slots=True)
class RatingSummary:
    """A rating as pages show it, in rating points.

    The true strength most likely lies within `give_or_take` of `points`, and almost certainly above `lower_bound`, by
    which ladders are sorted. A rating from few games is `provisional`.
    """

    name: str
    points: int
    give_or_take: int
    lower_bound: int
    games: int
    wins: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class RatingAfterGame:
    """A player's rating after the rated game with this number."""

    number: int
    at: datetime
    points: int
    give_or_take: int


@dataclass(frozen=True, slots=True)
class Filter:
    """Which deals or games to list. Empty or None means all; `declarer` applies to deals only."""

    bidding: str = ""
    peek: str = ""
    company: str = ""
    declarer: bool | None = None
    opponent: int | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """How a list is sorted: `column` is "at" or "points"."""

    column: str = "at"
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page of a list begins.

    The page begins just after the row with this value and primary key, or, read backwards, ends just before it. Without
    a row it is the first page, or, backwards, the last.
    """

    row: tuple[datetime | int, int] | None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class PageCursors:
    """The cursors of the pages before and after a page; None where there is none."""

    before: Cursor | None
    after: Cursor | None
