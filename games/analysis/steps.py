"""The analyses of a deal in the JSON form in which they are stored, each done in units."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..engine import State
from .best_play import best_play_in_units, double_dummy_in_units
from .findings import (
    bid_reviews_in_units,
    bids_to_json,
    points_to_json,
    thoughts_in_units,
    thoughts_to_json,
    tricks_to_json,
)
from .units import Units


def _tricks(end: State) -> Units[Any]:
    return tricks_to_json((yield from double_dummy_in_units(end)))


def _points(end: State) -> Units[Any]:
    return points_to_json((yield from best_play_in_units(end)))


def _thoughts(end: State) -> Units[Any]:
    return thoughts_to_json((yield from thoughts_in_units(end)))


def _bids(end: State) -> Units[Any]:
    return bids_to_json((yield from bid_reviews_in_units(end)))


ANALYSES: Final[Mapping[str, Callable[[State], Units[Any]]]] = {
    "tricks": _tricks,
    "points": _points,
    "thoughts": _thoughts,
    "bids": _bids,
}
"""The tricks that every card could take, points of best play, thoughts on every move, and the worth of every bid."""

OF_THE_PLAY: Final = ("tricks", "points")
"""Those that need the end of the bidding."""
