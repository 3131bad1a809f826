"""Choosing a card by rules of thumb: the value of the trick less the value the card would have later."""

from typing import Final, NamedTuple

from games.engine import PLAYERS, Card, CardPlayed, HandId, Suit, View, partner, winner

from .card_values import cost_of_playing, nil_danger
from .cardsets import OF_SUIT, SPADES, CardSet, beating
from .knowledge import Knowledge, knowledge_from

PARTNER_WINNER_COST: Final = 0.5  # the share of a trick's value lost if the partner wins it: it costs a high card
SHEDDING_VALUE: Final = 0.5  # to a nil hand, of discarding one unit of `nil_danger`
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
        return gain + SHEDDING_VALUE * nil_danger(known, card)
    return gain - values.own_side * cost_of_playing(known, card)


def _trick_values(known: Knowledge) -> TrickValues:
    own_side = _trick_value(known)
    by_winner = [own_side if hand in known.own_side else 0.0 for hand in range(4)]
    for player in PLAYERS:
        partners_nil = 0.0 if player in known.own_side else THEIR_NIL
        for hand in known.view.nils[player]:
            if not known.view.taken[hand]:
                by_winner[hand] += -OWN_NIL if player == known.me else partners_nil
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
    """Whether `hand` tries to win a trick that `holder` is winning.

    A partner tries if the holder's nil is at risk, opponents only if it is not.
    """
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
