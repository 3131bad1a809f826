"""A series of deals between two bots: each deal is played six times, with one bot in one seat and the other in two."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple, TypeAlias

from ..bots.protocol import action_text
from ..engine import (
    PLAYERS,
    Action,
    Dealt,
    IllegalAction,
    Rules,
    Standing,
    State,
    View,
    act,
    deal_hands,
    position_notation,
    replay,
    score,
    view_for,
    waiting_for,
)
from .programs import ProgramFault
from .results import long_run_points

Chooser: TypeAlias = Callable[[View, Random], Action]


class Bot(NamedTuple):
    """A bot, and what it is called."""

    name: str
    choose: Chooser


def compare(one: Bot, other: Bot, rules: Rules, deals: int, seed: int = 0) -> Iterator[float]:
    """Yield for each deal by how many points one bot does better than the other, on average over the six plays.

    Points are those of `long_run_points`. Equal seeds give equal deals. Raises ProgramFault for an action that is not
    legal.
    """
    for number in range(seed, seed + deals):
        dealt = Dealt(rules, number % 3, Standing(), deal_hands(number.to_bytes(32)))
        yield fmean(_difference(dealt, one, other, seats, number) for seats in _arrangements())


def _arrangements() -> Iterator[tuple[bool, ...]]:
    """Yield by player whether the first bot sits there: alone in each seat, then in the two others."""
    for seat in PLAYERS:
        yield tuple(player == seat for player in PLAYERS)
        yield tuple(player != seat for player in PLAYERS)


def _difference(dealt: Dealt, one: Bot, other: Bot, seats: Sequence[bool], seed: int) -> float:
    end = _play(replay([dealt]), [one if first else other for first in seats], Random(seed))
    points = list(map(long_run_points, score(end)))
    first = fmean(got for got, is_first in zip(points, seats, strict=True) if is_first)
    return first - fmean(got for got, is_first in zip(points, seats, strict=True) if not is_first)


def _play(state: State, bots: Sequence[Bot], rng: Random) -> State:
    """Return the finished deal."""
    while waiting := waiting_for(state):
        bot = bots[waiting[0]]
        action = bot.choose(view_for(state, waiting[0]), rng)
        try:
            state = act(state, action)
        except IllegalAction as refusal:
            what = f"{action_text(action)} is not legal ({refusal.code})"
            raise ProgramFault(f"{bot.name}: {what}, at {position_notation(state)}") from None
    return state
