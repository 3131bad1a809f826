"""The environment: three agents, of whom one acts at a time."""

import random
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..engine import (
    PLAYERS,
    Dealt,
    Peek,
    Phase,
    Player,
    Rules,
    Standing,
    State,
    View,
    act,
    deal_hands,
    game_winner,
    next_dealer,
    replay,
    score,
    standing_after,
    view_for,
    waiting_for,
)
from . import actions, observations

Observation: TypeAlias = dict[str, np.ndarray[Any, Any]]

AGENTS: Final = ("player_0", "player_1", "player_2")
ANSI: Final = "ansi"
"""The mode in which the deal is returned as text."""


class DummyHandSpades(AECEnv[str, Observation, int | None]):
    """Dummy Hand Spades, one deal or a whole game under any rules (docs/rules.md).

    The reward of an agent is its points of a deal, given at the deal's end. An episode is one deal, or if `whole_game`
    is set, a game to the target of the rules; a game that nobody has won after `most_deals` is truncated. An agent
    peeks by choosing one place after the other. Nobody claims. Raises ValueError for a `render_mode` other than "ansi".
    """

    metadata = {  # as PettingZoo has it
        "name": "dummy_hand_spades_v2",
        "render_modes": [ANSI],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    agent_selection: str
    _view: View
    """What the agent on turn knows."""
    _legal: tuple[int, ...]
    """The numbers of what the agent on turn may do."""

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        whole_game: bool = False,
        most_deals: int = 200,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, ANSI):
            raise ValueError(f"the render mode is None or 'ansi', not {render_mode!r}")
        self.rules, self.whole_game, self.most_deals = rules or Rules(), whole_game, most_deals
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        mask = spaces.Box(0, 1, (actions.ACTIONS,), np.int8)
        vector = spaces.Box(-1, 1, (observations.SIZE,), np.float32)
        self.state_space = spaces.Box(-1, 1, (observations.WHOLE_SIZE,), np.float32)
        self._observation_space = {
            agent: spaces.Dict({"observation": vector, "action_mask": mask}) for agent in self.possible_agents
        }
        self._action_space = {agent: spaces.Discrete(actions.ACTIONS) for agent in self.possible_agents}
        self._rng = random.Random()  # no secrets are dealt here

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._observation_space[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions; the mask of an observation says which are legal."""
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; equal seeds give equal cards.

        The only option is `state`: a State under the rules of the environment at which the first deal begins, such as
        one that `read_position` returns; PettingZoo's tests give others, which mean nothing. Raises ValueError for a
        state whose deal is over, has a claim, or is under other rules; then nothing changes.
        """
        begun = _begun(options or {}, self.rules)
        if seed is not None:
            self._rng = random.Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._deals = 1
        self._go_on(begun or self._new_deal(self._rng.randrange(len(PLAYERS)), Standing()))

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows now, and a mask of what it may do: nothing, if it is not on turn."""
        mask, is_over = np.zeros(actions.ACTIONS, np.int8), self.terminations[agent] or self.truncations[agent]
        if agent != self.agent_selection or is_over:
            return {"observation": observations.features(view_for(self._deal, _player(agent))), "action_mask": mask}
        mask[list(self._legal)] = 1
        return {"observation": observations.features(self._view, self._chosen), "action_mask": mask}

    def state(self) -> observations.Floats:
        """Return the deal with all hidden cards, for a critic that learns from more than an agent may know: what
        player 0 observes, then the cards left in hands 1, 2 and the dummy, 52 numbers each.
        """
        return observations.whole_state(self._deal)

    def step(self, action: int | None) -> None:
        """Take the action of the agent on turn. Raises ValueError if it is not legal; then nothing changes."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._take(_player(agent), action)
        self._cumulative_rewards[agent] = 0
        if self._deal.phase is not Phase.FINISHED:
            self._clear_rewards()
            return
        self._finish_deal()
        self._accumulate_rewards()
        if self.terminations[agent] or self.truncations[agent]:
            self._deads_step_first()

    def render(self) -> str | None:
        """Return the deal as a spectator sees it, as text, if the mode is "ansi"."""
        return str(view_for(self._deal, None)) if self.render_mode == ANSI else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    @property
    def state_of_deal(self) -> State:
        """The deal with all hidden cards, for teachers and tests; no agent may have it."""
        return self._deal

    def _new_deal(self, dealer: Player, before: Standing) -> State:
        return replay([Dealt(self.rules, dealer, before, deal_hands(self._rng.randbytes(32)))])

    def _go_on(self, state: State, chosen: tuple[int, ...] = ()) -> None:
        """Go on at a state, where the player on turn has chosen such places of its peek."""
        self._deal, self._chosen = state, chosen
        if state.phase is not Phase.FINISHED:
            player = waiting_for(state)[0]
            self.agent_selection, self._view = AGENTS[player], view_for(state, player)
            self._legal = actions.legal_numbers(self._view, chosen)

    def _take(self, player: Player, number: int | None) -> None:
        if number is None or number not in self._legal:
            raise ValueError(f"action {number} of {AGENTS[player]} is not legal now")
        number, count = int(number), self._view.peek_count  # it may be numpy's
        if not count:
            self._go_on(act(self._deal, actions.action_of(number, player)))
            return
        chosen = (*self._chosen, actions.place_of(number))
        if len(chosen) < count:
            self._go_on(self._deal, chosen)
        else:
            self._go_on(act(self._deal, Peek(player, chosen)))

    def _finish_deal(self) -> None:
        """Give the points of the finished deal, and begin the next one or end the episode."""
        scores = score(self._deal)
        self.rewards = {agent: scores[_player(agent)].total for agent in self.agents}
        after = standing_after(scores)
        if not self.whole_game or game_winner(self.rules, after.points) is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._deals >= self.most_deals:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._deals += 1
            self._go_on(self._new_deal(next_dealer(self._deal.dealer), after))


def _begun(options: dict[str, Any], rules: Rules) -> State | None:
    """Return the state at which an episode begins; None for a new deal."""
    state = options.get("state")
    if state is None:
        return None
    if not isinstance(state, State) or state.rules != rules:
        raise ValueError("the option 'state' is a State under the rules of the environment")
    if state.phase is Phase.FINISHED or state.claim is not None:
        raise ValueError("no episode begins at a deal that is over, or with an open claim")
    return state


def _player(agent: str) -> Player:
    return AGENTS.index(agent)


def env(**options: Any) -> wrappers.OrderEnforcingWrapper[str, Observation, int | None]:
    """Return the environment with PettingZoo's checks: of actions outside the space, and of calls in a wrong order.

    The options are those of `DummyHandSpades`.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(DummyHandSpades(**options)))
