"""The environment: three agents, of whom one acts at a time."""

import random
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ..engine import (
    PLAYERS,
    Dealt,
    Peek,
    Phase,
    Player,
    Rules,
    Standing,
    State,
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


class DummyHandSpades(AECEnv[str, Observation, int | None]):
    """Dummy Hand Spades, one deal or a whole game under any rules (docs/rules.md).

    The reward of an agent is its points of a deal, given at the deal's end. An episode is one deal, or if `whole_game`
    is set, a game to the target of the rules; a game that nobody has won after `most_deals` is truncated. An agent
    peeks by choosing one place after the other. Nobody claims.
    """

    metadata = {  # as PettingZoo has it
        "name": "dummy_hand_spades_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    agent_selection: str

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        whole_game: bool = False,
        most_deals: int = 200,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules, self.whole_game, self.most_deals = rules or Rules(), whole_game, most_deals
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        mask = spaces.Box(0, 1, (actions.ACTIONS,), np.int8)
        vector = spaces.Box(-1, 1, (observations.SIZE,), np.float32)
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
        """Begin an episode; equal seeds give equal cards."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._deals = 0
        self._deal(self._rng.randrange(len(PLAYERS)), Standing())

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows now, and a mask of what it may do: nothing, if it is not on turn."""
        view = view_for(self._state, _player(agent))
        mask = np.zeros(actions.ACTIONS, np.int8)
        chosen: list[int] = []
        if agent == self.agent_selection and not self.terminations[agent] and not self.truncations[agent]:
            chosen = self._chosen
            mask[list(actions.legal_numbers(view, chosen))] = 1
        return {"observation": observations.features(view, chosen), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the agent on turn. Raises ValueError if it is not legal; then nothing changes."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._take(_player(agent), action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self._state.phase is Phase.FINISHED:
            self._finish_deal()
        self._accumulate_rewards()
        if self.agents and self.terminations[self.agents[0]] | self.truncations[self.agents[0]]:
            self._deads_step_first()
        else:
            self.agent_selection = AGENTS[waiting_for(self._state)[0]]

    def render(self) -> str | None:
        """Return the deal as a spectator sees it, if the mode is "ansi"."""
        if self.render_mode != "ansi":
            return None
        view = view_for(self._state, None)
        bids = [f"{bid.player}: {bid.tricks}" for bid in view.bids]
        trick = [f"{on.hand}: {on.card}" for on in view.trick]
        return f"{view.phase}; bids {bids}; declarer {view.declarer}; trick {trick}; taken {view.taken}"

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    @property
    def state_of_deal(self) -> State:
        """The deal with all hidden cards, for teachers and tests; no agent may have it."""
        return self._state

    def _deal(self, dealer: Player, before: Standing) -> None:
        hands = deal_hands(self._rng.randbytes(32))
        self._deals += 1
        self._chosen: list[int] = []
        self._state = replay([Dealt(self.rules, dealer, before, hands)])
        self.agent_selection = AGENTS[waiting_for(self._state)[0]]

    def _take(self, player: Player, number: int | None) -> None:
        view = view_for(self._state, player)
        if number is None or number not in set(actions.legal_numbers(view, self._chosen)):
            raise ValueError(f"action {number} of {AGENTS[player]} is not legal now")
        number = int(number)  # it may be numpy's
        if view.peek_count:
            self._choose_place(player, actions.place_of(number), view.peek_count)
        else:
            self._state = act(self._state, actions.action_of(number, player))

    def _choose_place(self, player: Player, place: int, count: int) -> None:
        self._chosen.append(place)
        if len(self._chosen) == count:
            self._state, self._chosen = act(self._state, Peek(player, tuple(self._chosen))), []

    def _finish_deal(self) -> None:
        """Give the points of the finished deal, and begin the next one or end the episode."""
        scores = score(self._state)
        self.rewards = {agent: scores[_player(agent)].total for agent in self.agents}
        after = standing_after(scores)
        if not self.whole_game or game_winner(self.rules, after.points) is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._deals >= self.most_deals:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._deal(next_dealer(self._state.dealer), after)


def _player(agent: str) -> Player:
    return AGENTS.index(agent)
