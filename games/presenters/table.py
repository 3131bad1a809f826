"""The table page: everything the templates print, finished."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from games.engine import DUMMY, TableView
from games.snapshot import Stage, TableSnapshot

from .faces import Face, face
from .gathering import Gathering, gathering
from .hands import ClaimBox, OpenHand, claim_box, exposed_dummy, hands_as_dealt, own_hand
from .moves import BidForm, PeekForm, Place, bid_forms, peek_form, places
from .news import deal_log, drawn, happened, prompt, waiting, why_not
from .scores import Column, columns
from .seating import Plate, plates, positions
from .sheet import Explained, ScoreSheet, Standing, deal_headline, explain, score_sheet, standings
from .together import Question, leaves_others, question, stand_in, time_was_up
from .trick import Centre, PastTrick, centre, past_tricks
from .words import Names


@dataclass(frozen=True, slots=True)
class Draw:
    """One player's card in the draw for the first deal."""

    name: str
    card: Face
    deals: bool


@dataclass(frozen=True, slots=True)
class DealPage:
    """The deal on the table: cards, trick and forms. Parts that do not apply now are None or empty.

    `known` says whether the viewer knows any of the face-down `places`.
    """

    hand: OpenHand | None
    dummy: OpenHand | None
    places: tuple[Place, ...]
    known: bool
    centre: Centre | None
    past: tuple[PastTrick, ...]
    log: tuple[str, ...]
    peek: PeekForm | None
    bids: tuple[BidForm, ...]
    claim: ClaimBox | None
    may_claim: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class Result:
    """The deal just scored: its headline, each player's points explained, and all four hands."""

    headline: str
    explained: tuple[Explained, ...]
    hands: tuple[OpenHand, ...]


@dataclass(frozen=True, slots=True)
class TablePage:
    """One table for one viewer, in words.

    `where` is the state of the game in a few words, `prompt` what the viewer is asked to do, `waiting` whom else the
    table waits for, `announcement` what just happened. `commitment` and `secret` prove the deal; `secret` is ""
    until its end. `stand_in` is the bot in the viewer's seat, `leaves_others` whether somebody plays on without the
    viewer, `rematch` the code of the game that follows; "" without one.
    """

    code: str
    name: str
    version: int
    stage: str
    phase: str
    deal_number: int
    where: str
    title: str
    prompt: str
    waiting: str
    announcement: str
    target: int
    is_player: bool
    scores: tuple[Column, ...]
    plates: tuple[Plate, ...]
    dummy_position: str
    draw: tuple[Draw, ...]
    draw_words: str
    deal: DealPage | None
    result: Result | None
    sheet: ScoreSheet | None
    standings: tuple[Standing, ...]
    ready: bool
    ready_names: str
    next_deal: int
    next_deal_at: datetime | None
    commitment: str
    secret: str
    your_turn: bool
    gathering: Gathering | None
    question: Question | None
    may_take_back: bool
    may_propose_end: bool
    stand_in: str
    leaves_others: bool
    rematch: str


