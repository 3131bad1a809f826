"""A match of two bots: `python -m dummy_hand_spades.match A B --deals 1000`.

A and B are levels of this package, or commands of programs that speak the protocol (docs/protocol.md). Exit status: 0
if the match was played to its end, 1 if a program did not do its part, 2 for a usage error.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial

from ..bots import Level, choose
from ..engine import BiddingStyle, PeekRule, Rules
from .programs import START, Program, ProgramFault
from .results import Sample
from .series import Bot, compare


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match, and print by how many points a deal A is better than B, with its standard error."""
    options = _parser().parse_args(arguments)
    if (options.option_a and options.a in list(Level)) or (options.option_b and options.b in list(Level)):
        _parser().error("options are for programs; a level has none")
    sample, rules = Sample(), Rules(options.peek, options.bidding)
    with ExitStack() as stack:
        try:
            times = options.patience, options.start
            one = _bot(options.a, *times, dict(options.option_a), stack)
            other = _bot(options.b, *times, dict(options.option_b), stack)
            for played, lead in enumerate(compare(one, other, rules, options.deals, options.seed), start=1):
                sample.values.append(lead)
                if played % options.every == 0 and played < options.deals:
                    sys.stderr.write(f"{played} deals: {sample}\n")
        except (ModuleNotFoundError, ProgramFault) as fault:  # an extra is missing, or a program does not do its part
            sys.stderr.write(f"{fault}\n")
            return 1
    sys.stdout.write(f"A - B: {sample} points a deal in {options.deals} deals, each played six times\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}",
        description="Play a duplicate match of two bots: levels (beginner, club, expert), or commands of programs.",
        allow_abbrev=False,
    )
    parser.add_argument("a", metavar="A")
    parser.add_argument("b", metavar="B")
    parser.add_argument("--deals", type=number, default=100, help="how many different deals are played (100)")
    parser.add_argument("--seed", type=number, default=1, help="the number of the first deal (1)")
    parser.add_argument("--every", type=number, default=100, help="after how many deals progress is printed (100)")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds that a program has for an answer (10)")
    parser.add_argument("--start", type=float, default=START, help="seconds that a program has to get ready (600)")
    for bot in "ab":
        parser.add_argument(
            f"--option-{bot}",
            action="append",
            default=[],
            type=_option,
            metavar="NAME=VALUE",
            help=f"an option for the program {bot.upper()}, such as level=club; may be repeated",
        )
    parser.add_argument("--peek", choices=list(PeekRule), default=PeekRule.NONE, help="the peek rule")
    parser.add_argument("--bidding", choices=list(BiddingStyle), default=BiddingStyle.STANDARD, help="how is bid")
    return parser


def number(text: str) -> int:
    """Return a number from 1. Raises ValueError for any other text, which argparse puts into words."""
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def _option(text: str) -> tuple[str, str]:
    """Return the name and value of an option for a program. Raises ValueError for what is none."""
    name, _, value = text.partition("=")
    if not (name and value) or len(f"{name} {value}".split()) != 2:
        raise ValueError(text)
    return name, value


def _bot(name: str, patience: float, start: float, options: Mapping[str, str], stack: ExitStack) -> Bot:
    """Return the bot of a level, or of a program that is ended with the stack."""
    if name in list(Level):
        return Bot(name, partial(choose, level=Level(name)))
    program = Program(name, patience, start, options)
    stack.callback(program.close)
    return Bot(name, program.choose)


if __name__ == "__main__":
    sys.exit(main())
