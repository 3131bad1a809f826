"""Shapes that operations share: tables, moves, refusals. Cards are written as in records: "SA" (docs/records.md)."""

from typing import Annotated, Final, Literal, get_args

from ninja import Schema
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StrictBool
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import PydanticKnownError
from typing_extensions import TypeAliasType

from accounts.base.names import LONGEST_WRITTEN
from games.bots import Level
from games.engine import BiddingStyle, PeekRule, Phase
from games.values import Stage

FIGURE_DIGITS: Final = 4
"""How many digits after the point such numbers have: further ones are noise of their computation."""

Player = Literal[0, 1, 2]
Hand = TypeAliasType("Hand", Literal["0", "1", "2", "dummy"])
"""A hand. The description of the API names what is a `TypeAliasType` once, and refers to it."""


def _as_number(value: object) -> object:
    """Refuse texts, which pydantic would read as numbers; 5.0 is a whole number in JSON."""
    if isinstance(value, str | bool):
        raise PydanticKnownError("int_type")
    return value


Figure = Annotated[float, AfterValidator(lambda value: round(value, FIGURE_DIGITS))]
"""A number that is computed, such as a share or an average, as answers have it."""

Key = Annotated[int, Field(ge=0, le=2**63 - 1)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_WRITTEN, description="the name of a player")]
Month = Annotated[str, Field(pattern=r"^([0-9]{4}-(0[1-9]|1[0-2]))?$")]
WholeNumber = Annotated[int, BeforeValidator(_as_number)]
NumberOfTricks = Annotated[int, Field(ge=0, le=13), BeforeValidator(_as_number)]
Place = Annotated[int, Field(ge=0, le=12), BeforeValidator(_as_number)]
Card = TypeAliasType("Card", Annotated[str, Field(pattern="^[SHDC][2-9TJQKA]$")])


class Fault(Schema):
    """What is wrong with the shape of a request."""

    at: str = Field(description="the field, such as “card” or “nils[0]”; “body” if it is the whole body")
    message: str


class Problem(Schema):
    """Why a request is refused (RFC 9457): `detail` is a sentence for people, `code` a word for programs.

    Codes may be added: treat one that you do not know by its status.
    """

    title: str
    status: int
    detail: str
    code: str
    version: int | SkipJsonSchema[None] = Field(None, description="of the table now, if the request named another one")
    errors: list[Fault] | SkipJsonSchema[None] = Field(None, description="if the request has the wrong shape")


class Seat(Schema):
    """A seat; `name` is "" while it is free, and `stand_in` the bot that plays for a person, "" if none does.

    `is_bot` is true of a bot of the site and of a bot's account, which has `by_api` too.
    """

    player: int
    name: str
    is_bot: bool
    by_api: bool
    stand_in: str


class Rules(Schema):
    """The rules of a table (docs/rules.md); `target` is null on a duplicate table, where nine deals decide."""

    peek: PeekRule
    bidding: BiddingStyle
    target: int | None
    bag_limit: int | None
    floor: int | None


class BidOption(Schema):
    """Legal bids: each of these numbers of tricks with each of these sets of hands declared nil."""

    tricks: list[int]
    nils: list[list[Hand]]


class Options(Schema):
    """What the player of the token may do now: empty, 0 or false for whoever is not on turn."""

    peek: int = Field(description="how many places of the face-down dummy to look at, with the move “peek”")
    bids: list[BidOption]
    cards: list[Card]
    claim: bool
    claims: list[int] = Field(description="the numbers of tricks that may be claimed; the last are all that are left")
    answer: bool


class Bid(Schema):
    """A bid that was made."""

    player: int
    tricks: int
    nils: list[Hand]


class PlayedCard(Schema):
    """A card of a trick, and the hand from which it was played."""

    hand: Hand
    card: Card


