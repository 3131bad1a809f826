"""How long a review takes for what a player could know: `python -m tests.benchmarks.hidden_hands [--deals 40]`."""

import argparse
from random import Random
from time import perf_counter

from games import bots
from games.bots.selfplay import COMBINATIONS
from games.engine import Phase, view_for, waiting_for
from tests.builders import new_deal, random_hands, random_state


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what a player may infer about hidden hands.")
    parser.add_argument("--deals", type=int, default=40, help="deals of each kind of game (default %(default)s)")
    deals = parser.parse_args().deals
    bots.prepare()
    times, errors, rng = [], [], Random(1)
    for peek, style in COMBINATIONS * deals:
        state = new_deal(random_hands(rng), peek=peek, bidding=style)
        state = random_state(state, rng, rng.randrange(58))
        if state.phase in (Phase.BIDDING, Phase.PLAYING) and state.claim is None:
            view = view_for(state, waiting_for(state)[0])
            start = perf_counter()
            hidden = bots.infer_hidden(view)
            times.append(1000 * (perf_counter() - start))
            errors.append(100 * hidden.error)
    print(f"{len(times)} positions, {hidden.deals} deals imagined for each")
    print(f"{sum(times) / len(times):.1f} ms on average, at most {max(times):.1f}")
    print(f"standard error {sum(errors) / len(errors):.1f} points on average, at most {max(errors):.1f}")


if __name__ == "__main__":
    main()
