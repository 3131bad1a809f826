"""A table as one viewer may know it: the engine's view of the deal plus what surrounds it.

Selectors build a `Snapshot`; presenters and templates turn it into words and markup. Nothing in it is hidden
from its viewer.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from operator import attrgetter
from typing import Final

from accounts.models import Visibility
from accounts.preferences import HandOrder
from games.engine import BidMade, Card, Event, Player, Rules, Scores, Standing, State, View, score


class Stage(StrEnum):
    """Where a game is: gathering its players, the draw for dealer, a deal in progress, a deal's score sheet, its end,
    or closed unfinished."""

    OPEN = "open"
    DRAWING = "drawing"
    DEAL = "deal"
    SCORED = "scored"
    OVER = "over"
    CLOSED = "closed"

    @property
    def is_running(self) -> bool:
        """Whether the game has begun and not ended."""
        return self in RUNNING

    @property
    def waits_for_deal(self) -> bool:
        """Whether the next deal is what the table waits for."""
        return self in (Stage.DRAWING, Stage.SCORED)

    @property
    def has_ended(self) -> bool:
        """Whether the game has been won, or given up."""
        return self in ENDED

    @property
    def shows_sheet(self) -> bool:
        """Whether the score lies on the table instead of the cards."""
        return self is Stage.SCORED or self.has_ended


RUNNING: Final = (Stage.DRAWING, Stage.DEAL, Stage.SCORED)
ENDED: Final = (Stage.OVER, Stage.CLOSED)


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A player's time in seconds: `move` left for this move, then `reserve`; both stand still unless `running`."""

    move: float
    reserve: float
    running: bool


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """What a player asks the others to agree to. `kind` is "back" or "end"; `missing` are those who have not said yes.

    `lapses_at` is when silence counts as no; None if nobody is kept waiting.
    """

    kind: str
    player: Player
    missing: frozenset[Player]
    lapses_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RefusedProposal:
    """What a player has asked the others for in vain, as long as nobody has moved since; `withdrawn` if the player no
    longer wanted it.
    """

    kind: str
    player: Player
    withdrawn: bool = False

    def rules_out(self, kind: str, player: Player) -> bool:
        """Whether for this player to ask for this would only be nagging. Who may not take a move back may still give
        the game up for it.
        """
        return player == self.player and (self.kind, kind) != ("back", "end")


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One of the three seats for real players. `name` is "" while the seat is free.

    `stand_in` names the bot that sits in for an absent player, "" if none does; `may_be_replaced` says that the player
    has been away so long that the others may call one. `clock` is None without clocks.
    `is_expected` says that a rematch has seated the player, who has not come since, `rules_changed` that the host has
    changed the rules, or the options, since the player sat down.
    `hand_order` is how the player likes to see the own cards.
    """

    player: Player
    name: str
    is_bot: bool
    connected: bool
    is_host: bool = False
    stand_in: str = ""
    may_be_replaced: bool = False
    clock: SeatClock | None = None
    hand_order: HandOrder = HandOrder.ALTERNATING
    is_expected: bool = False
    rules_changed: bool = False


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody by name, "" for a free seat. `page` is the account whose page tells of the player, "" for a bot."""

    name: str
    page: str = ""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What a table is besides its rules. `patience` is in seconds, `bot_level` how well bots play there.

    `bot_style` is what all bots are like, or "mixed"; `bot_pause` names the time they take.
    """

    public: bool = False
    spectators: bool = True
    clock: str = "none"
    patience: int = 120
    chat: bool = True
    bot_level: str = "expert"
    bot_style: str = "mixed"
    bot_pause: str = "human"


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A line of the score sheet. `bids` and `scores` are those of players 0, 1 and 2."""

    number: int
    dealer: Player
    declarer: Player
    bids: tuple[BidMade, BidMade, BidMade]
    scores: Scores

    def __hash__(self) -> int:
        """Quicker than one of all fields: what is drawn of a deal is looked up by it."""
        return hash((self.number, self.declarer, *(score.points_after for score in self.scores)))


def finished_deal(number: int, state: State) -> FinishedDeal:
    """The line of a deal that has been played to its end."""
    assert state.declarer is not None, "a finished deal has a declarer"
    one, two, three = sorted(state.bids, key=attrgetter("player"))
    return FinishedDeal(number, state.dealer, state.declarer, (one, two, three), score(state))


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A player's rating points before and after a game, give or take so many, and who is let see them."""

    player: Player
    before: int
    after: int
    give_or_take: int
    seen_by: str

    def is_open_to(self, viewer: Player | None) -> bool:
        """Whether a player of the game, or a spectator, may know. Who has no seat may have no account either."""
        if viewer is None:
            return self.seen_by == Visibility.PUBLIC
        return viewer == self.player or self.seen_by != Visibility.PRIVATE


@dataclass(frozen=True)
class Snapshot:
    """One table for one viewer (`viewer` is a player, or None for a spectator).

    `view` is None before the first deal; `drawn` are the cards players 0, 1 and 2 drew, None in a rematch. `finished`
    are the deals scored so far, oldest first, `standing` the points and bags after them. `ready` and `next_deal_at`
    matter while `stage` is SCORED (or DRAWING). `secret` (hexadecimal) is None until the current deal is finished;
    `commitment` fixes it beforehand. `last_by_clock` is the player for whom a bot made the last move because time was
    up. `rematch` is the code of the game that follows this one, "" if none does. `rated` are the ratings changed by a
    game that is over, as far as the viewer may know them; `void` is why staff declared it void, "" if it counts.
    `version` grows with every change.
    """

    code: str
    name: str
    rules: Rules
    version: int
    stage: Stage
    seats: tuple[SeatInfo, SeatInfo, SeatInfo]
    viewer: Player | None
    drawn: tuple[Card, Card, Card] | None
    dealer: Player
    deal_number: int
    view: View | None
    finished: tuple[FinishedDeal, ...]
    standing: Standing
    ready: frozenset[Player]
    next_deal_at: datetime | None
    winner: Player | None
    commitment: str
    secret: str | None
    options: TableOptions
    proposal: OpenProposal | None = None
    refused: RefusedProposal | None = None
    may_take_back: bool = False
    last_by_clock: Player | None = None
    rematch: str = ""
    rated: tuple[RatingStep, ...] = ()
    void: str = ""

    def may_propose(self, kind: str, player: Player) -> bool:
        """Whether nothing that was proposed before keeps this player from asking for this."""
        return self.proposal is None and (self.refused is None or not self.refused.rules_out(kind, player))


@dataclass(frozen=True, slots=True)
class ReviewedDeal:
    """A deal that lies open to be looked at again: the whole `log`, hidden cards and all.

    `viewer` is which player the reader was, if any. `code`, `name` and `played_on` are those of the table, "" and None
    for a deal that was brought along as a record; `deals` is how many deals of the table can be reviewed.
    """

    seats: tuple[SeatInfo, SeatInfo, SeatInfo]
    viewer: Player | None
    log: tuple[Event, ...]
    code: str = ""
    name: str = ""
    number: int = 1
    deals: int = 1
    played_on: datetime | None = None
