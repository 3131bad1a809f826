"""The package leaves the settings of numba alone, which belong to the program that uses it."""

import os
import subprocess
import sys

import pytest

from tests.sites import ROOT

PROGRAM = """
import os
import random

before = dict(os.environ)
from games import bots
from games.engine import DECK, Dealt, Rules, Standing, replay, view_for

import numba
its_own = numba.config.CACHE_DIR, numba.config.OPT
view = view_for(replay([Dealt(Rules(), 2, Standing(), tuple(DECK[start:52:4] for start in range(4)))]), 0)
bots.choose(view, random.Random(1), bots.Level.EXPERT)
assert dict(os.environ) == before
assert (numba.config.CACHE_DIR, numba.config.OPT) == its_own
"""


@pytest.mark.slow  # it may have to compile
def test_search_leaves_environment_and_settings_alone() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
