"""Worlds agree with everything a player knows, and all are equally likely."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, example, given, settings, strategies as st

from games.bots.knowledge import BIT, WHOLE_DECK, card_set, played_by
from games.bots.search.compiling import Ints
from games.bots.search.luck import pick, pick_subset, rng_from_seed
from games.bots.search.worlds import ALLOWED, KNOWN, MISSING, POOL, SPADE_COUNT, deal_hidden, empty_knowledge
from games.bots.selfplay import COMBINATIONS
from games.bots.thinking import knowledge_of
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
    """Return four whole hands of a random world for `player`, the dummy's cards in possible places."""
    view, world = view_for(state, player), np.zeros(4, np.int64)
    deal_hidden(knowledge_of(view, HANDS), world, rng_from_seed(seed))
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
@example((PeekRule.FLIP1, BiddingStyle.SUICIDE), 100_000)  # an all-spade hand leads an unbroken spade
@given(st.sampled_from(COMBINATIONS), st.integers(0, 10**6))
def test_past_actions_are_legal_and_look_the_same_in_every_world(
    combination: tuple[PeekRule, BiddingStyle], seed: int
) -> None:
    state = some_state(*combination, seed)
    assume(state.claim is None)
    assume(state.claim_refused_at is None)  # `actions_of` leaves claims out
    for player in waiting_for(state):
        dealt = Dealt(state.rules, state.dealer, state.before, world_of(state, player, seed))
        sampled = replay([dealt])
        for action in actions_of(state):
            sampled = act(sampled, action)
        assert view_for(sampled, player) == view_for(state, player)


def two_hidden() -> Ints:
    """Return knowledge with six hidden spades and hearts, three in each of two hands."""
    knowledge = empty_knowledge()
    knowledge[POOL] = card_set(map(Card.parse, ["SA", "SK", "SQ", "HA", "HK", "HQ"]))
    knowledge[MISSING : MISSING + 2] = 3
    knowledge[ALLOWED : ALLOWED + 4] = WHOLE_DECK
    knowledge[SPADE_COUNT : SPADE_COUNT + 4] = -1
    return knowledge


def dealt_often(knowledge: Ints) -> Counter[int]:
    rng, hands = rng_from_seed(5), np.zeros(4, np.int64)
    counts: Counter[int] = Counter()
    for _ in range(20_000):
        deal_hidden(knowledge, hands, rng)
        counts[int(hands[0])] += 1
    return counts


def are_even(counts: Counter[int], number: int) -> bool:
    """Whether exactly `number` worlds occurred, all about equally often (within five standard deviations)."""
    expected = counts.total() / number
    return len(counts) == number and all(abs(times - expected) < 5 * expected**0.5 for times in counts.values())


def test_twenty_ways_to_split_six_cards_are_equally_likely() -> None:
    assert are_even(dealt_often(two_hidden()), 20)


def test_with_known_spade_count_nine_ways_are_equally_likely() -> None:
    knowledge = two_hidden()
    knowledge[SPADE_COUNT + 1] = 1
    assert are_even(dealt_often(knowledge), 9)


def test_with_ruled_out_cards_remaining_ways_are_equally_likely() -> None:
    knowledge = two_hidden()
    knowledge[ALLOWED] = WHOLE_DECK & ~card_set([Card.parse("HA"), Card.parse("HK")])
    counts = dealt_often(knowledge)
    assert are_even(counts, 4)


def test_known_cards_stay_in_their_hand() -> None:
    knowledge = two_hidden()
    knowledge[KNOWN + 3] = BIT[51]
    hands = np.zeros(4, np.int64)
    deal_hidden(knowledge, hands, rng_from_seed(1))
    assert hands[3] == BIT[51]


def test_random_cards_and_subsets_are_equally_likely() -> None:
    rng, cards = rng_from_seed(7), card_set(DECK[:5])
    assert are_even(Counter(int(pick(rng, cards)) for _ in range(20_000)), 5)
    assert are_even(Counter(int(pick_subset(rng, cards, 2)) for _ in range(20_000)), 10)
