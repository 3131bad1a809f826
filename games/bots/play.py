"""Choosing a card by rules of thumb: the value of the trick less the value the card would have later."""

from typing import Final

from games.engine import Card, View

from .card_values import cost_of_playing, nil_danger
from .chances import winning_chances
from .knowledge import Knowledge, knowledge_from
from .trick_values import TrickValues, trick_values

PARTNER_WINNER_COST: Final = 0.5
"""The share of a trick's value that is lost if the partner wins it, because a high card of the side is spent."""

SHEDDING_VALUE: Final = 0.5
"""The value for a nil hand of discarding one unit of `nil_danger`."""


def choose_card(view: View) -> Card:
    """Return the card to play, one of `view.playable`; among equal values the lowest."""
    if len(view.playable) == 1:
        return view.playable[0]
    known = knowledge_from(view)
    values = trick_values(known)
    return max(reversed(view.playable), key=lambda card: _value(known, values, card))


def _value(known: Knowledge, values: TrickValues, card: Card) -> float:
    chances = winning_chances(known, card)
    gain = sum(chance * worth for chance, worth in zip(chances, values.by_winner, strict=True))
    if known.partner in known.later:
        gain -= PARTNER_WINNER_COST * values.own_side * chances[known.partner]
    return gain + _later_value(known, values, card)


def _later_value(known: Knowledge, values: TrickValues, card: Card) -> float:
    """Return the value, mostly negative, that playing the card now has for later tricks."""
    if values.by_winner[known.hand] < -1:
        return SHEDDING_VALUE * nil_danger(known, card)
    return -values.own_side * cost_of_playing(known, card)
