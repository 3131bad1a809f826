"""The shape of the record of a finished deal (docs/records.md), as the API gives it."""

from typing import Any, Final, Literal

from ninja import Schema
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from games.bots import Cause
from games.operations.examples import RULES
from games.operations.schemas import Card, Figure, Hand, Player, Rules


class RecordRules(Rules):
    """The rules of a deal. Those of a duplicate table have the target 500, which decides nothing there."""

    target: int


class RecordedStanding(Schema):
    """Points and bags of players 0, 1 and 2 before the deal."""

    points: list[int]
    bags: list[int]


class RecordedPeek(Schema):
    """The places of the dummy that a player looked at or turned up."""

    player: Player
    places: list[int]


class RecordedBid(Schema):
    """A bid."""

    player: Player
    tricks: int
    nils: list[Hand]


class RecordedClaim(Schema):
    """An accepted claim: of so many of the remaining tricks, or without `tricks` of all."""

    player: Player
    tricks: int | SkipJsonSchema[None] = None


class DealProof(Schema):
    """What decided the cards (docs/fairness.md). A seed of a bot is "bot"; `draw` is null if nobody drew for dealer."""

    commitment: str
    game: str
    number: int
    seeds: list[str]
    secret: str
    draw: list[Card] | None
    duplicate: bool | SkipJsonSchema[None] = Field(None, description="true at a duplicate table, else left out")


class DealRecord(Schema):
    """A finished deal: the rules, the hands as dealt, and all that happened, in order.

    `claim` is left out if there was none, `proof` if the deal has none.
    """

    format: Literal["dummy-hand-spades/1"]
    rules: RecordRules
    dealer: Player
    before: RecordedStanding
    hands: dict[Hand, list[Card]] = Field(description="by hand; the dummy’s in the order of its places")
    peeks: list[RecordedPeek]
    bids: list[RecordedBid]
    plays: list[Card]
    claim: RecordedClaim | SkipJsonSchema[None] = None
    proof: DealProof | SkipJsonSchema[None] = None


class BestPlay(Schema):
    """What best play by both sides, with all hands open, would have scored from a position on (docs/analysis.md)."""

    points: list[int] | None = Field(
        description="of the whole deal, for players 0, 1 and 2; null where the search was too large"
    )
    better: list[Card] = Field(
        description="the legal cards that lead to `points`; empty if the card played does too, and after the last one"
    )


class ExpertReason(Schema):
    """What speaks for a bid or a card: a cause, and the player and the hand whose contract, bags or nil it is about.

    `chance` is how often that is made in deals which agree with what the player knew, and `otherwise` how often with
    another card, or with a bid of one trick more; for bags both are average numbers of bags.
    """

    cause: Cause
    player: Player | None
    hand: Hand | None
    chance: Figure
    otherwise: Figure


class ExpertMove(Schema):
    """A `card`, or the number of `tricks` of a bid with its `nils`; the other is null."""

    card: Card | None
    tricks: int | None
    nils: list[Hand]
    reason: ExpertReason


class ExpertOpinion(Schema):
    """What an expert in that seat, who sees no other hand, thinks of a bid or card; `better` is null for a good one."""

    reason: ExpertReason
    better: ExpertMove | None


class BidValue(Schema):
    """The average outcome of a bid: shares of deals, and points; `nils_made` is null for a bid without a nil.

    `gain` are the own points less the average of the others’, with the cost of bags, `error` its standard error, `wins`
    the estimated chance to win the game, and `worth` the same in points.
    """

    tricks: int
    nils: list[Hand]
    declares: Figure
    made: Figure
    nils_made: Figure | None
    points: Figure
    gain: Figure
    error: Figure
    wins: Figure
    worth: Figure


class JudgedBids(Schema):
    """What the bids of a player were worth, in so many imagined `deals`. An expert makes `best`, a place in `bids`."""

    player: Player
    deals: int
    bids: list[BidValue]
    best: int


class DealAnalysis(Schema):
    """The analysis of a deal (docs/analysis.md): null is what is not computed yet.

    `tricks` has for each card played all cards that the hand could have played, with the tricks that its side, declarer
    and dummy or both defenders, could then still have taken, this one included, if all hands were open and everybody
    played for tricks alone; `points` the best play before each card, and after the last one; `opinions` what an expert
    thinks of each bid and then of each card; `bids` what the bids of each player who had a choice were worth.
    """

    state: Literal["ready", "waiting", "failed"]
    tricks: list[dict[Card, int]] | None
    points: list[BestPlay] | None
    opinions: list[ExpertOpinion] | None
    bids: list[JudgedBids] | None


_REASON: Final[dict[str, Any]] = {"cause": "bid", "player": 0, "hand": None, "chance": 0.81, "otherwise": 0.55}
_BID_VALUE: Final[dict[str, Any]] = {
    "tricks": 5,
    "nils": [],
    "declares": 0.42,
    "made": 0.81,
    "nils_made": None,
    "points": 34.5,
    "gain": 12.1,
    "error": 1.9,
    "wins": 0.36,
    "worth": 10.4,
}
_RECORD: Final[dict[str, Any]] = {
    "format": "dummy-hand-spades/1",
    "rules": RULES,
    "dealer": 2,
    "before": {"points": [0, 0, 0], "bags": [0, 0, 0]},
    "hands": {
        hand: [suit + rank for rank in "AKQJT98765432"]
        for hand, suit in zip(("0", "1", "2", "dummy"), "SHDC", strict=True)
    },
    "peeks": [],
    "bids": [{"player": 0, "tricks": 13, "nils": []}, *({"player": one, "tricks": 0, "nils": []} for one in (1, 2))],
    "plays": ["SA", "H2", "C2", "D2"],
    "claim": {"player": 0},
}
EXAMPLES: Final[dict[str, Any]] = {
    "DealAnalysis": {
        "state": "ready",
        "tricks": [{"SA": 8, "S9": 7}],
        "points": [{"points": [71, 50, -60], "better": ["SA"]}],
        "opinions": [{"reason": _REASON, "better": {"card": None, "tricks": 5, "nils": [], "reason": _REASON}}],
        "bids": [{"player": 0, "deals": 512, "bids": [_BID_VALUE], "best": 0}],
    },
    "DealRecord": _RECORD,
}
