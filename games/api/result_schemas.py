"""The shapes of results: rows of a player's games and deals, and those of a set of deals."""

from typing import Literal

from ninja import Schema
from pydantic import Field

from games.api.schemas import Figure
from games.engine import BiddingStyle, PeekRule
from games.values import Stage


class _Result(Schema):
    date: str = Field(description="when the game or deal ended, in UTC")
    table: str = Field(description="the name of the table")
    code: str = Field(description="of the table; '' while you may not know it")
    bidding: BiddingStyle
    peek: PeekRule
    target: int | None = Field(description="null on a duplicate table")
    duplicate: bool
    left: str = Field(description="the player who comes next clockwise")
    right: str
    points: int
    bags: int
    player: int = Field(description="the player’s number, 0 to 2, as in the records of these deals")


class GameResult(_Result):
    """A game of a player; `place` is null if nobody has won. The ratings are null if the game does not count for them.

    `void` is the reason why staff have declared it void, "" if they have not.
    """

    deals: int
    stage: Stage
    place: int | None
    void: str
    rating_before: int | None
    rating_after: int | None


class DealResult(_Result):
    """A deal of a player: the contract, and the tricks of the side; `points` is the total of the deal.

    `nils` are the nils that applied, such as "own:made mate:failed", of `own`, `mate` and `dummy`.
    """

    deal: int = Field(description="the number of the deal in its game")
    role: Literal["declarer", "defender"]
    bidding_position: int = Field(description="1 to 3; 3 is the dealer")
    bid: int
    contract: int
    side_tricks: int
    nils: str
    bag_penalty: int
    points_after: int
    bags_after: int


class GamePage(Schema):
    """A page of a player's games, newest first; `next` is for the page after it, "" on the last."""

    results: list[GameResult]
    next: str


class DealPage(Schema):
    """A page of a player's deals, newest first; `next` is for the page after it, "" on the last."""

    results: list[DealResult]
    next: str


class BoardResult(Schema):
    """What a player has made of a board; `by_expert` if an Expert has played most of it: it counts as not played."""

    player: str
    points: int
    by_expert: bool


class BoardResults(Schema):
    """A board, with the points of an Expert, null if it has not played it, and the results of all who have finished."""

    number: int
    expert: int | None
    results: list[BoardResult]


class LadderLine(Schema):
    """A line of the ladder of a set; `place` is null for whoever has not played all boards (docs/duplicate.md)."""

    place: int | None
    player: str
    points: int
    percent: Figure | None
    error: Figure | None
    boards: int


class SetResults(Schema):
    """All results of a set of deals."""

    set: str = Field(description="the code of the set")
    boards: list[BoardResults]
    ladder: list[LadderLine]
