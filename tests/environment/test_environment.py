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
    DECK,
    PLAYERS,
    Bid,
    BiddingStyle,
    Card,
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
from games.environment import (
    ACTIONS,
    LAYOUT,
    DummyHandSpades,
    action_of,
    env,
    features,
    legal_numbers,
    number_of,
    numbers_of,
    raw_env,
)
from games.environment.actions import FIRST_PLACE
from tests.builders import bid, new_deal, play_out
from tests.engine.strategies import Moment, moments
from tests.sites import ROOT

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


def test_peek_has_a_number_for_each_place() -> None:
    env = DummyHandSpades(Rules(PeekRule.THREE))
    env.reset(seed=1)
    peek = bots.choose(view_for(env.state_of_deal, 0), random.Random(1))
    assert numbers_of(Bid(0, 4)) == (number_of(Bid(0, 4)),)
    for number in numbers_of(peek):
        env.step(number)
    assert view_for(env.state_of_deal, 0).looked == {0}


def test_actions_and_views_without_numbers_are_refused() -> None:
    for action in (Peek(0, (1, 2, 3)), Claim(0)):
        with pytest.raises(ValueError, match="not one number"):
            number_of(action)
    with pytest.raises(ValueError, match="not one number"):
        numbers_of(Claim(0))
    with pytest.raises(ValueError, match="a spectator does nothing"):
        legal_numbers(view_for(new_deal(), None))


def test_page_names_each_part_of_an_observation_by_its_key() -> None:
    page = (ROOT / "docs" / "environment.md").read_text()
    assert [name for name in LAYOUT if f"`{name}`" not in page] == []


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
    for made in state.bids:
        deal = engine.act(deal, Bid(made.player, made.tricks, made.nils))
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


def numbers(observation: np.ndarray, part: str, columns: int) -> np.ndarray:
    """Return a part of an observation, in rows of so many numbers."""
    return observation[LAYOUT[part]].reshape(-1, columns)


def cards_of(row: np.ndarray) -> tuple[Card, ...]:
    return tuple(DECK[index] for index in np.flatnonzero(row))


@given(moments())
@settings(max_examples=100)
def test_observation_holds_what_the_view_knows_of_the_cards(moment: Moment) -> None:
    """Also which cards made a trick together, so which suits a hand has shown not to hold."""
    for viewer in PLAYERS:
        view = view_for(moment.state, viewer)
        seen, hands = features(view), (viewer, (viewer + 1) % 3, (viewer + 2) % 3, engine.DUMMY)
        assert cards_of(seen[LAYOUT["own hand"]]) == view.hand
        assert cards_of(seen[LAYOUT["open dummy"]]) == (view.dummy or ())
        places = seen[LAYOUT["places in the face-down dummy of cards seen, of 13"]]
        assert {(round(13 * places[card.index]) - 1, card) for card in cards_of(places)} == set(view.places)
        by_hand, order = (
            numbers(seen, "earlier tricks, by hand", 52),
            seen[LAYOUT["numbers of earlier tricks by card, of 13"]],
        )
        tricks = [set[tuple[int, Card]]() for _trick in view.tricks]
        for hand, row in zip(hands, by_hand, strict=True):
            for card in cards_of(row):
                tricks[round(13 * order[card.index]) - 1].add((hand, card))
        assert tricks == [{(on.hand, on.card) for on in trick.cards} for trick in view.tricks]


@given(moments())
@settings(max_examples=100)
def test_observation_holds_what_the_view_knows_of_rules_and_bids(moment: Moment) -> None:
    for viewer in PLAYERS:
        view = view_for(moment.state, viewer)
        seen, players = features(view), engine.clockwise_from(viewer)
        assert [round(1000 * seen[LAYOUT["target, of 1000"]].item())] == [view.rules.target]
        assert round(100 * seen[LAYOUT["bag limit, of 100"]].item()) == (view.rules.bag_limit or 0)
        assert round(1000 * seen[LAYOUT["floor, of 1000"]].item()) == (view.rules.floor or 0)
        bids = numbers(seen, "bids, by player", 14)
        made = {players[at]: int(tricks) for at, tricks in np.argwhere(bids)}
        assert made == {bid.player: bid.tricks for bid in view.bids}
        peeked = np.flatnonzero(seen[LAYOUT["players who have peeked"]])
        assert {players[at] for at in peeked} == view.looked
        assert set(np.flatnonzero(seen[LAYOUT["places turned up"]])) == view.flipped


def test_spectator_observes_nothing() -> None:
    with pytest.raises(ValueError, match="spectator"):
        features(view_for(new_deal(), None))


@pytest.mark.parametrize("make", [env, raw_env])
def test_environment_has_the_names_that_pettingzoo_gives(make: Callable[..., DummyHandSpades]) -> None:
    made = make(rules=Rules(PeekRule.FLIP1))
    api_test(made, num_cycles=50)
    made.reset(seed=1)
    with pytest.raises((ValueError, AssertionError)):
        made.step(ACTIONS)


def test_state_is_the_deal_with_all_hidden_cards() -> None:
    env = DummyHandSpades()
    env.reset(seed=5)
    state, hidden = env.state(), env.state_of_deal.hands
    assert env.state_space.contains(state)
    assert [cards_of(row) for row in state[-3 * 52 :].reshape(3, 52)] == [hidden[1], hidden[2], hidden[3]]
    assert np.array_equal(state[: -3 * 52], env.observe("player_0")["observation"])


def test_episode_begins_at_a_given_state() -> None:
    env, begun = DummyHandSpades(Rules(PeekRule.THREE)), bid(new_deal(rules=Rules()), 4, 3)
    with pytest.raises(ValueError, match="under the rules of the environment"):
        env.reset(options={"state": begun})
    env = DummyHandSpades()
    env.reset(options={"state": begun})
    assert env.state_of_deal == begun
    assert env.agent_selection == "player_2"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"state": "new"}, "is a State"), ({"state": play_out(bid(new_deal(), 4, 3, 3))}, "deal that is over")],
)
def test_wrong_options_are_refused_and_change_nothing(options: dict[str, object], sentence: str) -> None:
    env = DummyHandSpades()
    env.reset(seed=1)
    before = env.state_of_deal
    with pytest.raises(ValueError, match=sentence):
        env.reset(seed=2, options=options)
    assert env.state_of_deal == before


def test_unknown_render_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="the render mode is None or 'ansi', not 'human'"):
        DummyHandSpades(render_mode="human")
