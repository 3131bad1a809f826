"""The load benchmark still plays: one table, one whole deal, by every way a move can be sent."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.benchmarks.load.moves import MOVES_OF_A_DEAL
from tests.sites import ROOT

ONE_DEAL = ("--only", "site", "--tables", "1", "--rates", "0", "--deals", "1", "--seconds", "60")


@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark asks the kernel how busy a server is")
def test_the_load_benchmark_plays_a_whole_deal() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.load", *ONE_DEAL, "--warm-up", "0", "--idle", "0"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line.split() for line in answer.stdout.splitlines() if line.startswith("this site")]
    assert [words[-8] for words in lines] == [str(MOVES_OF_A_DEAL)] * 2, answer.stderr
