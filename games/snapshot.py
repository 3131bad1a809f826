"""A table as one viewer may know it: the engine's view of the deal plus what surrounds it.

Selectors build a `TableSnapshot`; presenters and templates turn it into words and markup. Nothing in it is hidden
from its viewer.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from games.engine import BidMade, Card, Player, Rules, Scores, Standing, TableView


class Stage(StrEnum):
    """Where a game is: the draw for dealer, a deal in progress, a deal's score sheet, its end, or closed unfinished."""

    DRAWING = "drawing"
    DEAL = "deal"
    SCORED = "scored"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits as one of the three real players."""

    player: Player
    name: str
    is_bot: bool
    connected: bool


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A line of the score sheet. `bids` and `scores` are those of players 0, 1 and 2."""

    number: int
    dealer: Player
    declarer: Player
    bids: tuple[BidMade, BidMade, BidMade]
    scores: Scores


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """One table for one viewer (`viewer` is a player, or None for a spectator).

    `view` is None while the dealer is drawn for; `drawn` are the cards players 0, 1 and 2 drew. `finished` are the
    deals scored so far, oldest first, `standing` the points and bags after them. `ready` and `next_deal_at` matter
    while `stage` is SCORED (or DRAWING). `secret` (hexadecimal) is None until the current deal is finished;
    `commitment` fixes it beforehand. `version` grows with every change of the table.
    """

    code: str
    name: str
    rules: Rules
    version: int
    stage: Stage
    seats: tuple[SeatInfo, SeatInfo, SeatInfo]
    viewer: Player | None
    drawn: tuple[Card, Card, Card]
    dealer: Player
    deal_number: int
    view: TableView | None
    finished: tuple[FinishedDeal, ...]
    standing: Standing
    ready: frozenset[Player]
    next_deal_at: datetime | None
    winner: Player | None
    commitment: str
    secret: str | None
