"""Measures bots against each other: `python -m tests.benchmarks.arena`, or with arguments only one match.

Without arguments it prints the whole table, which takes an hour on one core. It uses held-out seeds, on which no bot
may be tuned.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import Final

from games.bots import Level, PlayingStyle, choose, prepare
from games.bots.selfplay import Chooser
from games.engine import BiddingStyle, PeekRule, Rules
from games.match import Sample

from . import reference, speed
from .match import HELD_OUT, TUNING, leads, wins

BOTS: Final[dict[str, Chooser]] = {
    "H": reference.h,
    "B": reference.b,
    **{str(level): partial(choose, level=level) for level in Level},
    **{
        str(style): partial(choose, level=Level.EXPERT, style=style)
        for style in (PlayingStyle.CAUTIOUS, PlayingStyle.BOLD)
    },
}


def run(title: str, values: Iterator[float], number: int) -> Sample:
    """Print progress on standard error and the result, mean and standard error, on standard output."""
    sample, start = Sample(), perf_counter()
    for value in values:
        sample.values.append(value)
        seconds = perf_counter() - start
        print(f"\r{title}: {len(sample.values)} of {number}, {seconds:.0f} s", end="", file=sys.stderr)
    print("\r", end="", file=sys.stderr)
    print(f"{title:<46} {sample}   (n = {number})", flush=True)
    return sample


def one_match(options: Namespace) -> None:
    """Run the match that the options describe."""
    rules = Rules(PeekRule(options.peek), BiddingStyle(options.style))
    first = HELD_OUT if options.held_out else TUNING
    measure = wins if options.games else leads
    what = "share of games to 500" if options.games else "points a deal"
    title = f"{options.bot} against two {options.rival}, {what}"
    run(title, measure(BOTS[options.bot], BOTS[options.rival], rules, first, options.number), options.number)


def whole_table(scale: float) -> None:
    """Print all measurements on held-out seeds; `scale` multiplies the number of deals."""
    speed.report()
    duel("expert", "H", 500, scale)
    duel("expert", "B", 2000, scale)
    duel("expert", "H", 200, scale, wins)
    for bot, rival in (("beginner", "H"), ("club", "H"), ("club", "beginner"), ("expert", "club")):
        duel(bot, rival, 400, scale)
    for bot in ("H", "beginner", "club", "cautious", "bold"):
        duel(bot, "expert", 100, scale)
    for peek in PeekRule:
        duel("expert", "H", 60, scale, rules=Rules(peek))
    for style in BiddingStyle:
        duel("expert", "H", 100, scale, rules=Rules(PeekRule.NONE, style))


def duel(
    bot: str,
    rival: str,
    number: int,
    scale: float,
    measure: Callable[..., Iterator[float]] = leads,
    rules: Rules | None = None,
) -> None:
    number = round(number * scale)
    what = "games won" if measure is wins else "points a deal"
    under = f" ({rules.peek}, {rules.bidding})" if rules else ""
    run(
        f"{bot} against two {rival}, {what}{under}",
        measure(BOTS[bot], BOTS[rival], rules or Rules(), HELD_OUT, number),
        number,
    )


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.benchmarks.arena", description=__doc__)
    parser.add_argument(
        "bot", nargs="?", choices=BOTS, help="the bot to measure; without it the whole table is printed"
    )
    parser.add_argument("rival", nargs="?", choices=BOTS, default="H")
    parser.add_argument("--number", type=int, default=200, help="deals, or games with --games (200)")
    parser.add_argument("--games", action="store_true", help="whole games to 500 instead of single deals")
    parser.add_argument("--held-out", action="store_true", help="use the seeds on which no bot is tuned")
    parser.add_argument("--peek", choices=list(PeekRule), default=PeekRule.NONE)
    parser.add_argument("--style", choices=list(BiddingStyle), default=BiddingStyle.STANDARD)
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies the deals of the whole table")
    options = parser.parse_args()
    prepare()
    if options.bot:
        one_match(options)
    else:
        whole_table(options.scale)


if __name__ == "__main__":
    main()
