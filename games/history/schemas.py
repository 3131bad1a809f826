"""The shapes of players' results, as programs get them: games, deals, ratings."""

from typing import Any, Final, Literal

from ninja import Schema
from pydantic import Field

from games.engine import BiddingStyle, PeekRule
from games.operations.examples import PLAYER
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


class Skill(Schema):
    """How well a player does; `provisional` after few games."""

    points: int
    games: int
    wins: int
    provisional: bool


class Rating(Skill):
    """A rating of a player, by the company of the games: people only, with bots, or with bots of the API."""

    company: str


class Rated(Skill):
    """A line of a ladder."""

    name: str


class Profile(Schema):
    """A player, if the results may be seen by the player of the token."""

    name: str
    is_bot: bool
    ratings: list[Rating]


_SKILL: Final[dict[str, Any]] = {"points": 1620, "games": 48, "wins": 19, "provisional": False}
_RESULT: Final[dict[str, Any]] = {
    "date": "2026-11-30T20:14:05+00:00",
    "table": "Ana’s table",
    "code": "Xy3kQ9dE",
    "bidding": "standard",
    "peek": "none",
    "target": 500,
    "duplicate": False,
    "left": "Ben",
    "right": "Cai",
    "points": 71,
    "bags": 1,
    "player": 0,
}
_DEAL_RESULT: Final[dict[str, Any]] = _RESULT | {
    "deal": 1,
    "role": "declarer",
    "bidding_position": 1,
    "bid": 7,
    "contract": 7,
    "side_tricks": 8,
    "nils": "",
    "bag_penalty": 0,
    "points_after": 71,
    "bags_after": 1,
}
_GAME_RESULT: Final[dict[str, Any]] = _RESULT | {
    "deals": 6,
    "stage": "over",
    "place": 1,
    "void": "",
    "rating_before": 1604,
    "rating_after": 1620,
}
EXAMPLES: Final[dict[str, Any]] = {
    "DealPage": {"results": [_DEAL_RESULT], "next": ""},
    "DealResult": _DEAL_RESULT,
    "GamePage": {"results": [_GAME_RESULT], "next": ""},
    "GameResult": _GAME_RESULT,
    "Profile": {**PLAYER, "ratings": [{"company": "people", **_SKILL}]},
    "Rated": {"name": "Ana", **_SKILL},
}
