"""Three deals whose double-dummy tricks are published with the DDS library (examples/hands.cpp)."""

from games.engine import Card, State, Suit
from tests.builders import Hands, bid, new_deal

DEALS = (
    "QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
    "AK96.KQ8.A98.K63 QJT5432.T.6.QJ82 .J97543.K7532.94 87.A62.QJT4.AT75",
    "73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93",
)
"""The hands of North, East, South and West."""

SPADE_TRICKS = ((5, 8, 5, 8), (4, 9, 4, 9), (3, 10, 3, 10))
"""The tricks that North, East, South and West take as declarer with spades as trumps."""


def known_deal(number: int) -> State:
    """Return the deal with player 0 as declarer of 6 in South; player 1 in West leads, as in bridge."""
    north, east, south, west = (hand(text) for text in DEALS[number].split())
    hands: Hands = (south, west, east, north)
    return bid(new_deal(hands, dealer=0), 3, 3, 6)


def hand(text: str) -> tuple[Card, ...]:
    """Return a hand written as spades.hearts.diamonds.clubs."""
    return tuple(
        Card.parse(suit.letter + rank) for suit, ranks in zip(Suit, text.split("."), strict=True) for rank in ranks
    )
