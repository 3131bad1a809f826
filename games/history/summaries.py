"""What pages show of finished games: read by selectors, put in words by presenters. Nothing in it was ever hidden but
from those who did not play."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from games.engine import Rules, is_made, score_contract
from games.play.snapshot import Stage, Who


class Hand(StrEnum):
    """On which hand of the own side a nil was declared; the partner's, if it is not the dummy."""

    OWN = "own"
    MATE = "mate"
    DUMMY = "dummy"


@dataclass(frozen=True, slots=True)
class PastNil:
    """A nil that applied."""

    hand: Hand
    made: bool


@dataclass(frozen=True, slots=True)
class PastDeal:
    """One player's line of a finished deal. `opponents` sat to the left and to the right. `code` is "" where the table
    is not to be found by others.

    `position` is 0 for who bid first; `bid` what was bid, `contract` what the deal was scored on; `points` are the
    deal's, `total` and `bags_after` the game's after it.
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
    nils: tuple[PastNil, ...]
    points: int
    bags: int
    bag_penalty: int
    total: int
    bags_after: int


@dataclass(frozen=True, slots=True)
class PastGame:
    """One player's game. `code` is "" where the table is not to be found by others. `place` is None without a winner;
    `void` is the reason why it does not count, "" if it does.

    `rating` are the player's rating points before and after the game, None for a game that was not rated.
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
class Tallied:
    """Deals that were alike in role, position, contract and tricks, and what they came to. `nils` are made and failed
    by hand."""

    declarer: bool
    position: int
    contract: int
    tricks: int
    deals: int
    points: int
    nils: dict[Hand, tuple[int, int]]

    @property
    def made(self) -> bool:
        """Whether these deals brought the contract home, nils aside."""
        return is_made(self.contract, self.tricks)

    @property
    def overtricks(self) -> int:
        """Tricks beyond the contract, which are bags, in each of these deals."""
        return score_contract(self.contract, self.tricks)[1]


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating as pages show it, in rating points: the truth is most likely within `give_or_take` of it.

    `sure` is what ladders go by: almost certainly the player is no weaker. Provisional are few games.
    """

    name: str
    points: int
    give_or_take: int
    sure: int
    games: int
    wins: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class RatedAt:
    """A player's rating after so many games."""

    number: int
    at: datetime
    points: int
    give_or_take: int


PAGE_SIZE: Final = 50


@dataclass(frozen=True, slots=True)
class Filter:
    """Which deals or games to list. Empty or None asks for all; `declarer` matters to deals only."""

    bidding: str = ""
    peek: str = ""
    company: str = ""
    declarer: bool | None = None
    opponent: int | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """What a list is sorted by: `column` is "at" or "points"."""

    column: str = "at"
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a list: just after the row with this value and number, or just before it; without a row, the end."""

    row: tuple[datetime | int, int] | None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Where the pages before and after this one begin, None where there is none."""

    before: Place | None
    after: Place | None


PLAYERS_ON_A_LADDER: Final = 100
POINTS_ON_A_CHART: Final = 100
