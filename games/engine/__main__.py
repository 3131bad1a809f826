"""Checks of deal records (docs/records.md): `python -m dummy_hand_spades.engine [--view V] < records > results`.

Each line is answered at once, so that a program can ask one record after the other. Exit status: 0 if all records are
legal, 1 if some are not, 2 for a usage error.
"""

import argparse
import sys
from functools import partial

from .lines import answer_lines
from .records import VIEWERS, result_of_line


def main() -> int:
    """Print a result for every line of standard input; return 0 if all are legal records, else 1."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}",
        description="Check deal records, one JSON object a line, and answer each with its result.",
        allow_abbrev=False,
    )
    parser.add_argument("--view", choices=VIEWERS, help="also print what this viewer may know")
    return answer_lines(partial(result_of_line, view=parser.parse_args().view))


if __name__ == "__main__":
    sys.exit(main())
