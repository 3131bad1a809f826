"""The bots as a program that speaks the protocol of docs/protocol.md: `python -m dummy_hand_spades.bots`."""

import argparse
import signal
import sys
from collections.abc import Sequence

from .levels import Level, PlayingStyle
from .protocol import Engine


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer each line of standard input, until it says `quit` or ends."""
    options = _parser().parse_args(arguments)
    if hasattr(signal, "SIGPIPE"):  # who asked has gone
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    engine = Engine()
    engine.options.update(level=options.level, style=options.style)
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        for answer in engine.answers(line):
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}",
        description="Choose actions as the lines of standard input ask (docs/protocol.md).",
    )
    parser.add_argument("--level", choices=list(Level), default=Level.EXPERT, help="how well it plays (expert)")
    parser.add_argument("--style", choices=list(PlayingStyle), default=PlayingStyle.STEADY, help="how it bids (steady)")
    return parser


if __name__ == "__main__":
    main()
