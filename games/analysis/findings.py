"""The results of analyses, and the JSON form in which they are stored."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from games.bots import Advice, Cause, Opinion, Reason
from games.engine import Bid, Card, HandId, Play, Player

DoubleDummy: TypeAlias = tuple[Mapping[Card, int], ...]
"""For every card played, in order: each card that was legal in bridge, with the tricks that its side could then still
take, this trick included, if all four hands were open and everyone played for tricks."""


@dataclass(frozen=True, slots=True)
class BidWorth:
    """The average outcome of one bid.

    `declares` is the share of deals in which the bidder becomes declarer, `made` the share in which the contract is
    made, `nils_made` the share in which all nils are made (of the deals in which any apply; None if there are none).
    `score` is the average of points in a deal, `error` its standard error.
    """

    tricks: int
    nils: tuple[HandId, ...]
    declares: float
    made: float
    nils_made: float | None
    score: float
    error: float


@dataclass(frozen=True, slots=True)
class BidReview:
    """The worth of the bids that a player could have made, given what that player knew, each on the same `deals`."""

    player: Player
    deals: int
    bids: tuple[BidWorth, ...]


def tricks_to_json(found: DoubleDummy) -> list[dict[str, int]]:
    return [{str(card): tricks for card, tricks in position.items()} for position in found]


def tricks_from_json(data: Sequence[Mapping[str, int]]) -> DoubleDummy:
    return tuple({Card.parse(name): tricks for name, tricks in position.items()} for position in data)


def bids_to_json(reviews: Sequence[BidReview]) -> list[dict[str, Any]]:
    return [asdict(review) for review in reviews]


def bids_from_json(data: Sequence[Mapping[str, Any]]) -> tuple[BidReview, ...]:
    reviews = []
    for review in data:
        bids = [BidWorth(**{**worth, "nils": tuple(worth["nils"])}) for worth in review["bids"]]
        reviews.append(BidReview(review["player"], review["deals"], tuple(bids)))
    return tuple(reviews)


def thoughts_to_json(opinions: Sequence[Opinion]) -> list[dict[str, Any]]:
    return [{"reason": asdict(opinion.reason), "better": _advice_to_json(opinion.better)} for opinion in opinions]


def thoughts_from_json(data: Sequence[Mapping[str, Any]]) -> tuple[Opinion, ...]:
    return tuple(Opinion(_reason_from_json(item["reason"]), _advice_from_json(item["better"])) for item in data)


def _advice_to_json(advice: Advice | None) -> dict[str, Any] | None:
    if advice is None:
        return None
    assert advice.reason is not None, "bids and cards have reasons"
    match advice.action:
        case Bid(player, tricks, nils):
            move = {"player": player, "tricks": tricks, "nils": sorted(nils)}
        case Play(player, card):
            move = {"player": player, "card": str(card)}
        case action:
            raise TypeError(f"advice is about bids and cards, not {action}")
    return {**move, "reason": asdict(advice.reason)}


def _advice_from_json(data: Mapping[str, Any] | None) -> Advice | None:
    if data is None:
        return None
    reason = _reason_from_json(data["reason"])
    if "card" in data:
        return Advice(Play(data["player"], Card.parse(data["card"])), reason)
    return Advice(Bid(data["player"], data["tricks"], frozenset(data["nils"])), reason)


def _reason_from_json(data: Mapping[str, Any]) -> Reason:
    return Reason(**{**data, "cause": Cause(data["cause"])})
