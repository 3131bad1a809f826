"""The shape of the record of a finished deal (docs/records.md), as the API gives it."""

from typing import Literal

from ninja import Schema
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from games.api.schemas import Card, Hand, Player, Rules


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
    """What best play with all hands open would still have scored before a card, for players 0, 1 and 2, and the cards
    that were as good or better; `points` is null where the search was too large.
    """

    points: list[int] | None
    better: list[Card]


class DealAnalysis(Schema):
    """The analysis of a deal (docs/analysis.md): null is what is not computed yet.

    `tricks` has for each card played the tricks that every card of that hand could still have led to; `points` the best
    play before each card, and after the last one.
    """

    state: Literal["ready", "waiting", "failed"]
    tricks: list[dict[Card, int]] | None
    points: list[BestPlay] | None
