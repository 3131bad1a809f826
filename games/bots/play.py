"""The choice of a card by rules of thumb: the value of the trick less the value the card would have later."""

from functools import lru_cache
from typing import Final, NamedTuple

from ..engine import PLAYERS, Card, CardPlayed, HandId, Suit, View, partner, winner
from .knowledge import BIT, OF_SUIT, SPADES, SUIT_SIZE, CardSet, Knowledge, beating, in_suit, knowledge_from

PARTNER_WINNER_COST: Final = 0.5  # the share of a trick's value lost if the partner wins it: it costs a high card
SHEDDING_VALUE: Final = 0.5  # to a nil hand, of discarding one unit of `_nil_danger`
AFTER_ANOTHER: Final = 0.5  # the factor for a chance to win if a hand between has already overtaken the best card

# The values of a trick are in units of a trick that the player's contract needs.
OWN_NIL: Final = 3.0
THEIR_NIL: Final = 2.0
BAG: Final = -0.15
FREE_OVERTRICK: Final = 0.05
SET_THEM: Final = 0.8
BAG_THEM: Final = -0.05
SET_THE_OTHER_DEFENDER: Final = -0.25
EASY_SHARE: Final = 0.3  # of the remaining tricks: a contract that needs no more counts as safe
HIDDEN_CONTRACT: Final = 6  # what a contract that may not be seen counts as

SPADE_WORTH: Final = (1.0, 0.86, 0.7, 0.56, 0.46, 0.4, 0.36, 0.33, 0.31, 0.29, 0.28, 0.27, 0.26, 0.25)
SIDE_WORTH: Final = (0.56, 0.38, 0.24, 0.12, 0.07, 0.04, 0.03, 0.025, 0.02, 0.016, 0.012, 0.008, 0.004, 0.0)
SAFE_WORTH: Final = (0.95, 0.6, 0.35, 0.2, 0.12, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01, 0.005, 0.0)
"""The tricks that a card may win later, by the number of higher cards of its suit that the opponents can hold.
`SAFE_WORTH` is for a side suit when the opponents have no trumps left."""

UNGUARDED: Final = 0.45  # the factor for a card with fewer lower cards to guard it than higher ones against it
FORCED_OUT: Final = (1.0, 0.85, 0.5, 0.25, 0.15, 0.1, 0.1)
"""The probability that a nil hand has to play its lowest card of a suit, the next lowest and so on."""

TRUMP_DANGER: Final = 1.5


class TrickValues(NamedTuple):
    """The value of one more trick for the player's side, and the value of this trick by the hand that wins it."""

    own_side: float
    by_winner: list[float]


def choose_card(view: View) -> Card:
    """Return the card to play, one of `view.playable`; among equal values the lowest."""
    if len(view.playable) == 1:
        return view.playable[0]
    known = knowledge_from(view)
    values = _trick_values(known)
    return max(reversed(view.playable), key=lambda card: _value(known, values, card))


def _value(known: Knowledge, values: TrickValues, card: Card) -> float:
    """Return the value of the trick after `card`, with the value, mostly negative, for later tricks of playing it."""
    chances = _winning_chances(known, card)
    gain = sum(chance * worth for chance, worth in zip(chances, values.by_winner, strict=True))
    if known.partner in known.later:
        gain -= PARTNER_WINNER_COST * values.own_side * chances[known.partner]
    if values.by_winner[known.hand] < -1:
        return gain + SHEDDING_VALUE * _nil_danger(known, card)
    return gain - values.own_side * _cost_of_playing(known, card)


def _trick_values(known: Knowledge) -> TrickValues:
    own_side = _trick_value(known)
    by_winner = [own_side if hand in known.own_side else 0.0 for hand in range(4)]
    for player in PLAYERS:
        nil_value = 0.0 if player in known.own_side else THEIR_NIL  # the partner's nils count nothing
        if player == known.me:
            nil_value = -OWN_NIL
        for hand in known.view.nils[player]:
            by_winner[hand] += 0.0 if known.view.taken[hand] else nil_value
    return TrickValues(own_side, by_winner)


