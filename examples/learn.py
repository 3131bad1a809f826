"""A player that learns Dummy Hand Spades from nothing, with scikit-learn: python learn.py [DEALS]

A neural network learns, as it plays with itself, how many points a deal brings after each move.
"""

import sys

import numpy as np
from dummy_hand_spades.environment import DummyHandSpades
from sklearn.neural_network import MLPRegressor

rng, env, deals = np.random.default_rng(1), DummyHandSpades(), int(sys.argv[1]) if len(sys.argv) > 1 else 600
network = MLPRegressor(hidden_layer_sizes=64, learning_rate_init=0.002, random_state=1)


def play(seed, chances):
    """Play a deal, with such chances of any legal action; return all points, and what each agent knew and did."""
    env.reset(seed=seed)
    points, moves = {}, {agent: [] for agent in chances}
    for agent in env.agent_iter():
        seen, points[agent], is_over, _truncation, _info = env.last()
        if not is_over:
            legal = np.flatnonzero(seen["action_mask"])
            actions = np.eye(len(seen["action_mask"]), dtype=np.float32)[legal]
            options = np.hstack([np.tile(seen["observation"], (len(legal), 1)), actions])
            at = rng.integers(len(legal)) if rng.random() < chances[agent] else network.predict(options).argmax()
            moves[agent].append(options[at])
        env.step(None if is_over else int(legal[at]))
    return points, moves


for first in range(0, deals, 10):
    chances = dict.fromkeys(env.possible_agents, max(0.1, 1 - 2 * first / deals))
    played = [play(first + number, chances) for number in range(10)]
    batch = [(row, points[agent] / 100) for points, moves in played for agent in moves for row in moves[agent]]
    network.partial_fit(*map(np.array, zip(*batch, strict=True)))
me, *others = env.possible_agents
for name, chance in (("any legal action", 1), ("what it has learned", 0)):
    got = [play(10**6 + number, {**dict.fromkeys(others, 1), me: chance})[0][me] for number in range(150)]
    print(f"{name}: {np.mean(got):+.0f} ± {np.std(got) / len(got) ** 0.5:.0f} points a deal")
