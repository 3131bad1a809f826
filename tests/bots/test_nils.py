"""Nils defended and attacked: whole deals, the same for everybody, in which a weak hand is declared nil.

Whoever plays any legal card stands for a player who does not care about the nil.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from random import Random

import pytest

from games.bots import Level, choose
from games.bots.estimate import nil_chance
from games.engine import DUMMY, Action, HandId, Phase, Play, View, act, view_for
from tests.builders import Hands, bid, new_deal, random_hands

pytestmark = pytest.mark.usefixtures("prepared_bots")

Player = Callable[[View, Random], Action]
DEALS = 120
CLEARLY = 0.1


@cache
def open_to_doubt(hand: HandId) -> tuple[Hands, ...]:
    """Deals in which a nil on this hand may or may not succeed."""
    deals = (random_hands(Random(seed)) for seed in range(4000))
    return tuple(deal for deal in deals if 0.3 < nil_chance(deal[hand]) < 0.6)[:DEALS]


def any_card(view: View, rng: Random) -> Action:
    assert view.viewer is not None
    return Play(view.viewer, rng.choice(view.playable))


CAREFUL: Player = partial(choose, level=Level.CLUB)


def kept(hand: HandId, declarer: Player, defenders: Player) -> float:
    """How often a nil on the dummy, or on player 2, a defender, is kept by and against these; player 0 declares."""
    made = 0
    for number, deal in enumerate(open_to_doubt(hand)):
        bids = ((5, "dummy"), 4, 4) if hand == DUMMY else (7, (4, "2"), (3, "2"))
        rng, state = Random(number), bid(new_deal(deal), *bids)
        while state.phase is not Phase.FINISHED and not state.taken[hand]:
            player = state.player_to_play
            assert player is not None
            state = act(state, (declarer if player == 0 else defenders)(view_for(state, player), rng))
        made += not state.taken[hand]
    return made / DEALS


def test_a_declarer_defends_a_nil_on_the_dummy_and_defenders_attack_it() -> None:
    both_care = kept(DUMMY, CAREFUL, CAREFUL)
    assert kept(DUMMY, CAREFUL, any_card) > both_care + CLEARLY
    assert kept(DUMMY, any_card, CAREFUL) < both_care - CLEARLY


def test_defenders_defend_a_nil_of_their_own_and_the_declarer_attacks_it() -> None:
    both_care = kept(2, CAREFUL, CAREFUL)
    assert kept(2, any_card, CAREFUL) > both_care + CLEARLY
    assert kept(2, CAREFUL, any_card) < both_care - CLEARLY
