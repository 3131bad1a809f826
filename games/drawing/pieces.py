"""What a table is made of: its parts by name, what each depends on, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.template.loader import render_to_string
from django.utils.html import escape

from games.drawing import bidding, fixed, markup, plates, scores, sheets
from games.drawing.stamps import STAMP, TOKEN, TURN
from games.engine import DUMMY, HAND_NAMES, HANDS, HandId, Phase, TableView
from games.presenters import TablePage
from games.presenters.deal_page import hand_order
from games.presenters.seating import is_on_turn
from games.presenters.trick import PastTrick
from games.snapshot import Stage

Facts: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the table and all it depends on: while the `facts` are equal, so is what `draw` makes of them."""

    facts: Callable[[TablePage], Facts]
    draw: Callable[[TablePage], str]


def _template(name: str, when: Callable[[TablePage], object] = bool) -> Callable[[TablePage], str]:
    """Draws a Django template that prints the page, and nothing unless there is something to print."""

    def draw(page: TablePage) -> str:
        if not when(page):
            return ""
        return render_to_string(name, {"page": page, "csrf_token": TOKEN})

    return draw


def _of_view(facts: Callable[[TableView], Facts]) -> Callable[[TablePage], Facts]:
    """Facts of the deal; none before the first."""

    def of_page(page: TablePage) -> Facts:
        view = page.snapshot.view
        return () if view is None else facts(view)

    return of_page


def _asked_of(view: TableView, hand: HandId | None) -> Facts:
    """What may be played from a hand now."""
    return view.playable if view.to_play == hand else ()


def _draw_hand(page: TablePage) -> str:
    deal = page.deal
    if deal is None or deal.hand is None:
        return ""
    return markup.hand(deal.hand, page.code, STAMP, deal.why_not, clickable=deal.centre is not None)


def _draw_dummy(page: TablePage) -> str:
    deal = page.deal
    if deal is None or deal.dummy is None:
        return ""
    return markup.dummy(deal.dummy, page.code, STAMP, deal.why_not, clickable=page.is_player)


def _plate(hand: HandId) -> Part:
    return Part(
        lambda page: _facts_of_plate(page, hand), lambda page: plates.plate(page.plate(hand), TURN, page.code, STAMP)
    )


def _facts_of_plate(page: TablePage, hand: HandId) -> Facts:
    table, view = page.snapshot, page.snapshot.view
    seat = None if hand == DUMMY else table.seats[hand]
    about = (seat, page.stand_in)
    if view is None:
        return about
    count = None if hand == DUMMY else (view.side_tricks[hand], view.contracts[hand])
    return (*about, count, view.taken[hand] > 0, view.nils, view.bids, view.looked, view.flipped)


def _turn(hand: HandId) -> Part:
    def facts(page: TablePage) -> tuple[bool, str]:
        return is_on_turn(page.snapshot.view, hand), _mine(page, hand)

    return Part(facts, lambda page: plates.turn_tag(*facts(page)))


def _mine(page: TablePage, hand: HandId) -> str:
    """What the viewer is asked to do, on the plate of the hand it is to be done with."""
    return page.prompt if hand == page.prompted_hand else ""


def _draw_past(draw: Callable[[PastTrick], str]) -> Callable[[TablePage], str]:
    """Draws the last finished trick, if there is one."""
    return lambda page: draw(page.deal.past[0]) if page.deal and page.deal.past else ""


def _draw_trick(page: TablePage) -> str:
    return markup.trick(page.deal.centre) if page.deal and page.deal.centre else ""


def _draw_log(page: TablePage) -> str:
    return markup.log(page.deal.past, page.deal.log) if page.deal and page.deal.log else ""


def _asks_something(page: TablePage) -> bool:
    return bool(page.stand_in or page.question)


def _of_deal(name: str) -> Callable[[TablePage], object]:
    """Whether there is a deal that has this."""
    return lambda page: getattr(page.deal, name, None)


def _draw_places(page: TablePage) -> str:
    deal = page.deal
    if deal is None or not deal.places:
        return ""
    if deal.peek and deal.peek.count:
        return bidding.peek(deal.places, deal.peek, page.code, page.deal_number)
    return bidding.tray(deal.places, deal.peek)


def _draw_bids(page: TablePage) -> str:
    deal = page.deal
    if deal is None or not deal.bids:
        return ""
    return bidding.bids(deal.bids, page.prompt, page.code, page.deal_number)


def _draw_waiting(page: TablePage) -> str:
    words = _waiting_words(page)
    return bidding.waiting(words) if words else ""


def _waiting_words(page: TablePage) -> str:
    return page.waiting if page.phase == Phase.BIDDING else ""


