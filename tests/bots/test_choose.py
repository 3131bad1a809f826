"""A bot's action is always legal, and does not depend on cards its player may not know."""

from collections import defaultdict
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from games.bots import Level, PlayingStyle, advise, choose
from games.bots.selfplay import COMBINATIONS
from games.engine import (
    DUMMY,
    HANDS,
    BiddingStyle,
    Card,
    PeekRule,
    Phase,
    Player,
    State,
    Suit,
    act,
    legal_actions,
    sort_cards,
    view_for,
    waiting_for,
)
from tests.builders import bid, new_deal, random_hands, random_state
from tests.components.tables import PAIRS

seeds = st.integers(0, 2**32)
combinations = st.sampled_from(COMBINATIONS)
levels, playing_styles = st.sampled_from(Level), st.sampled_from(PlayingStyle)


def some_state(peek: PeekRule, style: BiddingStyle, seed: int) -> State:
    """Return a deal after some random legal actions."""
    rng = Random(seed)
    state = new_deal(random_hands(rng), dealer=rng.randrange(3), peek=peek, bidding=style)
    return random_state(state, rng, rng.randrange(58))


@settings(max_examples=50)
@given(combinations, seeds, levels)
def test_every_choice_is_legal(combination: tuple[PeekRule, BiddingStyle], seed: int, level: Level) -> None:
    state = some_state(*combination, seed)
    for player in waiting_for(state):
        assert choose(view_for(state, player), Random(seed), level) in set(legal_actions(state))


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.CLUB, pytest.param(Level.EXPERT, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("peek", "style"), PAIRS)
def test_bots_finish_a_deal_of_every_peek_rule_and_style(peek: PeekRule, style: BiddingStyle, level: Level) -> None:
    rng = Random(7)
    state = new_deal(random_hands(rng), peek=peek, bidding=style)
    while waiting := waiting_for(state):
        state = act(state, choose(view_for(state, waiting[0]), rng, level))
    assert state.phase is Phase.FINISHED
    assert sum(state.taken) == 13


@settings(max_examples=50)
@given(combinations, seeds, levels, playing_styles)
def test_choice_does_not_depend_on_hidden_cards(
    combination: tuple[PeekRule, BiddingStyle], seed: int, level: Level, style: PlayingStyle
) -> None:
    state = some_state(*combination, seed)
    for player in waiting_for(state):
        other = with_hidden_cards_exchanged(state, player, Random(seed))
        assert view_for(other, player) == view_for(state, player)
        ours, theirs = view_for(state, player), view_for(other, player)
        assert choose(theirs, Random(seed), level, style) == choose(ours, Random(seed), level, style)
        assert advise(theirs) == advise(ours)


def with_hidden_cards_exchanged(state: State, player: Player, rng: Random) -> State:
    """Return the deal with the cards that `player` cannot see exchanged within their suits.

    So earlier plays stay legal and announced numbers of spades stay true.
    """
    by_suit: dict[Suit, list[Card]] = defaultdict(list)
    for card in hidden_cards(state, player):
        by_suit[card.suit].append(card)
    becomes = {}
    for cards in by_suit.values():
        becomes.update(zip(cards, rng.sample(cards, len(cards)), strict=True))
    dealt = tuple(tuple(becomes.get(card, card) for card in hand) for hand in state.dealt)
    hands = tuple(sort_cards(becomes.get(card, card) for card in hand) for hand in state.hands)
    return replace(state, dealt=dealt, hands=hands)


def hidden_cards(state: State, player: Player) -> list[Card]:
    shown = {player} | ({DUMMY} if state.exposed else set()) | ({state.claim.hand} if state.claim else set())
    known = {card for _, card in view_for(state, player).places}
    return [card for hand in HANDS if hand not in shown for card in state.hands[hand] if card not in known]


def test_exchange_changes_hidden_hands() -> None:
    state = bid(new_deal(random_hands(Random(3))), 5, 5)
    other = with_hidden_cards_exchanged(state, 2, Random(3))
    assert sum(set(ours) != set(theirs) for ours, theirs in zip(state.hands, other.hands, strict=True)) == 3


def test_view_holds_no_state() -> None:
    view = view_for(some_state(PeekRule.FLIP2, BiddingStyle.STANDARD, 5), 0)
    assert not any(isinstance(getattr(view, field.name), State) for field in fields(view))


def test_player_not_on_turn_cannot_choose() -> None:
    state = new_deal()
    for viewer in (1, 2, None):
        with pytest.raises(ValueError, match="does not wait"):
            choose(view_for(state, viewer), Random(1))
