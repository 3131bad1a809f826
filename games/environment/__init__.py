"""The game as an environment of PettingZoo, for programs that learn it (docs/environment.md).

    env = DummyHandSpades(Rules(PeekRule.THREE), whole_game=True)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation or observation is None:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))

An agent observes what is in its player's `View`, and nothing else.
"""

from ..extras import need

need("rl", "pettingzoo")

from .actions import ACTIONS, action_of, legal_numbers, number_of, numbers_of
from .aec import DummyHandSpades, env
from .observations import LAYOUT, features

raw_env = DummyHandSpades
"""The environment without PettingZoo's checks, under the name that PettingZoo gives it."""

__all__ = [
    "ACTIONS",
    "LAYOUT",
    "DummyHandSpades",
    "action_of",
    "env",
    "features",
    "legal_numbers",
    "number_of",
    "numbers_of",
    "raw_env",
]
