"""The three real players, the dummy, and the order in which they deal, bid and play (docs/rules.md sections 1 to 6).

A *player* is 0, 1 or 2, clockwise. A *hand* is 0, 1, 2 or `DUMMY`; a player's own hand has the player's number.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias, TypeVar

from .cards import Card

T = TypeVar("T")

Player: TypeAlias = int
"""A player: 0, 1 or 2, clockwise."""

HandId: TypeAlias = int
"""A hand: that of player 0, 1 or 2, or `DUMMY`."""

PLAYERS: Final[tuple[Player, ...]] = (0, 1, 2)
"""All players."""

DUMMY: Final[HandId] = 3
"""The hand of the dummy."""

HANDS: Final[tuple[HandId, ...]] = (0, 1, 2, DUMMY)
"""All hands."""

HAND_NAMES: Final[tuple[str, ...]] = ("0", "1", "2", "dummy")
"""How hands are named in records and notation."""


def is_player(value: object) -> bool:
    """Return whether this is the number of a player: 0, 1 or 2, and not True, which Python takes for 1."""
    return type(value) is int and value in PLAYERS


def first_dealer(drawn: tuple[Card, Card, Card]) -> Player:
    """Return the player who drew the highest rank; among equal ranks spades > hearts > diamonds > clubs."""
    return max(PLAYERS, key=lambda player: (drawn[player].rank, -drawn[player].suit))


def next_dealer(dealer: Player) -> Player:
    """Return who deals after `dealer`: the next real player clockwise, for the dummy is skipped."""
    return (dealer + 1) % 3


@cache
def clockwise_from(player: Player) -> tuple[Player, Player, Player]:
    """Return the three players clockwise, this one first."""
    return player, (player + 1) % 3, (player + 2) % 3


@cache
def bidding_order(dealer: Player) -> tuple[Player, Player, Player]:
    """Return the players in bidding order: the one to the dealer's left first (docs/rules.md section 5)."""
    return clockwise_from((dealer + 1) % 3)


@cache
def playing_order(declarer: Player) -> tuple[HandId, HandId, HandId, HandId]:
    """Return the four hands clockwise from the declarer, with the dummy opposite (docs/rules.md section 6)."""
    _, left, right = clockwise_from(declarer)
    return declarer, left, DUMMY, right


@cache
def partner(hand: HandId, declarer: Player) -> HandId:
    """Return the other hand on the side of `hand`, in a deal of this declarer."""
    order = playing_order(declarer)
    return order[(order.index(hand) + 2) % 4]


def owner(hand: HandId, declarer: Player) -> Player:
    """Return the real player who plays the cards of `hand`: the declarer for the dummy."""
    return declarer if hand == DUMMY else hand


def triple(items: Iterable[T]) -> tuple[T, T, T]:
    """Return the three items as a tuple whose length mypy knows. Raises ValueError for another number of items."""
    one, two, three = items
    return one, two, three
