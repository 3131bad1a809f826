"""The table page: everything the templates print, each part worked out when it is asked for."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.utils.functional import cached_property

from games.engine import DUMMY, HandId
from games.play.snapshot import Snapshot, Stage

from .deal_page import DealPage
from .ending import Standing, standings
from .gathering import Gathering, gathering
from .news import drawn, happened, prompt, waiting
from .scores import Column, columns
from .seating import Count, Plate, Turn, count, hands_on_turn, plate, positions, turns
from .sheet import ScoreSheet, score_sheet
from .stages import Draw, Result, draw, result, title, where
from .together import Question, alone_with_bots, leaves_others, question, refused, stand_in, time_was_up
from .words import Names


class TablePage:
    """One table for one viewer, in words and in the active language.

    `version` is what the forms send along. `snapshot` is the table as the page shows it, without what a player may do
    in whose seat a bot sits. `names` are those of an earlier page with the same seats, for the same viewer.
    """

    def __init__(self, snapshot: Snapshot, version: str = "", names: Names | None = None) -> None:
        self.names = names or Names(snapshot.seats, snapshot.viewer)
        self.stand_in = stand_in(snapshot)
        """The bot in the viewer's seat, "" if none is."""
        self.snapshot = _looking_on(snapshot) if self.stand_in else snapshot
        self.version = version or str(snapshot.version)
        self.code = snapshot.code
        self.name = snapshot.name
        self.stage = str(snapshot.stage)
        self.phase = str(snapshot.view.phase) if snapshot.view else ""
        self.deal_number = snapshot.deal_number
        self.is_player = snapshot.viewer is not None
        self.places = positions(snapshot)
        self.prompt = prompt(self.snapshot)
        """What the viewer is asked to do, "" if nothing."""

    @property
    def in_parts(self) -> bool:
        """Whether parts of the table change one by one, as in a deal and on its sheet; else it changes as a whole."""
        return self.snapshot.stage in (Stage.DEAL, Stage.SCORED)

    @cached_property
    def where(self) -> str:
        """The state of the game in a few words."""
        return where(self.snapshot)

    @cached_property
    def title(self) -> str:
        return title(self.snapshot, self.is_awaited)

    @property
    def your_turn(self) -> bool:
        return bool(self.prompt)

    @cached_property
    def is_awaited(self) -> bool:
        """Whether the viewer is to move, or to answer what another player proposes."""
        return self.your_turn or (self.question is not None and self.question.may_answer)

    @cached_property
    def waiting(self) -> str:
        """Whom else the table waits for."""
        view = self.snapshot.view
        return waiting(view, self.names) if view and not self.prompt else ""

    @cached_property
    def announcement(self) -> str:
        """What just happened."""
        sentences = (
            time_was_up(self.snapshot, self.names),
            happened(self.snapshot, self.names),
            self.prompt and f"{self.prompt}.",
        )
        return " ".join(filter(None, sentences))

    @property
    def target(self) -> int:
        return self.snapshot.rules.target

    @cached_property
    def scores(self) -> tuple[Column, ...]:
        return columns(self.snapshot, self.names)

    def plate(self, hand: HandId) -> Plate:
        """The plate of one hand."""
        return plate(self.snapshot, self.names, hand, self.places[hand])

    @cached_property
    def turns(self) -> tuple[Turn | None, ...]:
        """The tag on the plate of each hand whose turn it is."""
        own = _prompted_hand(self.snapshot) if self.prompt else None
        return turns(hands_on_turn(self.snapshot.view), own, self.prompt)

    def count(self, hand: HandId) -> Count:
        """What is counted on the plate of one hand."""
        return count(self.snapshot.view, hand)

    @property
    def dummy_position(self) -> str:
        return self.places[DUMMY]

    @cached_property
    def draw(self) -> tuple[Draw, ...]:
        return draw(self.snapshot, self.names)

    @cached_property
    def draw_words(self) -> str:
        return drawn(self.snapshot, self.names)

    @cached_property
    def deal(self) -> DealPage | None:
        view = self.snapshot.view
        return DealPage(self.snapshot, view, self.names, self.places) if view else None

    @cached_property
    def result(self) -> Result | None:
        return result(self.snapshot, self.names)

    @cached_property
    def sheet(self) -> ScoreSheet | None:
        return score_sheet(self.snapshot)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return standings(self.snapshot, self.names)

    @property
    def void(self) -> str:
        """Why the game does not count, "" if it does."""
        return self.snapshot.void

    @property
    def ready(self) -> bool:
        return self.snapshot.viewer in self.snapshot.ready

    @property
    def ready_names(self) -> str:
        return ", ".join(self.names.label(player) for player in sorted(self.snapshot.ready))

    @property
    def next_deal(self) -> int:
        return self.deal_number + 1

    @property
    def next_deal_at(self) -> datetime | None:
        return self.snapshot.next_deal_at

    @property
    def commitment(self) -> str:
        """With `secret` the proof of the deal; that is "" until its end."""
        return self.snapshot.commitment

    @property
    def secret(self) -> str:
        return self.snapshot.secret or ""

    @cached_property
    def gathering(self) -> Gathering | None:
        return gathering(self.snapshot, self.names)

    @cached_property
    def question(self) -> Question | None:
        return question(self.snapshot, self.names)

    @property
    def refused(self) -> str:
        """That the others have not agreed to what the viewer has asked for, "" if that is not so."""
        return refused(self.snapshot)

    @property
    def may_take_back(self) -> bool:
        return self.snapshot.may_take_back and not self.stand_in

    @property
    def is_alone_with_bots(self) -> bool:
        return alone_with_bots(self.snapshot)

    @property
    def may_ask_for_a_hint(self) -> bool:
        return self.your_turn and self.is_alone_with_bots

    @property
    def shows_sheet(self) -> bool:
        return self.snapshot.stage.shows_sheet

    @property
    def may_leave(self) -> bool:
        """Whether the viewer plays, and may give the game up."""
        return self.is_player and self.snapshot.stage.is_running and not self.stand_in

    @property
    def may_propose_end(self) -> bool:
        viewer = self.snapshot.viewer
        if viewer is None or self.stand_in:
            return False
        return self.leaves_others and self.snapshot.may_propose("end", viewer)

    @cached_property
    def leaves_others(self) -> bool:
        """Whether somebody plays on without the viewer."""
        return leaves_others(self.snapshot)

    @property
    def rematch(self) -> str:
        """The code of the game that follows, "" without one."""
        return self.snapshot.rematch


def _prompted_hand(snapshot: Snapshot) -> HandId | None:
    """The hand with which the viewer is to do what is asked: the own one, if not the dummy."""
    view = snapshot.view
    return DUMMY if view is not None and view.playable and view.to_play == DUMMY else snapshot.viewer


def _looking_on(snapshot: Snapshot) -> Snapshot:
    """The table for a player in whose seat a bot sits: the own hand to see, nothing to do."""
    if snapshot.view is None:
        return snapshot
    idle = replace(
        snapshot.view, playable=(), bid_options=(), peek_count=0, may_claim=False, may_answer_claim=False
    )  # fmt: skip
    return replace(snapshot, view=idle)
