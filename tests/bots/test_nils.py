"""Nils are defended and attacked: the same deals with a nil on a weak hand, played by different players.

`any_card` plays random legal cards, like a player who ignores the nil.
"""

from collections.abc import Callable
from functools import cache, partial
from random import Random

import pytest

from games.bots import Level, choose
from games.bots.bidding import nil_chance
from games.engine import DUMMY, Action, HandId, Phase, Play, View, act, view_for
from tests.builders import Hands, bid, new_deal, random_hands

pytestmark = pytest.mark.usefixtures("prepared_bots")

Player = Callable[[View, Random], Action]
DEALS = 90
MARGIN = 0.1


@cache
def uncertain_nil_deals(hand: HandId) -> tuple[Hands, ...]:
    """Return deals in which a nil on this hand has a chance between 0.3 and 0.6."""
    deals = (random_hands(Random(seed)) for seed in range(4000))
    return tuple(deal for deal in deals if 0.3 < nil_chance(deal[hand]) < 0.6)[:DEALS]


def any_card(view: View, rng: Random) -> Action:
    assert view.viewer is not None
    return Play(view.viewer, rng.choice(view.playable))


CLUB_BOT: Player = partial(choose, level=Level.CLUB)


def share_made(hand: HandId, declarer: Player, defenders: Player) -> float:
    """Return the share of nils that are made, on the dummy or on defender 2, if player 0 is declarer."""
    made = 0
    for number, deal in enumerate(uncertain_nil_deals(hand)):
        bids = ((5, "dummy"), 4, 4) if hand == DUMMY else (7, (4, "2"), (3, "2"))
        rng, state = Random(number), bid(new_deal(deal), *bids)
        while state.phase is not Phase.FINISHED and not state.taken[hand]:
            player = state.player_to_play
            assert player is not None
            state = act(state, (declarer if player == 0 else defenders)(view_for(state, player), rng))
        made += not state.taken[hand]
    return made / DEALS


def test_declarer_defends_nil_on_dummy_and_defenders_attack_it() -> None:
    both_play_well = share_made(DUMMY, CLUB_BOT, CLUB_BOT)
    assert share_made(DUMMY, CLUB_BOT, any_card) > both_play_well + MARGIN
    assert share_made(DUMMY, any_card, CLUB_BOT) < both_play_well - MARGIN


def test_defenders_defend_their_nil_and_declarer_attacks_it() -> None:
    both_play_well = share_made(2, CLUB_BOT, CLUB_BOT)
    assert share_made(2, any_card, CLUB_BOT) > both_play_well + MARGIN
    assert share_made(2, CLUB_BOT, any_card) < both_play_well - MARGIN