def _facts_of_result(page: TablePage) -> Facts:
    """What the top of a score sheet shows besides what its shape says."""
    table = page.snapshot
    news = page.announcement if table.stage is Stage.OVER else ""
    return (table.finished, table.rematch, table.rated, table.void, page.is_player, news)


def _draw_result(page: TablePage) -> str:
    return sheets.scored(page) if page.stage == Stage.SCORED else _draw_ending(page)


_draw_ending = _template("games/_ending.html")


def _facts_of_records(page: TablePage) -> Facts:
    return (page.snapshot.finished, page.secret, page.snapshot.view is None)


def _draw_claim_ask(page: TablePage) -> str:
    return fixed.form("games/_claim_ask.html", page.code) if page.deal and page.deal.may_claim else ""


def _draw_take_back(page: TablePage) -> str:
    return fixed.form("games/_take_back.html", page.code) if page.may_take_back else ""


_play_so_far = _of_view(lambda view: (view.tricks, view.bids, view.declarer))

_COMMON: Final[dict[str, Part]] = {
    "where": Part(_of_view(lambda view: (len(view.tricks),)), lambda page: str(escape(page.where))),
    "menu": Part(
        lambda page: (page.snapshot.seats, page.snapshot.stage, page.snapshot.proposal, page.stand_in), fixed.menu
    ),
    "scores": Part(
        lambda page: (page.snapshot.standing, _of_view(lambda view: (view.bids, view.contracts, view.nils))(page)),
        lambda page: scores.panel(page.scores, page.target, page.code),
    ),
    "banners": Part(
        lambda page: (page.stand_in, page.question),
        _template("games/_banners.html", _asks_something),
    ),
    "say": Part(lambda page: (page.announcement,), lambda page: markup.announcement(page.announcement)),
}

_FELT: Final[dict[str, Part]] = {
    **_COMMON,
    **{f"plate-{HAND_NAMES[hand]}": _plate(hand) for hand in HANDS},
    **{f"turn-{HAND_NAMES[hand]}": _turn(hand) for hand in HANDS},
    "dummy": Part(_of_view(lambda view: (view.dummy, _asked_of(view, DUMMY))), _draw_dummy),
    "places": Part(
        _of_view(lambda view: (view.dummy is None, view.places, view.looked, view.peek_count)),
        _draw_places,
    ),
    "bids": Part(_of_view(lambda view: view.bid_options), _draw_bids),
    "waiting": Part(lambda page: (_waiting_words(page),), _draw_waiting),
    "trick": Part(_of_view(lambda view: (view.tricks[-1:], view.trick, view.to_play, view.claim)), _draw_trick),
    "claim-ask": Part(_of_view(lambda view: (view.may_claim,)), _draw_claim_ask),
    "claim": Part(
        _of_view(lambda view: (view.claim, view.may_answer_claim)),
        _template("games/_claim.html", _of_deal("claim")),
    ),
    "last-trick": Part(_of_view(lambda view: view.tricks[-1:]), _draw_past(markup.last_trick)),
    "take-back": Part(lambda page: (page.may_take_back,), _draw_take_back),
    # A hint is for one moment: with every version comes a fresh button, and the words before it are gone.
    "hint": Part(
        lambda page: (page.may_ask_for_a_hint and page.snapshot.version,),
        _template("games/_ask_hint.html", lambda page: page.may_ask_for_a_hint),
    ),
    "hand": Part(
        lambda page: (
            hand_order(page.snapshot),
            *_of_view(lambda view: (view.hand, _asked_of(view, view.viewer)))(page),
        ),
        _draw_hand,
    ),
    "rail-last": Part(_of_view(lambda view: view.tricks[-1:]), _draw_past(markup.last_trick_beside)),
    "log": Part(
        lambda page: (
            page.snapshot.last_by_clock,
            *_play_so_far(page),
        ),
        _draw_log,
    ),
}

_SHEET: Final[dict[str, Part]] = {
    **_COMMON,
    "result": Part(_facts_of_result, _draw_result),
    "next-deal": Part(
        lambda page: (page.ready, page.ready_names, page.next_deal_at, page.stand_in),
        sheets.next_deal,
    ),
    "records": Part(_facts_of_records, sheets.records),
}


PART_INSIDE: Final = {f"plate-{HAND_NAMES[hand]}": f"turn-{HAND_NAMES[hand]}" for hand in HANDS}
"""The parts that lie within another one, by the name of that one."""


def parts_at(stage: Stage) -> Mapping[str, Part]:
    """The parts by name: those of the score sheet after a deal, else those of the felt."""
    return _SHEET if stage.shows_sheet else _FELT
