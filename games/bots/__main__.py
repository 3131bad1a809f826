"""The bots as a program that speaks the protocol of docs/protocol.md: `python -m games.bots`."""

import argparse
import signal
import sys

from .protocol import Engine


def main() -> None:
    """Answer each line of standard input, until it says `quit` or ends."""
    argparse.ArgumentParser(
        prog=f"python -m {__package__}",
        description="Choose actions as the lines of standard input ask (docs/protocol.md).",
    ).parse_args()
    if hasattr(signal, "SIGPIPE"):  # who asked has gone
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    engine = Engine()
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        for answer in engine.answers(line):
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
