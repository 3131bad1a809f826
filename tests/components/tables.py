"""Tables at one version after another: whole games by bots or at random, and everything else that may change."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle, product
from random import Random
from typing import Any, TypeVar

import pytest

from games import bots
from games.engine import DECK, PLAYERS, BiddingStyle, PeekRule, Phase, State, act, view_for, waiting_for
from games.play.snapshot import OpenPause, OpenProposal, RefusedProposal, SeatClock, SeatInfo, TakenBack
from games.values import Stage
from tests.builders import random_walk
from tests.pages.scenes import PROOF, RATED, SEATS, Scene, dealt, finished_deal, gathering, snapshot

T = TypeVar("T")

RULES = list(zip(PeekRule, cycle(BiddingStyle)))
"""Ways to peek and to bid, each at least once."""


def some_slow(cases: Iterable[T], quick: int, suite: int | None = None) -> list[Any]:
    """Return cases of a test of which only the first `quick` are part of `make check`, and only the first `suite`, if
    given, of `make test`; campaigns have all.
    """
    all_cases = list(cases)
    slow = [_marked(case, pytest.mark.slow) for case in all_cases[quick:suite]]
    return [
        *all_cases[:quick],
        *slow,
        *(_marked(case, pytest.mark.campaign) for case in all_cases[len(slow) + quick :]),
    ]


def _marked(case: object, mark: pytest.MarkDecorator) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else [case]), marks=mark)


PAIRS = some_slow(
    [*RULES, *(pair for pair in product(PeekRule, BiddingStyle) if pair not in RULES)], quick=4, suite=len(RULES)
)
"""Each way to peek with each way to bid: in campaigns; the suite has each once, `make check` each way to bid."""


def whole_deal(seed: int, **rules: object) -> list[State]:
    """A deal of random actions from the first to the last."""
    start = dealt(seed, dealer=seed % 3, **rules)
    return [start, *(state for _, state in random_walk(start, Random(seed)))]


def deal_by_bots(seed: int, **rules: object) -> list[State]:
    """A deal that bots play from the first action to the last."""
    states, rng = [dealt(seed, dealer=seed % 3, **rules)], Random(seed)
    while waiting := waiting_for(states[-1]):
        player = rng.choice(sorted(waiting))
        states.append(act(states[-1], bots.choose(view_for(states[-1], player), rng)))
    return states


def game_of(states: Iterable[State]) -> Iterator[Scene]:
    """A whole game of one deal, version by version: the players gather, draw, play these states, and end the game."""
    deal = list(states)
    last = deal[-1]
    assert last.phase is Phase.FINISHED
    tables = [gathering(None), gathering(None, *SEATS), snapshot(None, None, ready=frozenset({1}))]
    tables += [snapshot(state, None) for state in deal[:-1]]
    score = snapshot(last, None, ready=frozenset())
    tables += [_played_out(score), score, score.changed(ready=frozenset({0})), score.changed(ready=frozenset({0, 1}))]
    over = {"finished": (finished_deal(last),), "stage": Stage.OVER, "winner": 1, "rated": RATED}
    tables += [score.changed(**over), score.changed(**over, rematch="Rematch1", rematch_by=2)]
    for version, table in enumerate(tables, start=1):
        yield table.changed(version=version)


def _played_out(score: Scene) -> Scene:
    """The table while the last trick is still there, or the score at once after a claim."""
    last_trick = score.full.before_the_score
    return replace(score, full=last_trick) if last_trick else score


SOON = datetime(2031, 1, 1, tzinfo=UTC)


def disturbed(table: Scene, rng: Random) -> Scene:
    """The table with some other things changed as well, whichever they are, and at whichever seats."""
    stage = table.full.base.stage
    changes = {
        "proposal": OpenProposal(rng.choice(["back", "end"]), rng.randrange(3), some(PLAYERS, rng)),
        "refused": RefusedProposal(rng.choice(["back", "end"]), rng.randrange(3), rng.random() < 0.5),
        "pause": OpenPause(rng.choice(["own", "away", "all"]), rng.randrange(3), "phone", SOON, some(PLAYERS, rng)),
        "last_by_clock": rng.randrange(3),
        "late": some(PLAYERS, rng),
        "taken_back": TakenBack(rng.randrange(3), rng.choice([None, rng.choice(DECK)])),
        "host": rng.choice([None, 1, 2]),
        "here": some(PLAYERS, rng),
        "away_too_long": some(PLAYERS, rng),
        **(on_the_sheet(stage, rng) if stage.shows_sheet else {}),
    }
    seats = tuple(disturbed_seat(seat, rng) for seat in table.full.base.seats)
    changed = table.changed(seats=seats, **few(changes, rng))
    return replace(changed, full=replace(changed.full, may_take_back=rng.choice([None, None, 0, 1, 2])))


def disturbed_seat(seat: SeatInfo, rng: Random) -> SeatInfo:
    """The same player, for whom a bot plays, or whose clock stands elsewhere."""
    changes = {
        "stand_in": rng.choice(["Hugo", "Ines"]),
        "clock": SeatClock(rng.random() * 30, 20),
        "is_expected": True,
        "rules_changed": True,
    }
    return replace(seat, **few(changes, rng))


def on_the_sheet(stage: Stage, rng: Random) -> dict[str, object]:
    """What may change while the score is on the table."""
    return {
        "ready": some(PLAYERS, rng),
        "next_deal_at": rng.choice([None, datetime(2031, 1, 1, tzinfo=UTC)]),
        "proof": rng.choice([None, PROOF]),
        "rematch": "Rematch1",
        "rematch_by": rng.randrange(3),
        "void": "Played by two people in one browser",
        **({"winner": rng.randrange(3), "rated": tuple(some(RATED, rng))} if stage is Stage.OVER else {}),
    }


def some(things: Iterable[T], rng: Random) -> frozenset[T]:
    """A few of these, so that often only one of them differs from before."""
    return frozenset(thing for thing in things if rng.random() < 0.15)


def few(changes: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A few of these changes by name."""
    chosen = some(changes, rng)
    return {name: change for name, change in changes.items() if name in chosen}
