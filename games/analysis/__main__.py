"""Analyses on the command line: `python -m games.analysis tricks|points|thoughts|bids < record.json > findings.json`.

Reads one deal record (docs/records.md) and prints one line of JSON. Runs at low priority. Exit status: 1 for a record
that is not legal, 2 for a usage error.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from typing import Any, Final

from ..engine import Fault, State, read_log, replay
from .best_play import best_play, double_dummy
from .findings import bid_reviews, bids_to_json, points_to_json, thoughts, thoughts_to_json, tricks_to_json

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

ANALYSES: Final[dict[str, Callable[[State], Any]]] = {
    "tricks": lambda state: tricks_to_json(double_dummy(state)),
    "points": lambda state: points_to_json(best_play(state)),
    "thoughts": lambda state: thoughts_to_json(thoughts(state)),
    "bids": lambda state: bids_to_json(bid_reviews(state)),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}", description="Analyse a deal record.")
    parser.add_argument(
        "what",
        choices=ANALYSES,
        help="tricks every card could take, points of best play, thoughts on every move, or worth of every bid",
    )
    parser.add_argument("--seconds", type=int, help="end after this much processor time, where that can be limited")
    arguments = parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(10)
    if arguments.seconds and resource is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (arguments.seconds, arguments.seconds + 1))
    try:
        state = replay(read_log(sys.stdin.buffer.read()))
    except Fault as fault:
        sys.exit(f"The record cannot be analysed, at {fault.at}: {fault.message}")
    json.dump(ANALYSES[arguments.what](state), sys.stdout)


if __name__ == "__main__":
    main()
