"""Whether a claim is certain: whatever the hidden hands hold, the claiming hand takes every trick left."""

from __future__ import annotations

from games.engine import Suit, View

from .cardsets import SPADES, CardSet, card_set, in_suit
from .knowledge import unseen


def is_certain(view: View) -> bool:
    """Whether the claim on the table can't fail, as far as this viewer can prove it."""
    if view.claim is None:
        return False
    claimed = card_set(view.claim_hand or ())
    everything_left = unseen(view) | card_set(view.dummy or ()) | card_set(view.hand or ())
    return takes_the_rest(claimed, everything_left & ~claimed, view.broken)


def takes_the_rest(hand: CardSet, others: CardSet, broken: bool) -> bool:
    """Whether a hand on lead wins every trick against `others`, however they lie.

    True only if it can draw all spades first and holds, in each suit, enough of the highest cards to run it.
    """
    if any(not _runs(in_suit(hand, suit), in_suit(others, suit)) for suit in Suit):
        return False
    spades, against = hand & SPADES, others & SPADES
    if not against or spades == hand:
        return True
    return broken and spades.bit_count() >= against.bit_count()


def _runs(held: CardSet, against: CardSet) -> bool:
    """Whether the top cards of a suit, led one after the other, leave nothing above the rest of it."""
    top = held & (against & -against) - 1 if against else held
    return top == held or top.bit_count() >= against.bit_count()
