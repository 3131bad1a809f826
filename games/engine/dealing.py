"""Who deals first (RULES section 2)."""

from __future__ import annotations

from .cards import Card
from .seats import PLAYERS, Player, next_player


def first_dealer(drawn: tuple[Card, Card, Card]) -> Player:
    """The player who drew the highest rank; equal ranks: spades over hearts over diamonds over clubs."""
    return max(PLAYERS, key=lambda player: (drawn[player].rank, -drawn[player].suit))


def next_dealer(dealer: Player) -> Player:
    """The deal passes to the next real player clockwise."""
    return next_player(dealer)
