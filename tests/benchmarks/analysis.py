"""How long the analysis in points takes, in processor time, for deals that Club bots played with random scores and
rules: `python -m tests.benchmarks.analysis [DEALS]`, 50 of each style by default.
"""

import sys
from collections.abc import Iterator
from random import Random
from time import process_time

from games.analysis.best_play import best_play
from games.bots import Level, choose
from games.bots.selfplay import play_deal, random_deal
from games.engine import Action, BiddingStyle, State, View

DEALS = 50


def club_bot(view: View, rng: Random) -> Action:
    return choose(view, rng, Level.CLUB)


def finished_deals(style: BiddingStyle, number: int) -> Iterator[State]:
    rng, finished, tried = Random(style.value), 0, 0
    while finished < number:
        dealt = random_deal(tried, rng)
        tried += 1
        if dealt.rules.bidding is style:
            finished += 1
            yield play_deal(dealt, [club_bot] * 3, rng)[0]


def seconds_for(state: State) -> tuple[float, int]:
    """Return the seconds for all positions of a deal, and for how many the budget did not suffice."""
    began = process_time()
    analysis = best_play(state)
    return process_time() - began, sum(best.points is None for best in analysis.positions)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    for style in BiddingStyle:
        deals = list(finished_deals(style, number))
        best_play(deals[0], budget=1)  # compiles
        measured = [seconds_for(deal) for deal in deals]
        seconds = sorted(took for took, _ in measured)
        missing = [unsolved for _, unsolved in measured if unsolved]
        print(
            f"{style}: median {seconds[len(seconds) // 2]:.2f} s, 95 % {seconds[len(seconds) * 95 // 100]:.2f} s, "
            f"worst {seconds[-1]:.2f} s; {sum(took < 2 for took in seconds)} of {number} under 2 s; "
            f"{len(missing)} not solved from the opening lead on (positions without an answer: {missing})",
            flush=True,
        )


if __name__ == "__main__":
    main()
