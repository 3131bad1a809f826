"""Results of the search as data: advice, opinions, reviews and hidden hands. The site puts reasons into words."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ..engine import Action, Bid, Card, HandId, Player, Rank, Suit

CLEAR_MARGIN: Final = 6.0
"""The points by which a choice has to be better to be called better."""


LOWEST_HONOUR: Final = (Rank.QUEEN, Rank.JACK)
"""The lowest honour of the other suits, and of spades."""


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


@dataclass(frozen=True, slots=True)
class BidWorth:
    """The average outcome of one bid, in points of one deal.

    `declares` is the share of deals in which the bidder becomes declarer, `made` the share in which the contract is
    made, `nils_made` the share in which all nils are made (of the deals in which any apply; None if there are none).
    `points` are the bidder's own. `gain` is those less the mean of the other two's, with the cost of bags, and `error`
    its standard error. `wins` is the estimated chance to win the game, and `worth` the same, scaled to points.
    """

    tricks: int
    nils: tuple[HandId, ...]
    declares: float
    made: float
    nils_made: float | None
    points: float
    gain: float
    error: float
    wins: float
    worth: float


@dataclass(frozen=True, slots=True)
class BidReview:
    """The worth of the bids that a player could make, each in the same `deals`. `best` is the one an expert makes."""

    player: Player
    deals: int
    bids: tuple[BidWorth, ...]
    best: BidWorth

    def of(self, bid: Bid) -> BidWorth:
        """Return the worth of this bid. Raises ValueError if it is not one of those compared."""
        for worth in self.bids:
            if (worth.tricks, worth.nils) == (bid.tricks, tuple(sorted(bid.nils))):
                return worth
        raise ValueError(f"this bid was not compared: {bid}")

    def better_than(self, bid: Bid) -> BidWorth | None:
        """Return the best bid if it is clearly better than this one. Raises ValueError as `of` does."""
        return self.best if self.best.worth > self.of(bid).worth + CLEAR_MARGIN else None


@dataclass(frozen=True, slots=True)
class CardWorth:
    """The average worth of playing a card, in points as in `BidWorth.worth`, and its standard error."""

    card: Card
    worth: float
    error: float


@dataclass(frozen=True, slots=True)
class CardReview:
    """The worth of every playable card; `best` is the one an expert plays."""

    cards: tuple[CardWorth, ...]
    best: CardWorth


DUMMY_TRICKS: Final = range(1, 7)
"""The tricks of the dummy that are distinguished: the first stands for fewer too, the last for more."""


@dataclass(frozen=True, slots=True)
class DummyReview:
    """The tricks of the dummy's hand on average, with the standard error, and the share of deals for each of
    `DUMMY_TRICKS`. Tricks are counted as bots do when they bid.
    """

    average: float
    error: float
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """A hand that a player does not see whole: its number of cards, and by suit how many it holds on average.

    `voids` are the suits of which it holds no card in any deal that fits what the player knows.
    """

    hand: HandId
    count: int
    voids: tuple[Suit, ...]
    lengths: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CardChances:
    """The probability that each of the hidden hands holds a card, in the order of `HiddenHands.hands`; the sum is 1.

    Exactly 0 or 1 only if no deal, or every deal, that fits what the player knows has the card there.
    """

    card: Card
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class HiddenHands:
    """What a player may infer about the hidden hands, the dummy's too until it is exposed, from so many `deals`.

    The deals are those that an expert imagines: cards seen, shown voids and counted spades hold in all of them, and the
    better a deal agrees with others' bids and cards, the more it counts (`search.worlds`). `cards` are all cards of
    these hands. `error` is the greatest standard error of a probability.
    """

    deals: int
    error: float
    hands: tuple[HiddenHand, ...]
    cards: tuple[CardChances, ...]

    @property
    def honours(self) -> tuple[CardChances, ...]:
        """The aces, kings and queens and the jack of spades."""
        return tuple(line for line in self.cards if line.card.rank >= LOWEST_HONOUR[line.card.suit is Suit.SPADES])
