"""A review's page: one position of a deal, with all hands open or as one player saw it, and what the analysis says."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.analysis.findings import (
    DoubleDummy,
    bids_from_json,
    points_from_json,
    thoughts_from_json,
    tricks_from_json,
    verdicts,
)
from games.components.cards import Face, face_of, in_order
from games.components.context import positions, reading_order
from games.components.picture import table_of
from games.components.scores import Explained, explain
from games.engine import DECK, PLAYERS, BidMade, Card, CardPlayed, Dealt, Event, Peeked, Phase, replay, view_for
from games.models import Analysis
from games.play.marks import positions as positions_marked
from games.play.snapshot import finished_deal
from games.review.findings import bid_tables, lost_tricks
from games.review.hands import ReviewHands, ReviewSeat, review_trick, tricks_to_win
from games.review.known import thought_on_next, what_was_known
from games.review.log import Link, ReviewSelection, marked, review_log, took, took_words
from games.review.points import own_costliest, points_page
from games.review.queries import ReviewedDeal
from games.words.places import Place
from games.words.sentences import deal_headline, happened_in_deal

LONG: Final = 10
"""Seconds: a step of a review says how long the player took if it was at least this long."""


class Steps(NamedTuple):
    """The URLs of the positions to step to, "" where there is none."""

    first: str
    trick_back: str
    back: str
    forward: str
    trick_forward: str
    last: str


class ReviewPage(NamedTuple):
    """The position of a deal after `at` of `last` actions.

    `has_worth` says whether the cards of a hand show the tricks they can win. `known` are the cards of the face-down
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
    chosen: ReviewSelection,
    double_dummy: DoubleDummy | None = None,
    chances: Mapping[Card, str] | None = None,
) -> ReviewPage:
    """Return the chosen position.

    If all hands are open, each card has its worth according to `double_dummy` and, from `chances`, the probability that
    the player on turn could give to its place.
    """
    at, seen_by, end, last = chosen.at, chosen.seen_by, deal.end, len(deal.log) - 1
    state, names, is_open = replay(deal.log[: at + 1]), deal.names, seen_by is None
    view = view_for(state, seen_by)
    places = positions(table_of(view, deal.seats, deal.viewer if is_open else seen_by))
    worth = tricks_to_win(state, double_dummy) if is_open and double_dummy is not None else {}
    next_event = deal.log[at + 1] if is_open and at < last else None
    hands = ReviewHands(state, view, names, next_event, worth, (chances or {}) if is_open else {})
    modes = [Link(names.label(player), chosen.address(at, player), player == seen_by) for player in PLAYERS]
    phases = {Phase.PEEKING: _("Peeking"), Phase.BIDDING: _("Bidding"), Phase.FINISHED: _("The end of the deal")}
    line = finished_deal(deal.number, end) if end.phase is Phase.FINISHED else None
    return ReviewPage(
        headline=deal_headline(line, names) if line else _("A deal that is not finished"),
        at=at,
        last=last,
        where=phases.get(view.phase) or _("Trick %(number)d of 13") % {"number": len(view.tricks) + 1},
        happened=happened_in_deal(view, deal.number, names),
        seats=tuple(hands.seat(hand, places[hand]) for hand in reading_order(places)),
        has_worth=bool(worth),
        centre=review_trick(view, places, names),
        known=() if is_open else tuple(face_of(card) for card in in_order(card for _place, card in view.places)),
        modes=(Link(_("All hands"), chosen.address(at, None), is_open), *modes),
        steps=_steps(deal.log, at, chosen.address),
        explained=explain(line, end.rules, names) if line else (),
    )


def _steps(log: Sequence[Event], at: int, address: Callable[[int], str]) -> Steps:
    """Return the steps by one action and by one trick; a trick starts when no card is on the table."""
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


def _is_all_played(log: Sequence[Event]) -> bool:
    return sum(isinstance(event, CardPlayed) for event in log) == len(DECK)


def review_context(deal: ReviewedDeal, chosen: ReviewSelection, analysis: Analysis | None) -> dict[str, object]:
    """Return the template context of a review. `analysis` is what is stored of it so far."""
    tricks = tricks_from_json(analysis.tricks) if analysis and analysis.tricks is not None else None
    thoughts = thoughts_from_json(analysis.thoughts) if analysis and analysis.thoughts is not None else ()
    points = points_from_json(analysis.points) if analysis and analysis.points is not None else None
    bids = bids_from_json(analysis.bids) if analysis and analysis.bids is not None else None
    card_verdicts, is_open = verdicts(deal.end, tricks) if tricks else (), chosen.seen_by is None
    is_own = is_open and deal.viewer is not None
    known = what_was_known(deal, chosen.at, chosen.seen_by, thoughts, points)
    went = points_page(deal, chosen, points, thoughts) if points and is_open else None
    turns = [turn.given.number for turn in went.turns] if went else []
    own = own_costliest(deal, chosen, points, thoughts) if is_own and points else ()
    return {
        "deal": deal,
        "place": Place.TODAY if deal.is_board else None,
        "reportable": any(not seat.is_bot for seat in deal.seats if seat.player != deal.viewer),
        "seeds": list(zip(deal.seats, deal.proof.seeds, strict=True)) if deal.proof else [],
        "review": review_page(deal, chosen, tricks, known.on_cards if known else None),
        "log": review_log(deal, chosen, card_verdicts),
        "may_play_on": is_open and deal.end.phase is Phase.FINISHED and not _is_all_played(deal.log[: chosen.at + 1]),
        "took": took_words(deal, chosen.at) if took(deal, chosen.at) >= LONG else "",
        "marked": marked(deal, chosen, positions_marked(deal.key, deal.viewer)),
        "thought": thought_on_next(deal, chosen.at, thoughts) if is_open else None,
        "known": known,
        "is_own": is_own,
        "own_costliest": own,
        "own_mistakes": sum(turn.is_mistake for turn in own),
        "listed_before": {turn.given.number for turn in own},
        "here": chosen.address(chosen.at),
        "chosen": chosen,
        "open_cards": is_open,
        "analysable": deal.end.declarer is not None,
        "analysis": analysis,
        "awaits_points": is_open and analysis is not None and analysis.due_at is not None and points is None,
        "points": went,
        "lost": lost_tricks(deal, chosen, card_verdicts, turns) if card_verdicts and is_open else None,
        "bids": None if bids is None else bid_tables(deal, bids),
    }
