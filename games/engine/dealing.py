"""Who deals (docs/rules.md section 2)."""

from .cards import Card
from .seats import PLAYERS, Player, next_player


def first_dealer(drawn: tuple[Card, Card, Card]) -> Player:
    """Return the player who drew the highest rank; among equal ranks spades > hearts > diamonds > clubs."""
    return max(PLAYERS, key=lambda player: (drawn[player].rank, -drawn[player].suit))


def next_dealer(dealer: Player) -> Player:
    """Return who deals after `dealer`: the next real player clockwise."""
    return next_player(dealer)
