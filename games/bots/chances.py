"""The chance of each hand to win the trick in progress after a card, hand by hand in playing order."""

from games.engine import Card, CardPlayed, HandId, Suit, partner, winner

from .cardsets import OF_SUIT, SPADES, CardSet, beating
from .knowledge import Knowledge

AFTER_ANOTHER = 0.5
"""The factor for a hand's chance to win if a hand between has already overtaken the best card with a higher one."""


def winning_chances(known: Knowledge, card: Card) -> list[float]:
    """Return for each hand its chance to win the trick after `card` is played; the chances sum to 1."""
    trick = (*known.view.trick, CardPlayed(known.hand, card))
    led = trick[0].card.suit
    leading = winner(trick)
    best = next(played.card for played in trick if played.hand == leading)
    beaters = beating(best, led)
    chances = [0.0] * 4
    chances[leading] = 1.0
    for hand in known.later:
        can, must = _chance_to_beat(known, hand, led, beaters)
        for holder, chance in enumerate(chances):
            if chance and holder != hand:
                moved = chance * (can if _wants_trick(known, hand, holder) else must)
                moved *= 1.0 if holder == leading else AFTER_ANOTHER
                chances[holder] -= moved
                chances[hand] += moved
    return chances


def _wants_trick(known: Knowledge, hand: HandId, holder: HandId) -> bool:
    """Whether `hand` tries to win a trick that `holder` is winning.

    A partner tries if the holder's nil is at risk, opponents only if it is not.
    """
    if hand in known.live_nils:
        return False
    declarer = known.view.declarer
    assert declarer is not None, "there are tricks only after the bidding"
    together = partner(hand, declarer) == holder
    return together if holder in known.live_nils else not together


def _chance_to_beat(known: Knowledge, hand: HandId, led: Suit, beaters: CardSet) -> tuple[float, float]:
    """Return the chance that a hand can beat the best card so far, and the chance that it has to."""
    pool, absent = known.may_hold[hand], 1.0 - known.density[hand]
    following = pool & OF_SUIT[led]
    void = absent ** following.bit_count()
    over = 1.0 - absent ** (following & beaters).bit_count()
    under = absent ** (following & ~beaters).bit_count()
    ruff = 0.0 if led is Suit.SPADES else void * (1.0 - absent ** (pool & beaters & SPADES).bit_count())
    return over + ruff, max(0.0, under - void)
