"""Softness: how much a defender's cards gave to the declarer, beyond what one who wants points gives.

Each card that the defender could play is played out in the same deals that agree with what the defender knew. A player
who wants points plays a card the more probably, the more it is worth to them, and mostly the best. Over many deals the
cards of such a player are worth to the declarer what these probabilities let expect.
"""

from collections import defaultdict
from collections.abc import Iterable
from math import sqrt
from random import Random
from typing import Final

import numpy as np

from .. import engine
from ..engine import CardPlayed, Event, Player, State

CARELESSNESS: Final = 25.0  # the points by which a card is better that is played e times as often
LEAST_SPREAD: Final = 3.0  # points: a deal in which the cards hardly differ says little
LARGEST: Final = 4.0  # no single deal counts more


def softness(log: Iterable[tuple[Event, bool]], rng: Random) -> dict[Player, float]:
    """Return for each defender with a choice how softly they played against the declarer: 0 is what is expected.

    `log` has the events of a finished deal, each with whether its player chose it, not a bot or the clock. The unit is
    the standard deviation that is expected of such a player in this deal.
    """
    given, variance = defaultdict[Player, float](float), defaultdict[Player, float](float)
    (dealt, _chosen), *rest = log
    state = engine.replay([dealt])
    for event, chosen in rest:
        if chosen and isinstance(event, CardPlayed) and (player := _defender(state)) is not None:
            gift, square = _gift(state, event, player, rng)
            given[player] += gift
            variance[player] += square
        state = engine.evolve(state, event)
    soft = {player: gift / sqrt(variance[player] + LEAST_SPREAD**2) for player, gift in given.items()}
    return {player: max(-LARGEST, min(LARGEST, units)) for player, units in soft.items()}


def _defender(state: State) -> Player | None:
    """Return the defender who chooses a card now; None if it is declarer's turn or only one card is legal."""
    player = state.player_to_play
    return player if player != state.declarer and len(engine.legal_cards(state)) > 1 else None


def _gift(state: State, played: CardPlayed, player: Player, rng: Random) -> tuple[float, float]:
    """Return the points that a card gave to the declarer beyond the expected ones, and the variance of these."""
    from ..bots.thinking import card_worths  # late: web processes do not watch

    view = engine.view_for(state, player)
    assert view.declarer is not None, "cards are played after the bidding"
    worths = card_worths(view, rng)
    own, declarers = worths[:, player], worths[:, view.declarer]
    chances = np.exp((own - own.max()) / CARELESSNESS)
    chances /= chances.sum()
    expected = chances @ declarers
    gift = declarers[view.playable.index(played.card)] - expected
    return float(gift), float(chances @ (declarers - expected) ** 2)
