"""The load benchmark works: it plays one deal at one table, by every way to send a move."""

import subprocess
import sys
from random import Random

import pytest

from games.engine import Bid, Card, Play, Standing, State, act, game_winner, score, standing_after
from tests.benchmarks.load.moves import MOVES_OF_A_DEAL, Move, moves_of_deal
from tests.benchmarks.load.prepare import RULES
from tests.builders import new_deal, random_hands
from tests.sites import ROOT

pytestmark = pytest.mark.slow

ONE_DEAL = ("--only", "site", "--tables", "1", "--rates", "0", "--deals", "1", "--seconds", "60")


@pytest.mark.campaign
@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark reads the CPU time of servers from the kernel")
def test_load_benchmark_plays_a_whole_deal() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.load", *ONE_DEAL, "--warm-up", "0", "--idle", "0"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line.split() for line in answer.stdout.splitlines() if line.startswith("this site")]
    assert [words[-8] for words in lines] == [str(MOVES_OF_A_DEAL)] * 2, answer.stderr


def test_game_of_the_benchmark_does_not_end_early() -> None:
    rng, standing = Random(1), Standing()
    for _ in range(200):
        state = new_deal(random_hands(rng), RULES, points=standing.points, bags=standing.bags)
        for move in moves_of_deal(state, rng):
            state = after(state, move)
        standing = standing_after(score(state))
        assert game_winner(RULES, standing.points) is None


def after(state: State, move: Move) -> State:
    """Return the state after a move of the benchmark; a move that is no bid and no play changes nothing."""
    if move.name == "bid":
        return act(state, Bid(move.player, int(move.fields["tricks"])))
    return act(state, Play(move.player, Card.parse(move.fields["card"]))) if move.name == "play" else state
