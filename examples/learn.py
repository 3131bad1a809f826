"""A player that learns Dummy Hand Spades from nothing, with scikit-learn: python learn.py [DEALS]

It plays with itself, and a neural network learns how many points a deal brings after each move. Then it plays against
two players who take any legal action. docs/environment.md has figures.
"""

import sys

import numpy as np
from dummy_hand_spades.environment import DummyHandSpades
from sklearn.neural_network import MLPRegressor

rng = np.random.default_rng(1)
env = DummyHandSpades()
network = MLPRegressor(hidden_layer_sizes=64, learning_rate_init=0.002, random_state=1)


def situations(seen):
    """Return a row for each legal action: what is known, and a 1 in the column of the action."""
    legal = np.flatnonzero(seen["action_mask"])
    actions = np.eye(len(seen["action_mask"]), dtype=np.float32)[legal]
    return legal, np.hstack([np.tile(seen["observation"], (len(legal), 1)), actions])


def play(seed, learners, dare):
    """Play a deal, and return the learners' points, and their moves with the points that these brought."""
    env.reset(seed=seed)
    moves, points = {agent: [] for agent in learners}, []
    for agent in env.agent_iter():
        seen, reward, termination, truncation, _info = env.last()
        if termination or truncation:
            points += [reward] * (agent in learners)
            env.step(None)
            continue
        legal, rows = situations(seen)
        knows = agent in learners and hasattr(network, "coefs_") and rng.random() >= dare
        at = network.predict(rows).argmax() if knows else rng.integers(len(legal))
        if agent in learners:
            moves[agent].append(rows[at])
        env.step(int(legal[at]))
    return points, [(row, got / 100) for of, got in zip(moves.values(), points, strict=True) for row in of]


def main(deals):
    batch = []
    for seed in range(deals):
        batch += play(seed, env.possible_agents, dare=max(0.1, 1 - 2 * seed / deals))[1]
        if seed % 10 == 9:
            network.partial_fit(*map(np.array, zip(*batch, strict=True)))
            batch = []
    for name, dare in (("any legal action", 1), ("what it has learned", 0)):
        got = [play(10**6 + seed, [env.possible_agents[seed % 3]], dare)[0][0] for seed in range(150)]
        print(f"{name}: {np.mean(got):+.0f} ± {np.std(got) / len(got) ** 0.5:.0f} points a deal")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
