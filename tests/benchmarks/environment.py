"""How well known players do in the environment: `python -m tests.benchmarks.environment [--episodes 100]`.

One seat is that of the player, in turn, and the two others take any legal action. The figures are for comparison with
what a program has learned (docs/environment.md).
"""

import argparse
import random
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Final

import numpy as np

from games.bots import Level, choose
from games.bots.selfplay import Chooser
from games.engine import Peek, View, view_for
from games.environment import DummyHandSpades, number_of
from games.match import Sample
from tests.benchmarks.arena import reference

Policy = Callable[[View, list[int], random.Random], int]


def any_legal(_view: View, legal: list[int], rng: random.Random) -> int:
    """Take any legal action."""
    return rng.choice(legal)


def by(chooser: Chooser) -> Policy:
    """Return the policy of a bot; it looks at any places."""

    def choose_number(view: View, legal: list[int], rng: random.Random) -> int:
        if view.peek_count:
            return rng.choice(legal)
        action = chooser(view, rng)
        assert not isinstance(action, Peek)
        return number_of(action)

    return choose_number


POLICIES: Final[dict[str, Policy]] = {
    "any legal action": any_legal,
    "H": by(reference.h),
    "B": by(reference.b),
    **{f"{level} bot": by(partial(choose, level=level)) for level in Level},
}


def points(policy: Policy, episodes: int) -> tuple[Sample, float]:
    """Return the points a deal of a policy among two that take any legal action, and the steps a second."""
    env, rng, sample, steps, began = DummyHandSpades(), random.Random(1), Sample(), 0, perf_counter()
    for episode in range(episodes):
        env.reset(seed=episode)
        own = env.possible_agents[episode % 3]
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _info = env.last()
            if termination or truncation:
                if agent == own:
                    sample.values.append(reward)
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            view = view_for(env.state_of_deal, env.possible_agents.index(agent))
            env.step((policy if agent == own else any_legal)(view, legal, rng))
            steps += 1
    return sample, steps / (perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure known players in the environment.")
    parser.add_argument("--episodes", type=int, default=300)
    episodes = parser.parse_args().episodes
    for name, policy in POLICIES.items():
        sample, speed = points(policy, episodes)
        print(f"{name:<18} {sample!s:>18} points a deal in {episodes} deals, {speed:,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
