"""Lessons: a fixed deal each, played step by step with a coach.

A step has a text, the one action it asks for, and the actions after it that the lesson makes itself: those of the
others, and yours where there is no choice. Only the action asked for leads on, so a learner's progress is just the
number of a step.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from games import engine
from games.components.picture import table_of
from games.engine import HAND_NAMES, PLAYERS, Action, Bid, Card, Claim, HandId, Play, Player, Standing, State, View
from games.play.moves import Move, Ready
from games.play.snapshot import SeatInfo, Snapshot, finished_deal
from games.values import Stage

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

YOU, ANA, BEN = PLAYERS

SEATS: Final = (SeatInfo(YOU, "", False), SeatInfo(ANA, "Ana", False), SeatInfo(BEN, "Ben", False))


class WrongLessonMove(Exception):
    """The action is legal, but the lesson asks for another one."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson.

    `task` is the action it asks for in words, "" if the step is just to read. `actions` are that action, if any, and
    those that follow.
    """

    title: "StrOrPromise"
    text: "StrOrPromise"
    task: "StrOrPromise" = ""
    actions: tuple[Action, ...] = ()

    @property
    def asks(self) -> Action | None:
        """Return the action that the step asks for, None if it is just to read."""
        return self.actions[0] if self.task else None

    @property
    def asked_elements(self) -> str:
        """Return selectors of what the page outlines, with "|" between them; "" if the step is just to read."""
        return "" if self.asks is None else "|".join(_elements_of(self.asks))


def _elements_of(action: Action) -> list[str]:
    """Return selectors of what the learner touches to make this action."""
    match action:
        case Play(card=card):
            return [f"#card-{card}"]
        case Bid(tricks=tricks, nils=nils):
            chosen = [("tricks", str(tricks)), *(("nils", HAND_NAMES[hand]) for hand in sorted(nils))]
            return [f"label:has([name={name}][value='{value}'])" for name, value in chosen]
        case _:
            return ["#claim-ask summary"]


@dataclass(frozen=True)
class Lesson:
    """A lesson on one deal, in which Ben deals and you bid first.

    `code` is that of its table: codes of real tables are shorter. `page` names the address of its steps. `before` is
    the score before the deal.
    """

    code: str
    page: str
    title: "StrOrPromise"
    pack: Mapping[HandId, str]
    steps: tuple[LessonStep, ...]
    before: Standing = field(default_factory=Standing)

    @property
    def last(self) -> int:
        """Return the number of the last step, which shows the result."""
        return len(self.steps) - 1

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Return the state of the deal at each step."""
        state = dealt(self.pack, before=self.before)
        states = [state]
        for step in self.steps[:-1]:
            for action in step.actions:
                state = engine.act(state, action)
            states.append(state)
        return tuple(states)

    def table_at(self, number: int) -> Snapshot:
        """Return the table at a step, 0 to `last`. At steps that are just to read nothing can be done."""
        state, asks = self.states[number], self.steps[number].asks
        view = idle_view(state) if asks is None else engine.view_for(state, YOU)
        claimable = view.claimable[-1:] if isinstance(asks, Claim) else ()  # the lessons claim all remaining tricks
        return table(state, replace(view, claimable=claimable), self.code, version=number)

    def check_move(self, number: int, move: Move) -> None:
        """Check the learner's move at a step.

        Raises `IllegalAction` if the rules forbid it, WrongLessonMove if the lesson asks for another one.
        """
        if not isinstance(move, Ready):
            engine.decide(self.states[number], move)
        if move != self.steps[number].asks:
            raise WrongLessonMove


def play(player: Player, card: str) -> Play:
    """Return the play of the card with this code, "HA"."""
    return Play(player, Card.parse(card))


def dealt(pack: Mapping[HandId, str], rules: engine.Rules | None = None, before: Standing | None = None) -> State:
    """Return a deal before its first action."""
    hands = tuple(map(engine.parse_cards, pack.values()))
    return engine.replay([engine.Dealt(rules or engine.Rules(), BEN, before or Standing(), hands)])


def idle_view(state: State) -> View:
    """Return your view without any possible action, for a table just to look at."""
    view = engine.view_for(state, YOU)
    return replace(view, waiting=(), to_play=None, playable=(), bid_options=(), peek_count=0, claimable=())


def table(state: State, view: View, code: str, version: int = 0) -> Snapshot:
    """Return the table of a lesson or a picture."""
    shown = replace(table_of(view, SEATS, YOU), code=code, version=version)
    if state.phase is not engine.Phase.FINISHED:
        return shown
    return replace(
        shown,
        stage=Stage.SCORED,
        finished=(finished_deal(1, state),),
        standing=engine.standing_after(engine.score(state)),
    )
