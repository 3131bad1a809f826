"""Inferences of a player about the hidden hands, from deals imagined as an expert imagines them."""

from random import Random
from typing import Final

import numpy as np

from games.engine import DECK, DUMMY, HANDS, Card, Suit, View

from .cardsets import OF_SUIT
from .result_types import CardChances, HiddenHand, HiddenHands
from .reviews import SEED
from .search.compiling import Floats, Ints
from .thinking import imagine_hands

DEALS: Final = 10_000
MANY_DEALS: Final = 100_000  # if so few of the others agree with what was bid and played that the error is large
LARGE_ERROR: Final = 0.025


def infer_hidden(view: View) -> HiddenHands:
    """Return what the viewer, who is to bid or to play, may infer about the hands that are not open."""
    assert view.viewer is not None, "it is the viewer's turn"
    hidden = [hand for hand in HANDS if view.counts[hand] and hand != view.viewer]
    if view.dummy is not None and DUMMY in hidden:
        hidden.remove(DUMMY)
    hands, weights = imagine_hands(view, Random(SEED), DEALS)
    if _error(weights) > LARGE_ERROR:
        hands, weights = imagine_hands(view, Random(SEED), MANY_DEALS)
    cards = hands[:, hidden]
    return HiddenHands(
        deals=len(weights),
        error=_error(weights),
        hands=tuple(_hand(hand, view.counts[hand], cards[:, column], weights) for column, hand in enumerate(hidden)),
        cards=tuple(_chances(card, cards, weights) for card in DECK if _is_in(card, cards[:1])),
    )


def _error(weights: Floats) -> float:
    """Return the largest standard error of a chance."""
    return 0.5 * float(np.sqrt(weights @ weights))


def _hand(hand: int, count: int, cards: Ints, weights: Floats) -> HiddenHand:
    lengths = [np.bitwise_count(cards & OF_SUIT[suit]) for suit in Suit]
    voids = tuple(suit for suit in Suit if not lengths[suit].any())
    return HiddenHand(hand, count, voids, tuple(float(weights @ length) for length in lengths))


def _chances(card: Card, cards: Ints, weights: Floats) -> CardChances:
    """Return the chances of a card; exactly 0 or 1 for a hand that holds it in no deal or in all."""
    held = cards >> card.index & 1
    return CardChances(card, tuple(1.0 if column.all() else float(weights @ column) for column in held.T))


def _is_in(card: Card, cards: Ints) -> bool:
    """Return whether one of the hands holds the card; the same cards are hidden in every deal."""
    return bool((cards >> card.index & 1).any())
