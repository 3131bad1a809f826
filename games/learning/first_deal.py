"""One fixed deal, which the lesson plays step by step and the pictures of the table show.

Only the action that a step asks for leads on, so a learner's progress is just the number of a step.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Final

from games.components.picture import table_of
from games.engine import (
    DUMMY,
    Claim,
    Dealt,
    HandId,
    Peek,
    PeekRule,
    Phase,
    Rules,
    Standing,
    State,
    View,
    act,
    decide,
    parse_cards,
    replay,
    score,
    standing_after,
    view_for,
)
from games.models import Stage
from games.play.snapshot import SeatInfo, Snapshot, finished_deal
from games.play.turns import Move, Ready

from .steps import ANA, BEN, LAST, STEPS, YOU

CODE: Final = "first-deal"
"""The code of the lesson's table. Codes of real tables are shorter."""

SEATS: Final = (SeatInfo(YOU, "", False), SeatInfo(ANA, "Ana", False), SeatInfo(BEN, "Ben", False))

PACK: Final[dict[HandId, str]] = {
    YOU: "SA SK SQ SJ ST S2 HA HQ HJ H5 H4 D8 C3",
    ANA: "S9 S7 S5 H9 H3 DA DK DQ D3 D2 CA CJ C5",
    BEN: "S8 S6 S3 HT H8 H7 H6 DJ D9 D6 D5 CK C9",
    DUMMY: "D7 C6 HK CQ S4 C2 DT C8 H2 CT D4 C7 C4",
}


class WrongLessonMove(Exception):
    """The action is legal, but the lesson asks for another one."""


@cache
def states() -> tuple[State, ...]:
    """Return the state of the deal at each step."""
    state = _dealt(Rules())
    states = [state]
    for step in STEPS[:-1]:
        for action in step.actions:
            state = act(state, action)
        states.append(state)
    return tuple(states)


def table_at(number: int) -> Snapshot:
    """Return the table at a step, 0 to `LAST`. At steps that are just to read nothing can be done."""
    state, asks = states()[number], STEPS[number].asks
    view = _idle_view(state) if asks is None else view_for(state, YOU)
    return _table(state, replace(view, may_claim=isinstance(asks, Claim)), version=number)


def check_move(number: int, move: Move) -> None:
    """Check the learner's move at a step.

    Raises `IllegalAction` if the rules forbid it, WrongLessonMove if the lesson asks for another one.
    """
    if not isinstance(move, Ready):
        decide(states()[number], move)
    if move != STEPS[number].asks:
        raise WrongLessonMove


def _dealt(rules: Rules) -> State:
    """Return the deal before the first action. Ben deals, so you bid first."""
    return replay([Dealt(rules, BEN, Standing(), tuple(map(parse_cards, PACK.values())))])


def _idle_view(state: State) -> View:
    """Return your view without any possible action, for a table just to look at."""
    view = view_for(state, YOU)
    return replace(view, waiting=(), to_play=None, playable=(), bid_options=(), peek_count=0, may_claim=False)


def _table(state: State, view: View, version: int = 0) -> Snapshot:
    table = replace(table_of(view, SEATS, YOU), code=CODE, version=version)
    if state.phase is not Phase.FINISHED:
        return table
    return replace(
        table, stage=Stage.SCORED, finished=(finished_deal(1, state),), standing=standing_after(score(state))
    )


def _pictured(number: int, *, idle: bool = False) -> Snapshot:
    state = states()[number]
    return _table(state, _idle_view(state) if idle else view_for(state, YOU))


def _flipped() -> Snapshot:
    """Return a Flip 2 deal after all three players have turned up their two cards."""
    state = _dealt(Rules(peek=PeekRule.FLIP2))
    for player, places in ((YOU, (1, 2)), (ANA, (5, 7)), (BEN, (9, 12))):
        state = act(state, Peek(player, places))
    return _table(state, _idle_view(state))


PICTURES: Final[Mapping[str, Callable[[], Snapshot]]] = {
    "flipped": _flipped,
    "bidding": partial(_pictured, 2),
    "dummy": partial(_pictured, 6),
    "trick": partial(_pictured, 11, idle=True),
    "turn": partial(_pictured, 16),
    "score": partial(_pictured, LAST),
}
"""The table that each picture in the rules shows, by the name of the picture."""
