"""How fast the bots choose, in CPU time of one thread, and how long they take to start."""

import subprocess
import sys
from collections.abc import Sequence
from random import Random
from time import thread_time

import numpy as np

from games.bots import Level, choose
from games.bots.knowledge import card_set
from games.bots.search.compiling import Ints, compiled, entry
from games.bots.search.luck import rng_from_seed
from games.bots.search.policy import play_out
from games.bots.search.position import CONTRACT, SIZE, TRICKS_LEFT, TURN, fill_position
from games.bots.selfplay import play_deal
from games.engine import Action, Dealt, Rules, Standing, View, deal_hands

PLAYOUTS = 200_000
DEALS = 60
READY = (
    "from time import perf_counter as now; start = now(); from games import bots; bots.prepare(); print(now() - start)"
)


def report() -> None:
    """Print playouts a second, the times for cards and bids, and the time to start."""
    print(f"whole-deal playouts a second and core: {max(playouts_a_second() for _ in range(3)):,.0f}")
    for level in (Level.CLUB, Level.EXPERT):
        cards, bids = thinking_times(level)
        print(f"{level}, a card that is not forced: {_spread(cards)}; a bid: {_spread(bids)}")
    print(f"ready from a warm cache: {ready_after():.2f} s", flush=True)


def _spread(seconds: Sequence[float]) -> str:
    median, late = np.percentile(seconds, [50, 99]) * 1000
    return f"median {median:.1f} ms, 99th percentile {late:.1f} ms"


def playouts_a_second() -> float:
    """Return how many deals with random hands the rules of the search play out in a second."""
    deals = np.array([_position(number) for number in range(1000)])
    _play_all(deals[:1], 1, rng_from_seed(1))
    start = thread_time()
    _play_all(deals, PLAYOUTS, rng_from_seed(1))
    return PLAYOUTS / (thread_time() - start)


def _position(number: int) -> Ints:
    position = np.zeros(SIZE, dtype=np.int64)
    position[:4] = [card_set(hand) for hand in deal_hands(number.to_bytes(32))]
    position[CONTRACT : CONTRACT + 4] = 6, 5, 6, 5
    position[TRICKS_LEFT], position[TURN] = 13, number % 4
    return position


@entry("I2 i I -> i")
@compiled
def _play_all(deals: Ints, number: int, rng: Ints) -> int:
    position, tricks = np.empty(SIZE, np.int64), 0
    for deal in range(number):
        fill_position(deals[deal % len(deals)], deals[deal % len(deals)], position)
        play_out(position, rng)
        tricks += position[12]
    return tricks


def thinking_times(level: Level) -> tuple[list[float], list[float]]:
    """Return the seconds for each card where there was a choice, and for each bid."""
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
    """Return the seconds that a new process needs to prepare the bots with compiled code on disk."""
    done = subprocess.run([sys.executable, "-c", READY], capture_output=True, text=True, check=True)
    return float(done.stdout)
