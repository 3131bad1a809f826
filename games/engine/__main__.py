"""Checks of deal records (docs/records.md) by command: `python -m games.engine [--view V] < records > results`.

Each line is answered at once, so that a program can ask one record after the other. Exit status: 0 if all records are
legal, 1 if some are not, 2 for a usage error.
"""

import argparse
import json
import signal
import sys

from .records import VIEWERS, check


def main() -> int:
    """Print a result for every line of standard input; return 0 if all are legal records, else 1."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}",
        description="Check deal records, one JSON object a line, and answer each with its result.",
        allow_abbrev=False,
    )
    parser.add_argument("--view", choices=VIEWERS, help="also print what this viewer may know")
    view, all_legal = parser.parse_args().view, True
    if hasattr(signal, "SIGPIPE"):  # `| head` ends the command, as it ends others
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for line in sys.stdin.buffer:
        if not line.isspace():
            result = check(line, view)
            sys.stdout.write(json.dumps(result) + "\n")
            sys.stdout.flush()
            all_legal = all_legal and result["legal"]
    return 0 if all_legal else 1


if __name__ == "__main__":
    sys.exit(main())
