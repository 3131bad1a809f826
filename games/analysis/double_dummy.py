"""Solves every position of a deal with open cards, by Bo Haglund's double-dummy solver (DDS) for bridge.

The solver lets spades be led at any time, as in bridge. So its numbers are exact once spades are broken; before that
they are those of bridge.
"""

from typing import Final

from endplay.dds import solve_all_boards
from endplay.types import Card as BridgeCard, Deal, Denom, Player

from games.engine import HANDS, Card, HandId, State, Suit

from .findings import DoubleDummy, cards_played

SEATS: Final = (Player.south, Player.west, Player.north, Player.east)


def double_dummy(state: State) -> DoubleDummy:
    """Return the double-dummy tricks for every card played so far. Raises ValueError before the end of the bidding."""
    if state.order is None or state.opening_leader is None:
        raise ValueError("there is no play before the bidding is over")
    seats = dict(zip(state.order, SEATS, strict=True))
    deal = _bridge_deal(state, seats, state.opening_leader)
    positions = []
    for played in cards_played(state):
        positions.append(deal.copy())
        deal.play(BridgeCard(str(played.card)))
    found = solve_all_boards(positions) if positions else ()
    return tuple({_our_card(card): tricks for card, tricks in solved} for solved in found)


def _bridge_deal(state: State, seats: dict[HandId, Player], leader: HandId) -> Deal:
    deal = Deal()
    for hand in HANDS:
        deal[seats[hand]].extend(BridgeCard(str(card)) for card in state.dealt[hand])
    deal.trump, deal.first = Denom.spades, seats[leader]
    return deal


def _our_card(card: BridgeCard) -> Card:
    return Card.parse(Suit[card.suit.name.upper()].letter + card.rank.abbr)
