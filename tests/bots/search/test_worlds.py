"""Worlds agree with everything a seat knows, and none is likelier than another."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from games.bots.cardsets import BIT, WHOLE_DECK, card_set
from games.bots.match import COMBINATIONS
from games.bots.reading import knowledge_of, played_by
from games.bots.search.chance import pick, pick_some, seeded
from games.bots.search.compiling import Ints
from games.bots.search.worlds import ALLOWED, KNOWN, MISSING, POOL, SPADE_COUNT, deal_hidden, empty_knowledge
from games.engine import (
    DECK,
    DUMMY,
    HANDS,
    BiddingStyle,
    Card,
    Dealt,
    PeekRule,
    Player,
    State,
    act,
    replay,
    view_for,
    waiting_for,
)
from tests.bots.test_choose import some_state
from tests.builders import Hands, actions_of

pytestmark = pytest.mark.usefixtures("prepared_bots")


def world_of(state: State, player: Player, seed: int) -> Hands:
    """Four whole hands as `player` may imagine them, the dummy's cards in places where they may lie."""
    view, world = view_for(state, player), np.zeros(4, np.int64)
    deal_hidden(knowledge_of(view, HANDS), world, seeded(seed))
    hands = [cards_in(int(world[hand]) | played_by(view, hand)) for hand in HANDS]
    return hands[0], hands[1], hands[2], in_places(hands[DUMMY], dict(view.places), state)


def cards_in(cards: int) -> tuple[Card, ...]:
    return tuple(card for card in DECK if cards & BIT[card.index])


def in_places(dummy: tuple[Card, ...], known: dict[int, Card], state: State) -> tuple[Card, ...]:
    if state.exposed:
        assert set(dummy) == set(state.dealt[DUMMY])
        return state.dealt[DUMMY]
    rest = [card for card in dummy if card not in known.values()]
    return tuple(known[place] if place in known else rest.pop() for place in range(13))


@settings(max_examples=150)
@example((PeekRule.FLIP1, BiddingStyle.SUICIDE), 100_000)  # somebody holds nothing but spades, and leads one unbroken
@given(st.sampled_from(COMBINATIONS), st.integers(0, 10**6))
def test_in_any_world_all_that_happened_is_legal_and_looks_the_same(
    combination: tuple[PeekRule, BiddingStyle], seed: int
) -> None:
    state = some_state(*combination, seed)
    assume(state.claim is None)
    assume(state.refused is None)  # `actions_of` leaves claims out
    for player in waiting_for(state):
        dealt = Dealt(state.rules, state.dealer, state.before, world_of(state, player, seed))
        imagined = replay([dealt])
        for action in actions_of(state):
            imagined = act(imagined, action)
        assert view_for(imagined, player) == view_for(state, player)


def two_hidden() -> Ints:
    """Knowledge of six hidden spades and hearts, three in each of two hands."""
    knowledge = empty_knowledge()
    knowledge[POOL] = card_set(map(Card.parse, ["SA", "SK", "SQ", "HA", "HK", "HQ"]))
    knowledge[MISSING : MISSING + 2] = 3
    knowledge[ALLOWED : ALLOWED + 4] = WHOLE_DECK
    knowledge[SPADE_COUNT : SPADE_COUNT + 4] = -1
    return knowledge


def dealt_often(knowledge: Ints, times: int = 20_000) -> Counter[int]:
    chance, hands = seeded(5), np.zeros(4, np.int64)
    found: Counter[int] = Counter()
    for _ in range(times):
        deal_hidden(knowledge, hands, chance)
        found[int(hands[0])] += 1
    return found


def are_even(found: Counter[int], number: int) -> bool:
    """Whether so many worlds came up, all of them about equally often (five standard deviations)."""
    expected = found.total() / number
    return len(found) == number and all(abs(times - expected) < 5 * expected**0.5 for times in found.values())


def test_all_twenty_ways_to_split_six_cards_are_equally_likely() -> None:
    assert are_even(dealt_often(two_hidden()), 20)


def test_with_the_spades_announced_the_nine_ways_left_are_equally_likely() -> None:
    knowledge = two_hidden()
    knowledge[SPADE_COUNT + 1] = 1
    assert are_even(dealt_often(knowledge), 9)


def test_a_hand_that_is_void_holds_none_and_the_rest_is_even() -> None:
    knowledge = two_hidden()
    knowledge[ALLOWED] = WHOLE_DECK & ~card_set([Card.parse("HA"), Card.parse("HK")])
    found = dealt_often(knowledge)
    assert are_even(found, 4)


def test_cards_that_are_known_stay_where_they_are() -> None:
    knowledge = two_hidden()
    knowledge[KNOWN + 3] = BIT[51]
    hands = np.zeros(4, np.int64)
    deal_hidden(knowledge, hands, seeded(1))
    assert hands[3] == BIT[51]


def test_random_cards_are_drawn_evenly() -> None:
    chance, cards = seeded(7), card_set(DECK[:5])
    assert are_even(Counter(int(pick(chance, cards)) for _ in range(20_000)), 5)
    assert are_even(Counter(int(pick_some(chance, cards, 2)) for _ in range(20_000)), 10)
