"""Analyses on the command line: `python -m games.analysis tricks|points|thoughts|bids < record.json > findings.json`.

Reads one deal record (docs/records.md) and prints one line of JSON. Runs at low priority. Exit status: 1 for a record
that is not legal, 2 for a usage error.
"""

import argparse
import json
import os
import sys

from ..engine import Fault, read_log, replay
from .steps import ANALYSES
from .units import done


def main() -> None:
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}", description="Analyse a deal record.")
    parser.add_argument(
        "what",
        choices=ANALYSES,
        help="tricks every card could take, points of best play, thoughts on every move, or worth of every bid",
    )
    arguments = parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        state = replay(read_log(sys.stdin.buffer.read()))
    except Fault as fault:
        sys.exit(f"The record cannot be analysed, at {fault.at}: {fault.message}")
    json.dump(done(ANALYSES[arguments.what](state)), sys.stdout)


if __name__ == "__main__":
    main()
