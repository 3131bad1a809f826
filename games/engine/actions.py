"""The actions of players. `deal.decide` turns an action into events, or raises an `IllegalAction`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .cards import Card
from .seats import HandId, Player


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at these places of the dummy, 0 to 12; under a Flip rule, turn them up (docs/rules.md section 4)."""

    player: Player
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid this number of tricks for the side and declare nil on these hands (docs/rules.md section 5)."""

    player: Player
    tricks: int
    nils: frozenset[HandId] = frozenset()


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card from the hand whose turn it is (docs/rules.md section 6)."""

    player: Player
    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the remaining tricks for the hand on lead (docs/rules.md section 6)."""

    player: Player


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Accept or refuse the open claim of another player (docs/rules.md section 6)."""

    player: Player
    accept: bool


Action: TypeAlias = Peek | Bid | Play | Claim | AnswerClaim

Code: TypeAlias = Literal[
    "too_early",  # the phase of this action has not begun
    "deal_over",  # the deal is finished
    "wrong_player",  # it is not this player's turn, or the player has peeked already
    "bad_peek",  # no peeking in the rules, or not the right number of different places that are face down
    "bad_bid",  # the bidding style does not allow this number of tricks
    "bad_nils",  # the bidding style does not allow this set of nil declarations
    "card_not_held",  # the hand whose turn it is does not hold this card
    "must_follow_suit",  # the hand whose turn it is holds a card of the suit led
    "spades_not_broken",  # spades are not broken, and the hand on lead holds another suit
    "bad_claim",  # this player may not claim now, or has no claim to answer
    "claim_pending",  # no card may be played while a claim waits for its answers
]


class IllegalAction(Exception):
    """The rules do not allow this action now. `code` says why, as docs/records.md does for people."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code
