"""What a table is made of: its parts by name, of which facts each is made, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.components import (
    bidding,
    fixed,
    markup,
    plates,
    scores,
    sheets,
)
from games.components.facts import FACTS
from games.components.stamps import (
    COUNT,
    STAMP,
    TOKEN_FIELD,
    TURN,
    rendered,
)
from games.engine import HAND_NAMES, HANDS, HandId, Phase
from games.play.snapshot import Stage
from games.presenters import TablePage
from games.presenters.trick import PastTrick


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the table: while the facts it is `made_of` are the same, so is what `draw` makes of them."""

    made_of: frozenset[str]
    draw: Callable[[TablePage], str]


def _part(draw: Callable[[TablePage], str], *made_of: str) -> Part:
    assert set(made_of) <= set(FACTS), made_of
    return Part(frozenset(made_of), draw)


def _template(name: str, when: Callable[[TablePage], object] = bool) -> Callable[[TablePage], str]:
    """Draws a Django template that prints the page, and nothing unless there is something to print."""

    def draw(page: TablePage) -> str:
        if not when(page):
            return ""
        return rendered(name, {"page": page})

    return draw


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
    return _part(
        lambda page: plates.plate(page.plate(hand), COUNT, TURN, page.code, TOKEN_FIELD),
        *(f"seat-{hand}", "stand_in", "nils", "spoiled", "bids", "looked", "flipped"),
    )


def _count(hand: HandId) -> Part:
    return _part(lambda page: plates.count(page.count(hand)), "bids", "contracts", "side_tricks")


def _turn(hand: HandId) -> Part:
    return _part(lambda page: plates.turn_tag(page.turns[hand]), f"turn-{hand}")


def _draw_past(draw: Callable[[PastTrick], str]) -> Callable[[TablePage], str]:
    """Draws the last finished trick, if there is one."""
    return lambda page: draw(page.deal.last_trick) if page.deal and page.deal.last_trick else ""


def _draw_trick(page: TablePage) -> str:
    return markup.trick(page.deal.centre) if page.deal and page.deal.centre else ""


def _draw_log(page: TablePage) -> str:
    return markup.log(page.deal.past, page.deal.log) if page.deal and page.deal.log else ""


def _has_banners(page: TablePage) -> bool:
    return bool(page.stand_in or page.question or page.refused)


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
    words = page.waiting if page.phase == Phase.BIDDING else ""
    return bidding.waiting(words) if words else ""


def _draw_result(page: TablePage) -> str:
    return sheets.scored(page) if page.stage == Stage.SCORED else _draw_ending(page)


_draw_ending = _template("games/_ending.html")


def _draw_claim_ask(page: TablePage) -> str:
    return fixed.form("games/_claim_ask.html", page.code) if page.deal and page.deal.may_claim else ""


def _draw_take_back(page: TablePage) -> str:
    return fixed.form("games/_take_back.html", page.code) if page.may_take_back else ""


_COMMON: Final[dict[str, Part]] = {
    "where": _part(lambda page: markup.ascii_text(page.where), "tricks"),
    "menu": _part(fixed.menu, "seats", "proposal", "refused"),
    "scores": _part(
        lambda page: scores.panel(page.scores, page.target, page.code), "standing", "bids", "contracts", "nils"
    ),
    "banners": _part(_template("games/_banners.html", _has_banners), "stand_in", "proposal", "refused"),
    "say": _part(lambda page: markup.announcement(page.announcement), "version"),
}

_FELT: Final[dict[str, Part]] = {
    **_COMMON,
    **{f"plate-{HAND_NAMES[hand]}": _plate(hand) for hand in HANDS},
    **{f"count-{HAND_NAMES[hand]}": _count(hand) for hand in HANDS},
    **{f"turn-{HAND_NAMES[hand]}": _turn(hand) for hand in HANDS},
    "dummy": _part(_draw_dummy, "dummy", "asked_of_dummy"),
    "places": _part(_draw_places, "dummy", "places", "looked", "peek_count"),
    "bids": _part(_draw_bids, "bid_options"),
    "waiting": _part(_draw_waiting, "awaited"),
    "trick": _part(_draw_trick, "tricks", "trick", "to_play", "claim"),
    "claim-ask": _part(_draw_claim_ask, "may_claim"),
    "claim": _part(_template("games/_claim.html", _of_deal("claim")), "claim", "may_answer_claim"),
    "last-trick": _part(_draw_past(markup.last_trick), "tricks"),
    "take-back": _part(_draw_take_back, "may_take_back", "stand_in"),
    # A hint is for one moment: with every version comes a fresh button, and the words before it are gone.
    "hint": _part(_template("games/_ask_hint.html", lambda page: page.may_ask_for_a_hint), "hint"),
    "hand": _part(_draw_hand, "hand", "hand_order", "asked_of_hand"),
    "rail-last": _part(_draw_past(markup.last_trick_beside), "tricks"),
    "log": _part(_draw_log, "last_by_clock", "tricks", "bids", "refused_by"),
}

_SHEET: Final[dict[str, Part]] = {
    **_COMMON,
    "result": _part(_draw_result, "finished", "rematch", "rated", "void", "winner", "last_by_clock"),
    "next-deal": _part(sheets.next_deal, "ready", "next_deal_at", "stand_in"),
    "records": _part(sheets.records, "finished", "secret"),
}


PARTS_INSIDE: Final = {
    f"plate-{HAND_NAMES[hand]}": {COUNT: f"count-{HAND_NAMES[hand]}", TURN: f"turn-{HAND_NAMES[hand]}"}
    for hand in HANDS
}
"""The parts that lie within another one, by the name of that one, and by what stands for each in it."""

WITHIN_TEXT: Final = frozenset(f"turn-{HAND_NAMES[hand]}" for hand in HANDS)
"""The parts that lie within a paragraph."""


def parts_at(stage: Stage) -> Mapping[str, Part]:
    """The parts by name: those of the score sheet after a deal, else those of the felt."""
    return _SHEET if stage.shows_sheet else _FELT


@lru_cache(maxsize=4096)
def made_of(facts: tuple[str, ...], stage: Stage) -> tuple[tuple[str, Part], ...]:
    """The parts of which some of these facts are shown, by name."""
    return tuple((name, part) for name, part in parts_at(stage).items() if not part.made_of.isdisjoint(facts))
