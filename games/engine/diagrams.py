"""Diagrams: a deal as text, with its hands around the table as books on bridge print them. `pictures` draws the same.

A diagram of a view has what the view has, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .cards import Card, Suit, sort_cards
from .seats import DUMMY, HAND_NAMES, HANDS, HandId

if TYPE_CHECKING:
    from .events import BidMade, CardPlayed
    from .state import State
    from .view import View

WIDTH: Final = 24
"""Of a column of the text."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A hand at the table: the cards left in it, None if they are hidden, or the cards known among those hidden."""

    hand: HandId
    cards: tuple[Card, ...] | None
    count: int
    seen: tuple[tuple[int, Card], ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """What is drawn of a deal: the hands at South, West, North and East, the trick, and lines of facts.

    South is the declarer and North the dummy; before the bidding is over, players 0, 1, 2 and the dummy sit clockwise
    from South.
    """

    seats: tuple[Seat, ...]
    trick: tuple[CardPlayed, ...]
    facts: tuple[str, ...]

    def __str__(self) -> str:
        south, west, north, east = map(_block, self.seats)
        middle = [f"{left:<{2 * WIDTH}}{right}" for left, right in zip(west, east, strict=True)]
        outer = [[" " * WIDTH + line for line in block] for block in (north, south)]
        return "\n".join(line.rstrip() for line in [*outer[0], *middle, *outer[1], *self.facts])


def diagram_of(
    deal: State | View, hands: Sequence[tuple[Card, ...] | None], seen: tuple[tuple[int, Card], ...] = ()
) -> Diagram:
    """Return the diagram of a state or view with these hands, None for one that is hidden; `seen` are places of the
    face-down dummy with their cards.
    """
    played = [on.hand for trick in deal.tricks for on in trick.cards] + [on.hand for on in deal.trick]
    seats = [
        Seat(hand, hands[hand], 13 - played.count(hand), seen if hand == DUMMY else ()) for hand in deal.order or HANDS
    ]
    return Diagram(tuple(seats), deal.trick, tuple(_facts(deal)))


def name_of(seat: Seat) -> str:
    """Return how a hand is named: `dummy`, or `player 0`."""
    return "dummy" if seat.hand == DUMMY else f"player {seat.hand}"


def suits_of(cards: Sequence[Card]) -> Iterator[tuple[Suit, str]]:
    """Yield each suit with the ranks that are held, high to low, or a dash."""
    for suit in Suit:
        yield suit, " ".join(card.rank.letter for card in sort_cards(cards) if card.suit is suit) or "-"


def hidden_text(seat: Seat) -> str:
    """Return what is known of a hidden hand: how many cards it has."""
    return f"{seat.count} card{'s' if seat.count != 1 else ''}"


def _block(seat: Seat) -> list[str]:
    """Return the five lines of a hand."""
    if seat.cards is not None:
        return [name_of(seat), *(f"{suit.letter} {ranks}" for suit, ranks in suits_of(seat.cards))]
    seen = " ".join(f"{place}:{card}" for place, card in seat.seen)
    return [name_of(seat), hidden_text(seat), seen, "", ""]


def _facts(deal: State | View) -> Iterator[str]:
    rules, before = deal.rules, deal.before
    yield f"{deal.phase}, dealer {deal.dealer}; {rules.peek}, {rules.bidding}, target {rules.target}"
    if any(before.points + before.bags):
        standing = zip(before.points, before.bags, strict=True)
        yield f"before: {', '.join(f'{points} points and {bags} bags' for points, bags in standing)}"
    if deal.bids:
        yield f"bids: {', '.join(map(_bid, deal.bids))}"
    if deal.declarer is not None:
        taken = ", ".join(f"{name} {tricks}" for name, tricks in zip(HAND_NAMES, deal.taken, strict=True))
        yield f"declarer {deal.declarer}; tricks: {taken}"
    if deal.trick:
        yield f"trick: {', '.join(f'{HAND_NAMES[on.hand]} {on.card}' for on in deal.trick)}"
    if deal.claim is not None:
        accepted = "".join(f", accepted by {player}" for player in sorted(deal.claim.accepted))
        tricks = "all" if deal.claim.tricks is None else deal.claim.tricks
        yield f"claim: {deal.claim.player} claims {tricks} for {HAND_NAMES[deal.claim.hand]}{accepted}"


def _bid(bid: BidMade) -> str:
    nils = "".join(f" nil {HAND_NAMES[hand]}" for hand in sorted(bid.nils))
    return f"{bid.player} {bid.tricks}{nils}"
