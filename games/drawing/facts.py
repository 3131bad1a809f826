"""What a table shows, as facts with names: of two moments those are compared, and what is made of them drawn anew."""

from __future__ import annotations

from operator import itemgetter
from typing import Final, TypeAlias

from games.engine import DUMMY, HANDS, HandId, TableView
from games.presenters import TablePage
from games.presenters.deal_page import hand_order

Facts: TypeAlias = tuple[object, ...]
"""What a page shows, in the order of `FACTS`, besides what its shape says."""

_OF_TABLE: Final = (
    *("version", "seats", "proposal", "may_take_back", "last_by_clock", "standing", "finished", "ready"),
    *("next_deal_at", "secret", "winner", "rematch", "rated", "void"),
)
_OF_VIEW: Final = (
    *("hand", "dummy", "places", "flipped", "looked", "peek_count", "bids", "bid_options", "contracts", "nils"),
    *("trick", "tricks", "to_play", "waiting", "claim", "may_claim", "may_answer_claim"),
)
_OF_PAGE: Final = ("prompt", "stand_in", "question", "hand_order", "asked_of_hand", "asked_of_dummy")

FACTS: Final = (
    *(*_OF_TABLE, *_OF_VIEW, *_OF_PAGE),
    *(f"seat-{hand}" for hand in HANDS),
    *(f"count-{hand}" for hand in HANDS),
)
"""The names of all facts: fields of the table, of the deal and of the page, and what each hand's plate shows."""

_values_of_table = itemgetter(*_OF_TABLE)
_values_of_view = itemgetter(*_OF_VIEW)
_NO_VIEW: Final[Facts] = (None,) * len(_OF_VIEW)


def facts_of(page: TablePage) -> Facts:
    """The facts of a page."""
    table, view = page.snapshot, page.snapshot.view
    about_deal = _NO_VIEW if view is None else _values_of_view(vars(view))
    return (*_values_of_table(vars(table)), *about_deal, *_about_page(page), *table.seats, None, *_counts(view))


def differing(before: Facts, now: Facts) -> set[str]:
    """The names of the facts that have changed."""
    both = zip(FACTS, before, now, strict=True)
    return {name for name, old, new in both if old is not new and old != new}


def _about_page(page: TablePage) -> Facts:
    view = page.snapshot.view
    order = hand_order(page.snapshot)
    if view is None:
        return page.prompt, page.stand_in, page.question, order, (), ()
    asked_of_dummy = view.playable if view.to_play == DUMMY else ()
    asked_of_hand = view.playable if view.to_play == view.viewer else ()
    return page.prompt, page.stand_in, page.question, order, asked_of_hand, asked_of_dummy


def _counts(view: TableView | None) -> Facts:
    """What is counted on each hand's plate: the side's tricks of the contract, and whether a nil has failed."""
    return (None,) * len(HANDS) if view is None else tuple([_count(view, hand) for hand in HANDS])


def _count(view: TableView, hand: HandId) -> Facts:
    is_taken = view.taken[hand] > 0
    return (is_taken,) if hand == DUMMY else (view.side_tricks[hand], view.contracts[hand], is_taken)
