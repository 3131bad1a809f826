"""Which card to play: what the trick is worth to the player, less what the card would be worth later."""

from __future__ import annotations

from typing import Final

from games.engine import Card, View

from .aims import Aims, aims
from .chances import winning_chances
from .keeping import danger, keeping
from .knowledge import Knowledge, learn

MATE_SPENDS: Final = 0.5
"""How much less a trick is worth that the mate may win: the card that wins it is then spent."""

SHEDDING: Final = 0.5
"""How gladly a nil hand gets rid of a dangerous card."""


def choose_card(view: View) -> Card:
    """The card to play, one of `view.playable`; the lowest among equals."""
    if len(view.playable) == 1:
        return view.playable[0]
    known = learn(view)
    wanted = aims(known)
    return max(reversed(view.playable), key=lambda card: _value(known, wanted, card))


def _value(known: Knowledge, wanted: Aims, card: Card) -> float:
    chances = winning_chances(known, card)
    gain = sum(chance * worth for chance, worth in zip(chances, wanted.gain, strict=True))
    if known.mate in known.later:
        gain -= MATE_SPENDS * wanted.trick * chances[known.mate]
    return gain + _later(known, wanted, card)


def _later(known: Knowledge, wanted: Aims, card: Card) -> float:
    """What parting with the card now means for later tricks."""
    if wanted.gain[known.hand] < -1:
        return SHEDDING * danger(known, card)
    return -wanted.trick * keeping(known, card)
