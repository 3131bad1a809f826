"""The deal on the table: everything the templates print of it, each part worked out when it is asked for."""

from __future__ import annotations

from django.utils.functional import cached_property

from accounts.preferences import HandOrder
from games.engine import View
from games.play.snapshot import Snapshot

from .hands import ClaimBox, OpenHand, claim_box, exposed_dummy, own_hand
from .moves import BidForm, PeekForm, Place, bid_forms, peek_form, places
from .news import claim_refused, deal_log, why_not
from .seating import Places
from .together import time_was_up
from .trick import Centre, PastTrick, centre, last_trick, past_tricks
from .words import Names


class DealPage:
    """Cards, trick and forms. Parts that do not apply now are None or empty."""

    def __init__(self, snapshot: Snapshot, view: View, names: Names, seats: Places) -> None:
        self._snapshot, self._view, self._names, self._seats = snapshot, view, names, seats

    @cached_property
    def hand(self) -> OpenHand | None:
        return own_hand(self._view, self._seats, hand_order(self._snapshot))

    @cached_property
    def dummy(self) -> OpenHand | None:
        return exposed_dummy(self._view, self._names, self._seats)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return places(self._view)

    @cached_property
    def centre(self) -> Centre | None:
        return centre(self._view, self._seats, self._names)

    @cached_property
    def past(self) -> tuple[PastTrick, ...]:
        return past_tricks(self._view, self._seats, self._names)

    @cached_property
    def last_trick(self) -> PastTrick | None:
        return last_trick(self._view, self._seats, self._names)

    @cached_property
    def log(self) -> tuple[str, ...]:
        lately = (claim_refused(self._view, self._names), time_was_up(self._snapshot, self._names))
        return (*deal_log(self._view, self._names), *filter(None, lately))

    @cached_property
    def peek(self) -> PeekForm | None:
        return peek_form(self._view, self._names)

    @cached_property
    def bids(self) -> tuple[BidForm, ...]:
        return bid_forms(self._view, self._names)

    @cached_property
    def claim(self) -> ClaimBox | None:
        return claim_box(self._view, self._names)

    @property
    def may_claim(self) -> bool:
        return self._view.may_claim

    @cached_property
    def why_not(self) -> str:
        """Why some cards of the hand to play can't be played, "" if all can."""
        view = self._view
        hand = view.hand if view.to_play == view.viewer else view.dummy
        return why_not(view) if view.playable and view.playable != hand else ""


def hand_order(snapshot: Snapshot) -> HandOrder:
    """How the viewer likes the own cards sorted."""
    return HandOrder.ALTERNATING if snapshot.viewer is None else snapshot.seats[snapshot.viewer].hand_order
