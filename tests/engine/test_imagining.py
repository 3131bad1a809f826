"""Imagined states agree with the view, and all hidden cards that agree with it are equally likely."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import combinations, count
from random import Random

import pytest
from hypothesis import given

from games.engine import (
    DUMMY,
    HANDS,
    PLAYERS,
    BidMade,
    IllegalAction,
    State,
    act,
    dealt_event,
    imagine_state,
    legal_cards,
    replay,
    view_for,
)
from games.engine.view import changed
from tests.builders import actions_of, new_deal, play, random_hands, random_state
from tests.engine.strategies import Moment, moments


@given(moments())
def test_imagined_state_has_the_same_view(moment: Moment) -> None:
    for viewer in (*PLAYERS, None):
        view = view_for(moment.state, viewer)
        assert view_for(imagine_state(view, moment.rng), viewer) == view


def test_equal_generators_give_equal_states() -> None:
    view = view_for(new_deal(), 0)
    assert imagine_state(view, Random(3)) == imagine_state(view, Random(3))
    assert imagine_state(view, Random(3)) != imagine_state(view, Random(4))


def near_the_end(rng: Random, style: str) -> State:
    """Return a random deal after eleven tricks."""
    state = random_state(new_deal(random_hands(rng), bidding=style), rng, 3)
    while len(state.tricks) < 11:
        state = play(state, str(rng.choice(legal_cards(state))))
    return state


def deals_that_agree(state: State, viewer: int) -> set[State]:
    """Return every deal in which the other players' last cards are dealt otherwise and all plays stay legal."""
    others = [player for player in PLAYERS if player != viewer]
    left = [card for other in others for card in state.hands[other]]
    agreeing = set()
    for cards in combinations(left, len(state.hands[others[0]])):
        dealt = [tuple(on.card for trick in state.tricks for on in trick.cards if on.hand == hand) for hand in HANDS]
        kept = {**dict(enumerate(state.hands)), others[0]: cards, others[1]: tuple(set(left) - set(cards))}
        hands = [played + kept[hand] for hand, played in enumerate(dealt)]
        with suppress(IllegalAction):
            begun = replay([replace(dealt_event(state), hands=(*hands[:DUMMY], state.dealt[DUMMY]))])
            agreeing.add(reduce(act, actions_of(state), begun))
    return agreeing


@pytest.mark.parametrize("style", ["standard", "mirror"])
def test_all_deals_that_agree_are_equally_likely(style: str) -> None:
    """Near the end, where the suits that a hand has shown not to hold leave some of the six deals only."""
    states = (near_the_end(Random(seed), style) for seed in count())
    state, possible = next((state, possible) for state in states if 2 < len(possible := deals_that_agree(state, 0)) < 6)
    rng, drawn, view = Random(1), 1200, view_for(state, 0)
    counts = Counter(imagine_state(view, rng).hands for _draw in range(drawn))
    assert set(counts) == {deal.hands for deal in possible}
    expected = drawn / len(possible)
    assert sum((number - expected) ** 2 / expected for number in counts.values()) < 20


def test_no_state_is_imagined_for_a_view_that_contradicts_itself() -> None:
    view = view_for(new_deal(bidding="mirror"), 0)
    assert view.hand is not None
    with pytest.raises(ValueError, match="no deal agrees"):
        imagine_state(changed(view, bids=(BidMade(1, 13, frozenset()),)), Random(1))
    with pytest.raises(ValueError, match="two hands"):
        imagine_state(changed(view, places=((0, view.hand[0]),)), Random(1))
