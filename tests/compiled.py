"""Compiles what the tests run, once for all of their processes: `python -m tests.compiled bots|solver`."""

import json
import sys
from typing import Final

from games import bots
from games.analysis.best_play import best_play, double_dummy
from games.engine import read_log, replay
from tests.sites import ROOT

EXAMPLES: Final = ROOT / "tests" / "data" / "examples.jsonl"


def compile_solver() -> None:
    """Analyse one deal, which calls every compiled function of the solver."""
    first = json.loads(EXAMPLES.read_text().splitlines()[0])["record"]
    state = replay(read_log(json.dumps(first).encode()))
    double_dummy(state)
    best_play(state)


if __name__ == "__main__":
    if sys.argv[1] == "bots":
        bots.prepare()
    else:
        compile_solver()