def table_page(snapshot: TableSnapshot) -> TablePage:
    """Everything the table's templates print, for the viewer of the snapshot and in the active language."""
    names = Names(snapshot.seats, snapshot.viewer)
    if stand_in(snapshot):
        snapshot = _looking_on(snapshot)
    view = snapshot.view
    asked = prompt(snapshot)
    return TablePage(
        code=snapshot.code,
        name=snapshot.name,
        version=snapshot.version,
        stage=str(snapshot.stage),
        phase=str(view.phase) if view else "",
        deal_number=snapshot.deal_number,
        where=_where(snapshot),
        title=_title(snapshot, asked),
        prompt=asked,
        waiting=waiting(view, names) if view and not asked else "",
        announcement=_announcement(snapshot, names, asked),
        target=snapshot.rules.target,
        is_player=snapshot.viewer is not None,
        scores=columns(snapshot, names),
        plates=plates(snapshot, names),
        dummy_position=positions(snapshot)[DUMMY],
        draw=_draw(snapshot, names),
        draw_words=drawn(snapshot, names),
        deal=_deal_page(snapshot, view, names) if view else None,
        result=_result(snapshot, names),
        sheet=score_sheet(snapshot),
        standings=standings(snapshot, names),
        ready=snapshot.viewer in snapshot.ready,
        ready_names=", ".join(names.label(player) for player in sorted(snapshot.ready)),
        next_deal=snapshot.deal_number + 1,
        next_deal_at=snapshot.next_deal_at,
        commitment=snapshot.commitment,
        secret=snapshot.secret or "",
        your_turn=bool(asked),
        gathering=gathering(snapshot, names),
        question=question(snapshot, names),
        may_take_back=snapshot.may_take_back and not stand_in(snapshot),
        may_propose_end=leaves_others(snapshot) and snapshot.proposal is None and not stand_in(snapshot),
        stand_in=stand_in(snapshot),
        leaves_others=leaves_others(snapshot),
        rematch=snapshot.rematch,
    )


def _looking_on(snapshot: TableSnapshot) -> TableSnapshot:
    """The table for a player in whose seat a bot sits: the own hand to see, nothing to do."""
    if snapshot.view is None:
        return snapshot
    idle = replace(
        snapshot.view, playable=(), bid_options=(), peek_count=0, may_claim=False, may_answer_claim=False
    )  # fmt: skip
    return replace(snapshot, view=idle)


def _announcement(snapshot: TableSnapshot, names: Names, asked: str) -> str:
    sentences = (time_was_up(snapshot, names), happened(snapshot, names), asked and f"{asked}.")
    return " ".join(filter(None, sentences))


def _deal_page(snapshot: TableSnapshot, view: TableView, names: Names) -> DealPage:
    seats = positions(snapshot)
    return DealPage(
        hand=own_hand(view, seats),
        dummy=exposed_dummy(view, names, seats),
        places=places(view),
        known=bool(view.places),
        centre=centre(view, seats, names),
        past=past_tricks(view, seats, names),
        log=(*deal_log(view, names), *filter(None, [time_was_up(snapshot, names)])),
        peek=peek_form(view, names),
        bids=bid_forms(view, names),
        claim=claim_box(view, names),
        may_claim=view.may_claim,
        why_not=why_not(view) if view.playable else "",
    )


def _result(snapshot: TableSnapshot, names: Names) -> Result | None:
    if snapshot.stage not in (Stage.SCORED, Stage.OVER) or not snapshot.finished:
        return None
    deal = snapshot.finished[-1]
    hands = hands_as_dealt(snapshot.view, names, positions(snapshot)) if snapshot.view else ()
    return Result(deal_headline(deal, names), explain(snapshot, deal, names), hands)


def _where(snapshot: TableSnapshot) -> str:
    view = snapshot.view
    if snapshot.stage is Stage.OPEN:
        return _("players gather")
    if snapshot.stage is Stage.OVER:
        return _("game over")
    if snapshot.stage is Stage.DRAWING or view is None:
        return _("rematch") if snapshot.drawn is None else _("draw for the deal")
    deal = _("deal %(number)d") % {"number": snapshot.deal_number}
    if snapshot.stage is not Stage.DEAL:
        return deal
    steps = {"peeking": _("peeking"), "bidding": _("bidding")}
    step = steps.get(view.phase) or _("trick %(number)d of 13") % {"number": min(len(view.tricks) + 1, 13)}
    return f"{deal} · {step}"


def _title(snapshot: TableSnapshot, asked: str) -> str:
    place = snapshot.name or _where(snapshot)
    return _("Your turn · %(place)s") % {"place": place} if asked else place


def _draw(snapshot: TableSnapshot, names: Names) -> tuple[Draw, ...]:
    if snapshot.stage is not Stage.DRAWING or snapshot.drawn is None:
        return ()
    return tuple(
        Draw(names.label(player), face(card), player == snapshot.dealer) for player, card in enumerate(snapshot.drawn)
    )
