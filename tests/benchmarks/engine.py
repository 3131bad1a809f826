"""How fast the engine is, on one core with 200 random finished deals: `python -m tests.benchmarks.engine`."""

import json
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from games.engine import Action, BiddingStyle, PeekRule, Rules, State, act, read_log, record_of, replay
from games.engine.records import VIEWERS, check, result_of, view_of
from tests.builders import actions_of, new_deal, play_out, random_hands, random_state

ROUNDS = 5
Deal = tuple[State, list[Action]]


def finished_deals(count: int) -> list[State]:
    """Return random deals played to the 52nd card, every peek rule with every style in turn."""
    rng = Random(1)
    options = [Rules(peek, style) for peek in PeekRule for style in BiddingStyle]
    starts = [new_deal(random_hands(rng), options[number % len(options)]) for number in range(count)]
    return [play_out(random_state(start, rng, 3 + 3 * bool(start.rules.peek.places_each)), rng) for start in starts]


def check_with_all_views(line: bytes) -> str:
    """Read and check one record, and write what each of the four viewers may know."""
    state = replay(read_log(line))
    views = {name: view_of(state, viewer) for name, viewer in VIEWERS.items()}
    return json.dumps([result_of(state), views])


def play_again(deal: Deal) -> State:
    """Apply the actions of a finished deal to its start."""
    state, actions = deal
    for action in actions:
        state = act(state, action)
    return state


def timed(work: Callable[[Any], object], items: Iterable[Any]) -> list[float]:
    """Return the seconds that each call took."""
    seconds = []
    for item in items:
        start = perf_counter()
        work(item)
        seconds.append(perf_counter() - start)
    return seconds


def main() -> None:
    deals = finished_deals(200)
    lines = [json.dumps(record_of(deal)).encode() for deal in deals] * ROUNDS
    games = [(new_deal(deal.dealt, deal.rules, dealer=deal.dealer), actions_of(deal)) for deal in deals] * ROUNDS
    plain, viewed, moves = timed(check, lines), timed(check_with_all_views, lines), timed(play_again, games)
    acted = sum(len(actions) for _, actions in games)
    report = (
        f"finished 52-card records, no view:        {len(lines) / sum(plain):8,.0f} records/s",
        f"the same with all four views:             {len(lines) / sum(viewed):8,.0f} records/s",
        f"actions (decide and evolve):              {acted / sum(moves):8,.0f} actions/s",
        f"a record with all four views, median:     {median(viewed) * 1000:8.2f} ms",
    )
    print("\n".join(report))


if __name__ == "__main__":
    main()