class Deal(Schema):
    """The deal in progress or just finished, as the player of the token may know it (docs/rules.md section 10).

    `hand` is null for a spectator, `dummy` until it is exposed, a contract while it is hidden. `places` are the cards
    that the player knows of the face-down dummy, by place. `claim_hand` are the cards that a player who claims shows,
    null if nobody does. `scores` are the points of the deal, null before its end.
    """

    number: int
    phase: Phase
    dealer: int
    waiting: list[int]
    to_play: Hand | None
    hand: list[Card] | None
    dummy: list[Card] | None
    places: dict[str, Card]
    bids: list[Bid]
    declarer: int | None
    contracts: list[int | None]
    trick: list[PlayedCard]
    tricks: list[list[PlayedCard]]
    taken: dict[str, int]
    claim_by: int | None
    claim_hand: list[Card] | None
    claim_tricks: int | None = Field(description="how many of the remaining tricks the open claim is of")
    scores: list[int] | None
    options: Options


class Table(Schema):
    """A table at one version. A move names the version that it answers."""

    code: str
    name: str
    version: int
    stage: Stage
    rules: Rules
    duplicate: bool = Field(description="three boards come three times each: nine deals decide (docs/duplicate.md)")
    player: int | None = Field(description="the seat of the player of the token; null for a spectator")
    seats: list[Seat]
    points: list[int]
    bags: list[int]
    ready: list[int]
    winner: int | None
    paused_until: str | None = Field(description="when a paused game goes on at the latest; null if it is not paused")
    deal: Deal | None = Field(description="null before the first deal, and while nobody may see the last one")


class OwnTable(Schema):
    """A table at which the player of the token has a seat and the game has not ended."""

    code: str
    version: int
    stage: Stage
    player: int
    is_on_turn: bool


class _Move(Schema):
    model_config = ConfigDict(extra="forbid")

    version: WholeNumber = Field(ge=0, le=2**31 - 1, description="of the table that the move answers")


class PeekMove(_Move):
    """A look at places of the face-down dummy."""

    kind: Literal["peek"]
    places: list[Place] = Field(min_length=1, max_length=13, description="0 to 12, as many as the options say")


class BidMove(_Move):
    """A bid."""

    kind: Literal["bid"]
    tricks: NumberOfTricks
    nils: list[Hand] = Field(default=[], max_length=4, description="the hands on which nil is declared")


class PlayMove(_Move):
    """A card of the own hand, or of the dummy."""

    kind: Literal["play"]
    card: Card


class ClaimMove(_Move):
    """The claim of all remaining tricks, or of so many."""

    kind: Literal["claim"]
    tricks: NumberOfTricks | None = Field(None, description="one of the options; null for all")


class AnswerMove(_Move):
    """The answer to a claim."""

    kind: Literal["answer"]
    accept: StrictBool


class ReadyMove(_Move):
    """That the next deal may begin."""

    kind: Literal["ready"]


_MOVES: Final = (PeekMove, BidMove, PlayMove, ClaimMove, AnswerMove, ReadyMove)
KINDS: Final = frozenset(get_args(move.model_fields["kind"].annotation)[0] for move in _MOVES)
"""The kinds of moves."""

Move = TypeAliasType(
    "Move", Annotated[PeekMove | BidMove | PlayMove | ClaimMove | AnswerMove | ReadyMove, Field(discriminator="kind")]
)
"""A move at a version of the table."""


class NewTable(Schema):
    """A table to open: with two bots, whose game begins at once, or for people, who are invited or come by its link."""

    model_config = ConfigDict(extra="forbid")

    bots: StrictBool = True
    bot_level: Level = Level.CLUB
    peek: PeekRule = PeekRule.NONE
    bidding: BiddingStyle = BiddingStyle.STANDARD
    target: Literal[200, 300, 500] = Field(500, description="counts for nothing on a duplicate table")
    duplicate: StrictBool = Field(False, description="three boards, each dealt three times (docs/duplicate.md)")
    invite: list[Name] = Field(default=[], max_length=2, description="players to invite; no bots play then")


class Version(Schema):
    """The version of a table that was read."""

    model_config = ConfigDict(extra="forbid")

    version: WholeNumber = Field(ge=0, le=2**31 - 1)


class PlayerToInvite(Schema):
    """The player to invite."""

    model_config = ConfigDict(extra="forbid")

    name: Name


class SeatToTake(Schema):
    """The seat to take: 0, 1 or 2."""

    model_config = ConfigDict(extra="forbid")

    player: Annotated[Player, BeforeValidator(_as_number)]