def _trick_value(known: Knowledge) -> float:
    """Return the value of a trick for the side; one that an opponent does not get may set a contract or save a bag."""
    view, left = known.view, 13 - len(known.view.tricks)
    contracts = [HIDDEN_CONTRACT if contract is None else contract for contract in view.contracts]
    needs = [contracts[player] - view.side_tricks[player] for player in PLAYERS]
    value = 1.0 if 0 < needs[known.me] <= left else 0.0
    if needs[known.me] <= 0:
        value = FREE_OVERTRICK if view.rules.bag_limit is None else BAG
    for player in PLAYERS:
        if player not in (known.me, known.partner):
            value += BAG_THEM if needs[player] <= 0 else SET_THEM * _difficulty(needs[player], left)
    if value <= 0 and known.partner in PLAYERS:
        value += SET_THE_OTHER_DEFENDER * _difficulty(needs[known.partner], left)
    return value


def _difficulty(need: int, left: int) -> float:
    """Return how hard a contract is to make: 0.0 if safe or lost, up to 1.0 if all remaining tricks are needed."""
    return max(0.0, (need / left - EASY_SHARE) / (1 - EASY_SHARE)) if 0 < need <= left else 0.0


def _winning_chances(known: Knowledge, card: Card) -> list[float]:
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
    """Return whether `hand` tries to win a trick of `holder`: a partner if the nil is at risk, opponents if not."""
    declarer = known.view.declarer
    assert declarer is not None, "there are tricks only after the bidding"
    together = partner(hand, declarer) == holder
    return hand not in known.live_nils and together == (holder in known.live_nils)


def _chance_to_beat(known: Knowledge, hand: HandId, led: Suit, beaters: CardSet) -> tuple[float, float]:
    """Return the chance that a hand can beat the best card so far, and the chance that it has to."""
    pool, absent = known.may_hold[hand], 1.0 - known.density[hand]
    following = pool & OF_SUIT[led]
    void = absent ** following.bit_count()
    over = 1.0 - absent ** (following & beaters).bit_count()
    under = absent ** (following & ~beaters).bit_count()
    ruff = 0.0 if led is Suit.SPADES else void * (1.0 - absent ** (pool & beaters & SPADES).bit_count())
    return over + ruff, max(0.0, under - void)


def _cost_of_playing(known: Knowledge, card: Card) -> float:
    """Return the later tricks that the hand loses by playing `card` now.

    A lead or a discard also takes a guard from the higher cards of its suit. If it follows suit, a card of the
    opponents goes as well, so the guards are still enough.
    """
    out, bit = known.outstanding, BIT[card.index] >> SUIT_SIZE * card.suit
    side_worth = SIDE_WORTH if out & SPADES else SAFE_WORTH
    worth = SPADE_WORTH if card.suit is Suit.SPADES else side_worth
    held, against = in_suit(known.may_hold[known.hand], card.suit), in_suit(out, card.suit)
    if known.view.trick and known.view.trick[0].card.suit is card.suit:
        return _card_worth(bit, held, against, worth)
    return _suit_worth(held, against, worth) - _suit_worth(held & ~bit, against, worth)


@lru_cache(maxsize=1 << 16)
def _suit_worth(held: CardSet, against: CardSet, worth: tuple[float, ...]) -> float:
    """Return the tricks that the cards `held` in one suit may win later; in both sets the ace is bit 0."""
    total, rest = 0.0, held
    while rest:
        card = rest & -rest
        total += _card_worth(card, held, against, worth)
        rest ^= card
    return total


def _card_worth(card: CardSet, held: CardSet, against: CardSet, worth: tuple[float, ...]) -> float:
    over = (against & (card - 1)).bit_count()
    guards = (held >> card.bit_length()).bit_count()
    return worth[over] if guards >= over else worth[over] * UNGUARDED


def _nil_danger(known: Knowledge, card: Card) -> float:
    """Return how much safer a nil hand is without `card`."""
    held, against = in_suit(known.may_hold[known.hand], card.suit), in_suit(known.outstanding, card.suit)
    without = held & ~(BIT[card.index] >> SUIT_SIZE * card.suit)
    trump = TRUMP_DANGER if card.suit is Suit.SPADES else 1.0
    return trump * (_suit_exposure(held, against) - _suit_exposure(without, against))


@lru_cache(maxsize=1 << 16)
def _suit_exposure(held: CardSet, against: CardSet) -> float:
    """Return the danger of a suit to a nil: low cards go first, each as bad as the share of lower ones that are out."""
    total, out = 0.0, against.bit_count() or 1
    for weight in FORCED_OUT:
        if not held:
            break
        total += weight * (against >> held.bit_length()).bit_count() / out
        held ^= 1 << held.bit_length() - 1
    return total
