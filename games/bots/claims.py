"""Whether a claim is certain: the hand takes all remaining tricks for every distribution of the hidden cards."""

from games.engine import Suit, View

from .cardsets import SPADES, CardSet, card_set, in_suit
from .knowledge import unseen


def is_certain(view: View) -> bool:
    """Whether this viewer can prove that the open claim is good."""
    if view.claim is None:
        return False
    claimed = card_set(view.claim_hand or ())
    everything_left = unseen(view) | card_set(view.dummy or ()) | card_set(view.hand or ())
    return takes_the_rest(claimed, everything_left & ~claimed, view.broken)


def takes_the_rest(hand: CardSet, others: CardSet, broken: bool) -> bool:
    """Whether a hand on lead wins every trick against any distribution of the cards `others`.

    True only if it can draw all spades first and in each suit holds enough of the highest cards to win all its tricks.
    """
    if any(not _runs(in_suit(hand, suit), in_suit(others, suit)) for suit in Suit):
        return False
    spades, against = hand & SPADES, others & SPADES
    if not against or spades == hand:
        return True
    return broken and spades.bit_count() >= against.bit_count()


def _runs(held: CardSet, against: CardSet) -> bool:
    """Whether leading the top cards of a suit draws all cards that could beat the rest of it."""
    top = held & (against & -against) - 1 if against else held
    return top == held or top.bit_count() >= against.bit_count()
