"""What a player may infer about hidden hands: from the view alone, and certain only of what is certain."""

from math import isclose
from random import Random

import pytest
from hypothesis import assume, given, settings, strategies as st

from games.bots import HiddenHands, infer_hidden
from games.bots.knowledge import BIT
from games.bots.search.policy import choose, seats_wanting_tricks
from games.bots.selfplay import COMBINATIONS
from games.engine import (
    DECK,
    DUMMY,
    HANDS,
    BiddingStyle,
    Card,
    CardPlayed,
    PeekRule,
    Phase,
    Suit,
    evolve,
    view_for,
    waiting_for,
)
from tests.bots.search.positions import bid_at_random, position_from
from tests.bots.test_choose import some_state, with_hidden_cards_exchanged
from tests.builders import bid, hands, new_deal, play

pytestmark = pytest.mark.usefixtures("prepared_bots")


@settings(max_examples=60)
@given(st.sampled_from(COMBINATIONS), st.integers(0, 2**32))
def test_inference_adds_up_and_depends_on_the_view_alone(combination: tuple[PeekRule, BiddingStyle], seed: int) -> None:
    state = some_state(*combination, seed)
    assume(state.phase in (Phase.BIDDING, Phase.PLAYING) and state.claim is None)
    (player,) = waiting_for(state)
    view = view_for(state, player)
    hidden = infer_hidden(view)
    assert infer_hidden(view_for(with_hidden_cards_exchanged(state, player, Random(seed)), player)) == hidden
    open_hands = {player, DUMMY} if state.exposed else {player}
    assert [line.hand for line in hidden.hands] == [
        hand for hand in HANDS if hand not in open_hands and view.counts[hand]
    ]
    for line in hidden.hands:
        assert line.count == view.counts[line.hand]
        assert isclose(sum(line.lengths), line.count)
        assert all((length == 0) == (suit in line.voids) for suit, length in zip(Suit, line.lengths, strict=True))
        assert not set(line.voids) & {card.suit for card in state.hands[line.hand]}
    for honour in hidden.honours:
        assert isclose(sum(honour.chances), 1)
        holder = next(column for column, line in enumerate(hidden.hands) if honour.card in state.hands[line.hand])
        assert honour.chances[holder] > 0


def chances(hidden: HiddenHands, card: str) -> dict[int, float]:
    line = next(honour for honour in hidden.honours if honour.card is Card.parse(card))
    return dict(zip((hand.hand for hand in hidden.hands), line.chances, strict=True))


def test_shown_void_gives_zero_and_its_cards_to_the_other_hand() -> None:
    """Player 2 discards a club on a heart, so declarer's other opponent holds the ace of hearts."""
    deal = hands("HKQ52 SAKQJ", "HA98743 ST98", "CA6543 S765432", "HJT S D C")
    state = play(bid(new_deal(deal), 7, 4, 2), "H2 H3 HT C3")
    (player,) = waiting_for(state)
    hidden = infer_hidden(view_for(state, player))
    assert Suit.HEARTS in next(line.voids for line in hidden.hands if line.hand == 2)
    assert chances(hidden, "HA") == {1: 1.0, 2: 0.0}


def test_peeked_card_is_certain() -> None:
    seen = 0
    for seed in range(60):
        state = some_state(PeekRule.THREE, BiddingStyle.STANDARD, seed)
        if state.phase is Phase.BIDDING:
            (player,) = waiting_for(state)
            hidden, view = infer_hidden(view_for(state, player)), view_for(state, player)
            peeked = {card for _, card in view.places}
            for honour in hidden.honours:
                assert (chances(hidden, str(honour.card))[DUMMY] == 1.0) is (honour.card in peeked)
                seen += honour.card in peeked
    assert seen


def test_high_bid_makes_honours_likelier() -> None:
    """Bids are evidence: whoever bids 8 holds a hidden ace more often than whoever bids 2."""
    state = bid(new_deal(hands("H5432 D5432 C54 S432", "HAK", "CAK", "DAK")), 2, 8)
    (player,) = waiting_for(state)
    hidden = infer_hidden(view_for(state, player))
    bidders = [made.player for made in state.bids]
    card = next(honour.card for honour in hidden.honours if honour.card.suit is Suit.SPADES)
    likely = chances(hidden, str(card))
    assert likely[bidders[1]] > likely[bidders[0]] + 0.1
    assert 0.5 / hidden.deals**0.5 < hidden.error < 0.03


def test_more_deals_are_imagined_where_few_explain_what_was_played() -> None:
    """Somebody who always plays by the rules reveals much: of 10,000 deals, too few agree with it."""
    inferences = []
    for seed in range(0, 80, 4):
        state = bid_at_random(seed)
        while len(state.tricks) < 5:
            position = position_from(state)
            card = choose(position, seats_wanting_tricks(position))
            state = evolve(state, CardPlayed(state.hand_to_play, DECK[BIT.index(card)]))
        inferences.append(infer_hidden(view_for(state, state.player_to_play)))
    assert {hidden.deals for hidden in inferences} == {10_000, 100_000}
    assert all(hidden.error < 0.025 for hidden in inferences if hidden.deals == 10_000)
    assert max(hidden.error for hidden in inferences) < 0.1
