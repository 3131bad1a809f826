"""Ends after a trick are the same ends as seen from before it."""

from itertools import combinations

import pytest

from games.analysis.solver.goals import ends_before, lane_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("solver")]  # one process compiles it

SEATS = range(4)


def words(hands: int, alive: int, more: int) -> tuple[int, int]:
    """Return the words in which only this end has its bit: these hands take a trick, and declarer's side `more`."""
    lane = lane_of(hands, alive)
    end = 1 << 16 * (lane & 3) + more
    return (0, end) if lane >> 2 else (end, 0)


@pytest.mark.parametrize(
    "alive", [sum(1 << seat for seat in seats) for n in range(4) for seats in combinations(SEATS, n)]
)
@pytest.mark.parametrize("winner", SEATS)
def test_ends_before_a_trick_count_it(alive: int, winner: int) -> None:
    alive_after = alive & ~(1 << winner)
    for hands in range(16):
        if hands & ~alive_after:
            continue
        for more in range(13):
            before = words(hands | 1 << winner & alive, alive, more + (winner % 2 == 0))
            assert ends_before(*words(hands, alive_after, more), alive, winner) == before
