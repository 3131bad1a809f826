"""How fast the bots think, in time of one processor, whatever else runs on it; and how soon they are ready."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from random import Random
from time import thread_time

import numpy as np

from games.bots import Level, choose
from games.bots.cardsets import card_set
from games.bots.match import play_deal
from games.bots.search.chance import seeded
from games.bots.search.compiling import Ints, compiled
from games.bots.search.policy import play_out
from games.bots.search.position import CONTRACT, LEFT, SIZE, TURN, empty_position
from games.engine import Action, Dealt, Rules, Standing, View, deal_hands

PLAYOUTS = 200_000
DEALS = 60
READY = (
    "from time import perf_counter as now; start = now(); from games import bots; bots.prepare(); print(now() - start)"
)


def report() -> None:
    """Print playouts a second, the time for cards and bids, and that to be ready."""
    print(f"whole-deal playouts a second and core: {max(playouts_a_second() for _ in range(3)):,.0f}")
    for level in (Level.CLUB, Level.EXPERT):
        cards, bids = thinking_times(level)
        print(f"{level}, a card that is not forced: {_spread(cards)}; a bid: {_spread(bids)}")
    print(f"ready from a warm cache: {ready_after():.2f} s", flush=True)


def _spread(seconds: Sequence[float]) -> str:
    median, late = np.percentile(seconds, [50, 99]) * 1000
    return f"median {median:.1f} ms, 99th percentile {late:.1f} ms"


def playouts_a_second() -> float:
    """Whole deals played out by the rules of the search, from random hands."""
    deals = np.array([_position(number) for number in range(1000)])
    _play_all(deals[:1], 1, seeded(1))
    start = thread_time()
    _play_all(deals, PLAYOUTS, seeded(1))
    return PLAYOUTS / (thread_time() - start)


def _position(number: int) -> Ints:
    position = empty_position()
    position[:4] = [card_set(hand) for hand in deal_hands(number.to_bytes(32))]
    position[CONTRACT : CONTRACT + 4] = 6, 5, 6, 5
    position[LEFT], position[TURN] = 13, number % 4
    return position


@compiled
def _play_all(deals: Ints, number: int, chance: Ints) -> int:
    position, tricks = np.empty(SIZE, np.int64), 0
    for deal in range(number):
        position[:] = deals[deal % len(deals)]
        play_out(position, chance)
        tricks += position[12]
    return tricks


def thinking_times(level: Level) -> tuple[list[float], list[float]]:
    """The seconds for each card where there was a choice, and for each bid."""
    cards: list[float] = []
    bids: list[float] = []

    def timed(view: View, rng: Random) -> Action:
        start = thread_time()
        action = choose(view, rng, level)
        if view.bid_options:
            bids.append(thread_time() - start)
        elif len(view.playable) > 1:
            cards.append(thread_time() - start)
        return action

    for number in range(DEALS):
        dealt = Dealt(Rules(), number % 3, Standing(), deal_hands(number.to_bytes(32)))
        play_deal(dealt, (timed,) * 3, Random(number))
    return cards, bids


def ready_after() -> float:
    """The seconds a new process needs until its bots can think, everything being compiled already."""
    done = subprocess.run([sys.executable, "-c", READY], capture_output=True, text=True, check=True)
    return float(done.stdout)
