"""Why a bot that thinks prefers a card or a bid, as its search saw it: figures for others to put into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine import Action, HandId, Player


class Cause(StrEnum):
    """What a card or a bid is good for."""

    ONLY_CARD = "only card"
    ONLY_BID = "only bid"
    NO_DIFFERENCE = "no difference"
    CONTRACT = "contract"
    BAGS = "bags"
    NIL = "nil"
    BID = "bid"
    BID_NIL = "bid nil"


@dataclass(frozen=True, slots=True)
class Reason:
    """The cause that speaks for a card or a bid, and whose contract, bags or nil it is about.

    `chance` is how often, in the deals imagined, that contract or nil is made if the card is played; `otherwise` how
    often if another is. For bags both are numbers of bags. For a bid `chance` is how often it is made (or its nil), and
    `otherwise` how often a bid of one trick more would be, 0 if that is not known. Without a cause both are idle.
    """

    cause: Cause
    player: Player | None = None
    hand: HandId | None = None
    chance: float = 0.0
    otherwise: float = 0.0


@dataclass(frozen=True, slots=True)
class Advice:
    """What an expert would do, and why; there are reasons for bids and cards only."""

    action: Action
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Opinion:
    """What an expert thinks of a bid or a card: what it is good for, and what would clearly have been better, if
    anything."""

    reason: Reason
    better: Advice | None
