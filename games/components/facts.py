"""What a table shows, as facts with names: of two moments those are compared, and what is made of them drawn anew."""

from __future__ import annotations

from itertools import compress
from operator import is_not, itemgetter
from typing import Final, TypeAlias

from games.engine import DUMMY, HANDS, Phase, View
from games.presenters import TablePage
from games.presenters.deal_page import hand_order
from games.presenters.hands import asked_of

Facts: TypeAlias = tuple[object, ...]
"""What a page shows, in the order of `FACTS`, besides what its shape says."""

_OF_TABLE: Final = (
    *("version", "seats", "proposal", "refused", "may_take_back", "last_by_clock", "standing", "finished"),
    *("ready", "next_deal_at", "secret", "winner", "rematch", "rated", "void"),
)
_OF_VIEW: Final = (
    *("hand", "dummy", "places", "flipped", "looked", "peek_count", "bids", "bid_options", "contracts", "nils"),
    *("side_tricks", "trick", "tricks", "to_play", "claim", "refused_by", "may_claim", "may_answer_claim"),
)
_OF_PAGE: Final = (
    *("stand_in", "hint", "hand_order"),
    *("asked_of_hand", "asked_of_dummy", "awaited", "spoiled"),
)

FACTS: Final = (
    *(*_OF_TABLE, *_OF_VIEW, *_OF_PAGE),
    *(f"seat-{hand}" for hand in HANDS),
    *(f"turn-{hand}" for hand in HANDS),
)
"""The names of all facts: fields of the table, of the deal and of the page, and who sits and acts at each plate."""

_PLACES: Final = range(len(FACTS))
_values_of_table = itemgetter(*_OF_TABLE)
_values_of_view = itemgetter(*_OF_VIEW)
_NO_VIEW: Final[Facts] = (None,) * len(_OF_VIEW)


def facts_of(page: TablePage) -> Facts:
    """The facts of a page."""
    table, view = page.snapshot, page.snapshot.view
    about_deal = _NO_VIEW if view is None else _values_of_view(vars(view))
    return (*_values_of_table(vars(table)), *about_deal, *_about_page(page), *table.seats, None, *page.turns)


def differing(before: Facts, now: Facts) -> tuple[str, ...]:
    """The names of the facts that have changed, in order. Most are the same objects, which is seen at a glance."""
    others = compress(_PLACES, map(is_not, before, now))
    return tuple([FACTS[place] for place in others if before[place] != now[place]])


def _about_page(page: TablePage) -> Facts:
    table, view = page.snapshot, page.snapshot.view
    hint = table.version if page.may_ask_for_a_hint else None
    whole_page = (page.stand_in, hint, hand_order(table))
    if view is None:
        return *whole_page, (), (), (), ()
    asked = (asked_of(view, view.viewer), asked_of(view, DUMMY))
    return *whole_page, *asked, () if page.prompt else _awaited(view), _spoiled(view)


def _awaited(view: View) -> Facts:
    """For whom the bidding waits."""
    return view.waiting if view.phase is Phase.BIDDING else ()


def _spoiled(view: View) -> Facts:
    """The hands that have taken a trick, if there are nils at all."""
    return tuple([hand for hand in HANDS if view.taken[hand]]) if any(view.nils) else ()
