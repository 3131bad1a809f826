"""A finished deal to step through: one position of it, with all hands open or as one player saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from django.utils.translation import gettext as _

from games.analysis import DoubleDummy
from games.engine import (
    PLAYERS,
    BidMade,
    CardPlayed,
    Dealt,
    Event,
    Peeked,
    Phase,
    Player,
    State,
    View,
    replay,
    view_for,
)
from games.play.snapshot import (
    FinishedDeal,
    ReviewedDeal,
    Snapshot,
    Stage,
    TableOptions,
    finished_deal,
)

from .faces import Face, face
from .news import happened
from .review_hands import Hands, ReviewSeat
from .seating import plate, positions, reading_order
from .sheet import Explained, deal_headline, explain
from .trick import Centre, centre
from .words import Names

Address: TypeAlias = Callable[[int, Player | None], str]
"""The address of a position, with all hands open (None) or as a player saw it."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to see the deal: its name, where it leads, and whether one is there already."""

    label: str
    href: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """The ways from a position to others of the deal, "" where there is none."""

    first: str
    trick_back: str
    back: str
    forward: str
    trick_forward: str
    last: str


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """The position of a deal after `at` of `last` actions.

    `weighed` says that the cards of one hand show what they could be worth, `known` are the cards of the face-down
    dummy that the player has seen. `explained` is what the deal scored, empty if it is not finished.
    """

    number: int
    headline: str
    at: int
    last: int
    where: str
    happened: str
    seats: tuple[ReviewSeat, ...]
    weighed: bool
    centre: Centre | None
    known: tuple[Face, ...]
    modes: tuple[Way, ...]
    steps: Steps
    explained: tuple[Explained, ...]


def opening(log: Sequence[Event]) -> int:
    """The position to begin with: the last one before the play."""
    return max(at for at, event in enumerate(log) if isinstance(event, Dealt | Peeked | BidMade))


def review_page(
    deal: ReviewedDeal, at: int, seen_by: Player | None, address: Address, found: DoubleDummy | None = None
) -> ReviewPage:
    """The position after `at` actions as `seen_by` saw it, or with all hands open and each card judged by `found`."""
    state, end = replay(deal.log[: at + 1]), replay(deal.log)
    view, names = view_for(state, seen_by), Names(deal.seats, deal.viewer)
    snapshot = _as_table(deal, view, seen_by)
    seats = positions(snapshot)
    hands = Hands(state, seen_by, deal.log[at + 1] if at + 1 < len(deal.log) else None, found)
    line = _score_line(deal, end)
    shown = tuple(hands.seat(plate(snapshot, names, hand, seats[hand]), view, hand) for hand in reading_order(seats))
    return ReviewPage(
        number=deal.number,
        headline=deal_headline(line, names) if line else _("A deal that is not finished"),
        at=at,
        last=len(deal.log) - 1,
        where=_where(view),
        happened=happened(snapshot, names),
        seats=shown,
        weighed=any(card.worth for seat in shown for suit in seat.suits for card in suit.cards),
        centre=centre(view, seats, names),
        known=tuple(face(card) for _place, card in view.places) if seen_by is not None else (),
        modes=_modes(at, seen_by, names, address),
        steps=_steps(deal.log, at, lambda position: address(position, seen_by)),
        explained=explain(replace(snapshot, viewer=deal.viewer), line, names) if line else (),
    )


def _as_table(deal: ReviewedDeal, view: View, seen_by: Player | None) -> Snapshot:
    """The position as a table, whoever looks at it at the bottom."""
    return Snapshot(
        code=deal.code,
        name=deal.name,
        rules=view.rules,
        version=0,
        stage=Stage.DEAL,
        seats=deal.seats,
        viewer=deal.viewer if seen_by is None else seen_by,
        drawn=None,
        dealer=view.dealer,
        deal_number=deal.number,
        view=view,
        finished=(),
        standing=view.before,
        ready=frozenset(),
        next_deal_at=None,
        winner=None,
        commitment="",
        secret=None,
        options=TableOptions(),
    )


def _score_line(deal: ReviewedDeal, end: State) -> FinishedDeal | None:
    return finished_deal(deal.number, end) if end.phase is Phase.FINISHED else None


def _where(view: View) -> str:
    match view.phase:
        case Phase.PEEKING:
            return _("Peeking")
        case Phase.BIDDING:
            return _("Bidding")
        case Phase.FINISHED:
            return _("The end of the deal")
    return _("Trick %(number)d of 13") % {"number": len(view.tricks) + 1}


def _modes(at: int, seen_by: Player | None, names: Names, address: Address) -> tuple[Way, ...]:
    """All hands open, or the table as one of the players saw it."""
    seen = (Way(names.label(player), address(at, player), player == seen_by) for player in PLAYERS)
    return (Way(_("All hands"), address(at, None), seen_by is None), *seen)


def _steps(log: Sequence[Event], at: int, address: Callable[[int], str]) -> Steps:
    """The ways by one action and by one trick, whose positions are those in which no card lies on the table."""
    last, leads = len(log) - 1, _leads(log)
    before = [position for position in (0, *leads) if position < at]
    after = [position for position in (*leads, last) if position > at]
    return Steps(
        first=address(0) if at else "",
        trick_back=address(before[-1]) if before else "",
        back=address(at - 1) if at else "",
        forward=address(at + 1) if at < last else "",
        trick_forward=address(after[0]) if after else "",
        last=address(last) if at < last else "",
    )


def _leads(log: Sequence[Event]) -> list[int]:
    """The positions in which a trick is about to be led."""
    plays = [at for at, event in enumerate(log) if isinstance(event, CardPlayed)]
    return [at - 1 for at in plays[::4]]
