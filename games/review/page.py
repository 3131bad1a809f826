"""One position of a reviewed deal, with all hands open or as one player saw it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from django.utils.translation import gettext as _

from games.analysis import DoubleDummy
from games.components.cards import Face, face_of, in_order
from games.components.context import positions, reading_order
from games.components.picture import table_of
from games.components.scores import Explained, explain
from games.engine import PLAYERS, BidMade, Card, CardPlayed, Dealt, Event, Peeked, Phase, Player, View, replay, view_for
from games.play.snapshot import finished_deal
from games.review.hands import ReviewHands, ReviewSeat, review_trick, tricks_to_win
from games.review.log import Link
from games.review.reviewed_deal import ReviewedDeal
from games.words.names import Names
from games.words.sentences import deal_headline, happened_in_deal

Address: TypeAlias = Callable[[int, Player | None], str]
"""Returns the URL of a position, with all hands open (None) or as a player saw it."""


class Steps(NamedTuple):
    """The URLs of the positions one can step to, "" where there is none."""

    first: str
    trick_back: str
    back: str
    forward: str
    trick_forward: str
    last: str


class ReviewPage(NamedTuple):
    """The position of a deal after `at` of `last` actions.

    `has_worth` tells whether the cards of a hand show the tricks they can win. `known` are the cards of the face-down
    dummy that the player has seen. `explained` is the explanation of the scores, empty for an unfinished deal.
    """

    headline: str
    at: int
    last: int
    where: str
    happened: str
    seats: tuple[ReviewSeat, ...]
    has_worth: bool
    centre: dict[str, object] | None
    known: tuple[Face, ...]
    modes: tuple[Link, ...]
    steps: Steps
    explained: tuple[Explained, ...]


def first_position(log: Sequence[Event]) -> int:
    """Return the position in which a review begins: the last one before the play."""
    return max(at for at, event in enumerate(log) if isinstance(event, Dealt | Peeked | BidMade))


def review_page(
    deal: ReviewedDeal,
    at: int,
    seen_by: Player | None,
    address: Address,
    double_dummy: DoubleDummy | None = None,
    chances: Mapping[Card, str] | None = None,
) -> ReviewPage:
    """Return the position after `at` actions as `seen_by` saw it.

    If `seen_by` is None, all hands are open, and each card has its worth according to `double_dummy` and, by `chances`,
    how likely the player on turn could think it there.
    """
    state, end, last = replay(deal.log[: at + 1]), replay(deal.log), len(deal.log) - 1
    view, names, is_open = view_for(state, seen_by), Names(deal.seats, deal.viewer), seen_by is None
    places = positions(table_of(view, deal.seats, deal.viewer if is_open else seen_by))
    worth = tricks_to_win(state, double_dummy) if is_open and double_dummy is not None else {}
    next_event = deal.log[at + 1] if is_open and at < last else None
    hands = ReviewHands(state, view, names, next_event, worth, (chances or {}) if is_open else {})
    modes = [Link(names.label(player), address(at, player), player == seen_by) for player in PLAYERS]
    line = finished_deal(deal.number, end) if end.phase is Phase.FINISHED else None
    return ReviewPage(
        headline=deal_headline(line, names) if line else _("A deal that is not finished"),
        at=at,
        last=last,
        where=_where(view),
        happened=happened_in_deal(view, deal.number, names),
        seats=tuple(hands.seat(hand, places[hand]) for hand in reading_order(places)),
        has_worth=bool(worth),
        centre=review_trick(view, places, names),
        known=() if is_open else tuple(face_of(card) for card in in_order(card for _place, card in view.places)),
        modes=(Link(_("All hands"), address(at, None), is_open), *modes),
        steps=_steps(deal.log, at, lambda position: address(position, seen_by)),
        explained=explain(line, end.rules, names) if line else (),
    )


def _where(view: View) -> str:
    phases = {Phase.PEEKING: _("Peeking"), Phase.BIDDING: _("Bidding"), Phase.FINISHED: _("The end of the deal")}
    return phases.get(view.phase) or _("Trick %(number)d of 13") % {"number": len(view.tricks) + 1}


def _steps(log: Sequence[Event], at: int, address: Callable[[int], str]) -> Steps:
    """Return the steps by one action and by one trick; a trick starts when no card lies on the table."""
    last, plays = len(log) - 1, [position for position, event in enumerate(log) if isinstance(event, CardPlayed)]
    leads = [position - 1 for position in plays[::4]]
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
