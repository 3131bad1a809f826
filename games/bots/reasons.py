"""Data about why the search prefers a card or a bid; presenters put them into words."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine import Action, HandId, Player


class Cause(StrEnum):
    """The cause that speaks for a card or a bid."""

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
    """The cause that speaks for a card or a bid, with the player and the hand whose contract, bags or nil it is about.

    For a card, `chance` is the share of simulated deals in which the contract or nil is made if the card is played, and
    `otherwise` the share if another card is played; for bags both are average numbers of bags.
    For a bid, `chance` is the share in which it (or its nil) is made, and `otherwise` the share in which a bid of one
    trick more is made, 0 if that is unknown. Other causes do not use the two.
    """

    cause: Cause
    player: Player | None = None
    hand: HandId | None = None
    chance: float = 0.0
    otherwise: float = 0.0


@dataclass(frozen=True, slots=True)
class Advice:
    """What an expert would do, and why. There are reasons for bids and cards only."""

    action: Action
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Opinion:
    """What an expert thinks of a bid or a card: its reason, and what would clearly have been better, if anything."""

    reason: Reason
    better: Advice | None
