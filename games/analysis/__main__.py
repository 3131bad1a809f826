"""Analyses: `python -m dummy_hand_spades.analysis tricks|points|thoughts|bids < records > findings`.

Reads deal records (docs/records.md), one JSON object a line, and answers each at once with a line of JSON: its
analysis, or for a record that is not legal what the engine's command says of it. Runs at low priority. Exit status: 0
if all records are legal, 1 if some are not, 2 for a usage error.
"""

import argparse
import os
import sys
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from ..engine import Fault, State, read_log, replay
from ..engine.lines import answer_lines
from .units import Units, done


def main() -> int:
    """Print an analysis for every line of standard input; return 0 if all are legal records, else 1."""
    try:
        from .steps import ANALYSES, OF_THE_PLAY
    except ModuleNotFoundError as missing:
        _parser(None).parse_args()  # help needs no extra
        sys.exit(str(missing))
    arguments = _parser(ANALYSES).parse_args()
    if hasattr(os, "nice"):
        os.nice(10)
    return answer_lines(partial(_answer, ANALYSES[arguments.what], arguments.what in OF_THE_PLAY))


def _parser(analyses: Collection[str] | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}", description="Analyse deal records, one a line.")
    parser.add_argument(
        "what",
        choices=analyses,
        help="tricks every card could take, points of best play, thoughts on every move, or worth of every bid",
    )
    return parser


def _answer(analysis: Callable[[State], Units[Any]], is_of_play: bool, line: bytes) -> Any:
    """Return the analysis of a record. Raises Fault if it is not legal, or does not go as far as the analysis needs."""
    state = replay(read_log(line))
    if is_of_play and state.order is None:
        raise Fault("bids", "too_early", "The bidding is not over, so there is no play to analyse.")
    if is_of_play:
        from .best_play import prepare

        prepare()
    return done(analysis(state))


if __name__ == "__main__":
    sys.exit(main())
