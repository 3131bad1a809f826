"""Let bots play random deals against each other, to test the engine and print statistics of the bots."""

import random
from argparse import ArgumentParser, ArgumentTypeError
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import choose
from games.bots.selfplay import DealStatistics, faults, play_deal, random_deal, with_random_claims
from games.engine import BiddingStyle

REPORT_INTERVAL = 500


def deal_count(text: str) -> int:
    """Parse a number of deals from the command line, at least 1. Raises ArgumentTypeError for anything else."""
    if not text.isascii() or not text.isdigit() or not int(text):
        raise ArgumentTypeError("give a whole number of deals, 1 or more")
    return int(text)


class Command(BaseCommand):
    help = "Plays random deals by bots, every peek with every bidding style, and checks that each adds up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--deals", type=deal_count, default=10_000, help="how many deals (10000)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same deals (1)")

    def handle(self, *args: Any, deals: int, seed: int, **options: Any) -> None:
        rng, by_style = random.Random(seed), {style: DealStatistics() for style in BiddingStyle}
        start, fault_count = perf_counter(), 0
        for number in range(deals):
            fault_count += self._play(number, rng, by_style)
            self._progress(number + 1, deals, perf_counter() - start)
        self._summary(by_style, deals, perf_counter() - start)
        if fault_count:
            raise CommandError(f"{fault_count} faults in {deals} deals (seed {seed}).")
        self.stdout.write("Every deal adds up.")

    def _play(self, number: int, rng: random.Random, by_style: dict[BiddingStyle, DealStatistics]) -> int:
        """Play and check one deal; return the number of faults found."""
        dealt = random_deal(number, rng)
        state, log = play_deal(dealt, (with_random_claims(choose),) * 3, rng)
        by_style[dealt.rules.bidding].add(state)
        broken = list(faults(state, log))
        for fault in broken:
            self.stderr.write(f"deal {number} ({dealt.rules.peek}, {dealt.rules.bidding}): {fault}")
        return len(broken)

    def _progress(self, done: int, deals: int, seconds: float) -> None:
        if done % REPORT_INTERVAL and done != deals:
            return
        ending = "\r" if self.stdout.isatty() and done < deals else "\n"
        self.stdout.write(f"{done:>6} of {deals} deals, {done / seconds:.0f} a second", ending=ending)
        self.stdout.flush()

    def _summary(self, by_style: dict[BiddingStyle, DealStatistics], deals: int, seconds: float) -> None:
        self.stdout.write(f"{deals} deals in {seconds:.1f} s: {deals / seconds:.0f} a second.")
        for style, stats in by_style.items():
            if stats.deals:
                self.stdout.write(f"{style} ({stats.deals} deals)")
                self.stdout.write(f"  contracts made: declarers {stats.declarers}, defenders {stats.defenders}")
                self.stdout.write(f"  nils made: own {stats.own_nils}, partner's {stats.partner_nils}")
                self.stdout.write(
                    f"  a deal: {stats.points_a_deal:+.1f} points a player, "
                    f"{stats.sets_a_deal:.2f} sets, {stats.bags_a_deal:.2f} bags"
                )
