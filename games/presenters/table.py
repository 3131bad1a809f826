"""The table page: everything the templates print, finished."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.engine import DUMMY, HANDS, Card, HandId, TableView
from games.snapshot import Stage, TableSnapshot

from .faces import Face, SuitGroup, face, groups
from .moves import BidForm, PeekForm, Place, bid_forms, peek_form, places
from .news import deal_log, happened, prompt, waiting, why_not
from .scores import Column, columns
from .seating import Plate, plates, positions
from .sheet import Explained, ScoreSheet, Standing, deal_headline, explain, score_sheet, standings
from .trick import Centre, PastTrick, centre, past_tricks
from .words import HAND_CODES, Names, the_card


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand whose cards may be seen, by suit. `on_turn` if a card is asked from it now, by this viewer."""

    code: str
    label: str
    position: str
    on_turn: bool
    groups: tuple[SuitGroup, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """One player's card in the draw for the first deal."""

    name: str
    card: Face
    deals: bool


@dataclass(frozen=True, slots=True)
class ClaimBox:
    """A claim on the table: what it says, the hand it is for, and whether the viewer is to answer."""

    sentence: str
    hand: tuple[Face, ...]
    may_answer: bool
    waiting: str


@dataclass(frozen=True, slots=True)
class Fairness:
    """The proof that the pack was fixed before the deal: `secret` is "" until the deal is over."""

    commitment: str
    secret: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """One table for one viewer, in words. Parts that do not apply now are None or empty."""

    code: str
    name: str
    version: int
    stage: str
    phase: str
    deal_number: int
    next_deal: int
    trick_number: int
    where: str
    title: str
    prompt: str
    waiting: str
    announcement: str
    why_not: str
    target: int
    is_player: bool
    scores: tuple[Column, ...]
    plates: tuple[Plate, ...]
    draw: tuple[Draw, ...]
    draw_words: str
    hand: OpenHand | None
    dummy: OpenHand | None
    dummy_position: str
    places: tuple[Place, ...]
    known: bool
    centre: Centre | None
    past: tuple[PastTrick, ...]
    log: tuple[str, ...]
    peek: PeekForm | None
    bids: tuple[BidForm, ...]
    claim: ClaimBox | None
    may_claim: bool
    headline: str
    explained: tuple[Explained, ...]
    sheet: ScoreSheet | None
    standings: tuple[Standing, ...]
    open_hands: tuple[OpenHand, ...]
    ready: bool
    ready_names: str
    next_deal_at: datetime | None
    fairness: Fairness


def table_page(snapshot: TableSnapshot) -> TablePage:
    """Everything the table's templates print, for the viewer of the snapshot and in the active language."""
    names = Names(snapshot.seats, snapshot.viewer)
    view = snapshot.view
    seats = positions(snapshot)
    asked = prompt(snapshot, names)
    scored = snapshot.stage in (Stage.SCORED, Stage.OVER) and bool(snapshot.finished)
    return TablePage(
        code=snapshot.code,
        name=snapshot.name,
        version=snapshot.version,
        stage=str(snapshot.stage),
        phase=str(view.phase) if view else "",
        deal_number=snapshot.deal_number,
        next_deal=snapshot.deal_number + 1,
        trick_number=min(len(view.tricks) + 1, 13) if view and view.declarer is not None else 0,
        where=_where(snapshot),
        title=_title(snapshot, asked),
        prompt=asked,
        waiting=waiting(snapshot, names),
        announcement=_announcement(snapshot, names, asked),
        why_not=why_not(view) if view and view.playable else "",
        target=snapshot.rules.target,
        is_player=snapshot.viewer is not None,
        scores=columns(snapshot, names),
        plates=plates(snapshot, names),
        draw=_draw(snapshot, names) if snapshot.stage is Stage.DRAWING else (),
        draw_words=_draw_words(snapshot, names),
        hand=_own_hand(view, names, seats),
        dummy=_exposed_dummy(view, names, seats),
        dummy_position=seats[DUMMY],
        places=places(view) if view else (),
        known=bool(view and view.places),
        centre=centre(view, seats, names) if view else None,
        past=past_tricks(view, seats, names) if view else (),
        log=deal_log(view, names) if view else (),
        peek=peek_form(view, names) if view else None,
        bids=bid_forms(view, names) if view else (),
        claim=_claim(snapshot, names),
        may_claim=view is not None and view.may_claim,
        headline=deal_headline(snapshot.finished[-1], names) if scored else "",
        explained=explain(snapshot, snapshot.finished[-1], names) if scored else (),
        sheet=score_sheet(snapshot),
        standings=standings(snapshot, names),
        open_hands=_all_hands(view, names, seats),
        ready=snapshot.viewer in snapshot.ready,
        ready_names=", ".join(names.label(player) for player in sorted(snapshot.ready)),
        next_deal_at=snapshot.next_deal_at,
        fairness=Fairness(snapshot.commitment, snapshot.secret or ""),
    )


def _where(snapshot: TableSnapshot) -> str:
    """The state of the game in a few words, for the bar above the table."""
    view = snapshot.view
    if snapshot.stage is Stage.DRAWING or view is None:
        return _("draw for the deal")
    deal = _("deal %(number)d") % {"number": snapshot.deal_number}
    if snapshot.stage is Stage.OVER:
        return _("game over")
    if snapshot.stage is not Stage.DEAL:
        return deal
    steps = {"peeking": _("peeking"), "bidding": _("bidding")}
    step = steps.get(str(view.phase)) or _("trick %(number)d of 13") % {"number": min(len(view.tricks) + 1, 13)}
    return f"{deal} · {step}"


def _title(snapshot: TableSnapshot, asked: str) -> str:
    place = snapshot.name or _where(snapshot)
    return _("Your turn · %(place)s") % {"place": place} if asked else place


def _announcement(snapshot: TableSnapshot, names: Names, asked: str) -> str:
    return " ".join(filter(None, (happened(snapshot, names), f"{asked}." if asked else "")))


def _draw(snapshot: TableSnapshot, names: Names) -> tuple[Draw, ...]:
    return tuple(
        Draw(names.label(player), face(card), player == snapshot.dealer) for player, card in enumerate(snapshot.drawn)
    )


def _draw_words(snapshot: TableSnapshot, names: Names) -> str:
    card = the_card(snapshot.drawn[snapshot.dealer])
    return names.say(
        snapshot.dealer, _("You drew %(card)s: you deal first."), _("%(name)s drew %(card)s and deals first."), card=card
    )


def _own_hand(view: TableView | None, names: Names, seats: dict[HandId, str]) -> OpenHand | None:
    if view is None or view.viewer is None or view.hand is None:
        return None
    return _open_hand(view, view.viewer, view.hand, _("Your hand"), seats)


def _exposed_dummy(view: TableView | None, names: Names, seats: dict[HandId, str]) -> OpenHand | None:
    if view is None or view.dummy is None:
        return None
    return _open_hand(view, DUMMY, view.dummy, names.label(DUMMY), seats)


def _open_hand(
    view: TableView, hand: HandId, cards: tuple[Card, ...], label: str, seats: dict[HandId, str]
) -> OpenHand:
    on_turn = bool(view.playable) and view.to_play == hand
    return OpenHand(HAND_CODES[hand], label, seats[hand], on_turn, groups(view, hand, cards))


def _all_hands(view: TableView | None, names: Names, seats: dict[HandId, str]) -> tuple[OpenHand, ...]:
    """The four hands as they were dealt, once the deal is over (RULES section 10)."""
    if view is None or view.dealt is None:
        return ()
    return tuple(
        OpenHand(HAND_CODES[hand], names.label(hand), seats[hand], False, groups(view, hand, view.dealt[hand]))
        for hand in HANDS
    )


def _claim(snapshot: TableSnapshot, names: Names) -> ClaimBox | None:
    view = snapshot.view
    if view is None or view.claim is None or view.claim_hand is None:
        return None
    return ClaimBox(
        sentence=happened(snapshot, names),
        hand=tuple(map(face, view.claim_hand)),
        may_answer=view.may_answer_claim,
        waiting=waiting(snapshot, names),
    )
