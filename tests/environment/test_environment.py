"""The environment for programs that learn: PettingZoo's own tests, legal actions, rewards, and nothing hidden."""

import random
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from pettingzoo.test import api_test, seed_test

from games import bots, engine
from games.engine import (
    PLAYERS,
    Bid,
    BiddingStyle,
    Claim,
    Dealt,
    Peek,
    PeekRule,
    Phase,
    Play,
    Rules,
    Standing,
    State,
    legal_actions,
    view_for,
)
from games.environment import ACTIONS, LAYOUT, DummyHandSpades, features, number_of
from games.environment.actions import FIRST_PLACE, action_of

RULES = [*(Rules(peek) for peek in PeekRule), *(Rules(bidding=style) for style in BiddingStyle)]

Policy = Callable[[DummyHandSpades, np.ndarray], int]


def any_legal(rng: random.Random) -> Policy:
    """Return a policy that takes any legal action."""
    return lambda _env, mask: rng.choice(np.flatnonzero(mask).tolist())


def beginner(env: DummyHandSpades, mask: np.ndarray) -> int:
    """Do what a beginner bot does, given the view."""
    view = view_for(env.state_of_deal, env.possible_agents.index(env.agent_selection))
    action = bots.choose(view, random.Random(0))
    return int(np.flatnonzero(mask)[0]) if isinstance(action, Peek) else number_of(action)


def play(env: DummyHandSpades, policy: Policy, seed: int = 0) -> dict[str, int]:
    """Play an episode; return the sum of each agent's rewards."""
    env.reset(seed=seed)
    sums = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _info = env.last()
        sums[agent] += reward
        env.step(None if termination or truncation else policy(env, observation["action_mask"]))
    return sums


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_environment_is_as_pettingzoo_wants_it(rules: Rules) -> None:
    api_test(DummyHandSpades(rules), num_cycles=150)


def test_equal_seeds_give_equal_episodes() -> None:
    seed_test(partial(DummyHandSpades, Rules(PeekRule.THREE)), num_cycles=200)


@given(st.sampled_from(RULES), st.integers(0, 2**32))
@settings(max_examples=15)
def test_mask_has_just_the_legal_actions_of_the_engine(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)

    def check(env: DummyHandSpades, mask: np.ndarray) -> int:
        state, player = env.state_of_deal, env.possible_agents.index(env.agent_selection)
        numbers = np.flatnonzero(mask).tolist()
        if state.phase is Phase.PEEKING:
            assert min(numbers) >= FIRST_PLACE
        else:
            legal = {action for action in legal_actions(state) if not isinstance(action, Claim)}
            assert {action_of(number, player) for number in numbers} == legal
            assert [number_of(action_of(number, player)) for number in numbers] == numbers
        return rng.choice(numbers)

    play(DummyHandSpades(rules), check, seed)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_reward_is_the_points_of_the_deal(rules: Rules) -> None:
    env = DummyHandSpades(rules)
    sums = play(env, beginner)
    assert list(sums.values()) == [line.total for line in engine.score(env.state_of_deal)]


def test_whole_game_goes_on_until_somebody_wins() -> None:
    env = DummyHandSpades(Rules(target=200), whole_game=True)
    sums = play(env, beginner, seed=3)
    after = engine.standing_after(engine.score(env.state_of_deal)).points
    assert tuple(sums.values()) == after
    assert max(after) >= 200


def test_game_that_nobody_wins_is_truncated() -> None:
    env = DummyHandSpades(whole_game=True, most_deals=2)
    env.reset(seed=1)
    choose = any_legal(random.Random(1))
    while not any(env.truncations.values()):
        assert not any(env.terminations.values())
        env.step(choose(env, env.last()[0]["action_mask"]))
    assert env.state_of_deal.phase is Phase.FINISHED


def test_illegal_action_is_refused_and_changes_nothing() -> None:
    env = DummyHandSpades()
    env.reset(seed=1)
    before, agent = env.state_of_deal, env.agent_selection
    for number in (None, 0, FIRST_PLACE, ACTIONS):
        with pytest.raises(ValueError, match="not legal"):
            env.step(number)
    assert (env.state_of_deal, env.agent_selection) == (before, agent)


@given(st.sampled_from(RULES), st.integers(0, 2**32), st.integers(0, 60))
@settings(max_examples=30)
def test_cards_that_nobody_may_see_change_no_observation(rules: Rules, seed: int, steps: int) -> None:
    """Two cards that a player knows nothing of change places, and the player observes the same."""
    rng, env = random.Random(seed), DummyHandSpades(rules)
    env.reset(seed=seed)
    choose = any_legal(rng)
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            return
        env.step(choose(env, env.last()[0]["action_mask"]))
    for player in PLAYERS:
        state = env.state_of_deal
        swapped = _with_two_hidden_cards_swapped(state, player, rng)
        if swapped is not None and state.phase in (Phase.PEEKING, Phase.BIDDING):
            one, two = (features(view_for(deal, player)) for deal in (state, swapped))
            assert np.array_equal(one, two)


def _with_two_hidden_cards_swapped(state: State, player: int, rng: random.Random) -> State | None:
    """Return the deal with a card of each of the two other players swapped; None once bids depend on the cards."""
    if state.rules.bidding in (BiddingStyle.MIRROR, BiddingStyle.WHIZ) and state.bids:
        return None
    one, two = (other for other in PLAYERS if other != player)
    hands = [list(hand) for hand in state.dealt]
    at, by = rng.randrange(13), rng.randrange(13)
    hands[one][at], hands[two][by] = hands[two][by], hands[one][at]
    log = [Dealt(state.rules, state.dealer, Standing(state.before.points, state.before.bags), tuple(map(tuple, hands)))]
    deal = engine.replay(log)
    for peek in state.peeks:
        deal = engine.act(deal, Peek(peek.player, peek.places))
    for bid in state.bids:
        deal = engine.act(deal, Bid(bid.player, bid.tricks, bid.nils))
    return deal


def test_observation_of_a_played_card() -> None:
    env = DummyHandSpades()
    env.reset(seed=5)
    while env.state_of_deal.phase is not Phase.PLAYING:
        env.step(beginner(env, env.last()[0]["action_mask"]))
    card = view_for(env.state_of_deal, env.possible_agents.index(env.agent_selection)).playable[0]
    leader = env.possible_agents.index(env.agent_selection)
    env.step(number_of(Play(leader, card)))
    for player in PLAYERS:
        trick = features(view_for(env.state_of_deal, player))[LAYOUT["trick, by hand"]].reshape(4, 52)
        assert np.argwhere(trick).tolist() == [[(leader - player) % 3, card.index]]
