"""The template context of a review's page: the position, the log, and what the analysis says about the deal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from games.analysis import bids_from_json, points_from_json, thoughts_from_json, tricks_from_json, verdicts
from games.engine import Player, replay
from games.models import Analysis
from games.review.findings import bid_tables, lost_tricks
from games.review.known import what_was_known
from games.review.log import review_log
from games.review.page import review_page
from games.review.points import points_page
from games.review.reviewed_deal import ReviewedDeal
from games.review.thoughts import thought_on_next


@dataclass(frozen=True, slots=True)
class ReviewSelection:
    """What a reader has chosen to see of a review, at `path` with the fixed part `query` of its query string.

    `at` is the position, as the player `seen_by` saw it, or with all hands open for None. Below it are the mistakes of
    all players or of one, `mistakes_of`: all or only the `costly` ones.
    """

    path: str
    query: Mapping[str, str]
    at: int
    seen_by: Player | None = None
    mistakes_of: Player | None = None
    costly: bool = False

    def address(self, at: int, *changed: Any) -> str:
        """Return the URL of a position, with other values of `seen_by`, `mistakes_of` and `costly`, in this order."""
        names = ("seen_by", "mistakes_of", "costly")
        other = replace(self, **dict(zip(names, changed, strict=False)))
        given = (("as", other.seen_by), ("of", other.mistakes_of), ("costly", 1 if other.costly else None))
        chosen = {name: value for name, value in given if value is not None}
        return f"{self.path}?{urlencode({**self.query, 'at': at, **chosen})}"


def review_context(deal: ReviewedDeal, chosen: ReviewSelection, analysis: Analysis | None) -> dict[str, object]:
    """Return the template context of a review. `analysis` is what is stored of it so far."""
    end, at, seen_by, address = replay(deal.log), chosen.at, chosen.seen_by, chosen.address
    tricks = tricks_from_json(analysis.tricks) if analysis and analysis.tricks is not None else None
    thoughts = thoughts_from_json(analysis.thoughts) if analysis and analysis.thoughts is not None else ()
    points = points_from_json(analysis.points) if analysis and analysis.points is not None else None
    bids = bids_from_json(analysis.bids) if analysis and analysis.bids is not None else None
    card_verdicts, is_open = verdicts(end, tricks) if tricks else (), seen_by is None
    known = what_was_known(deal, at, seen_by, thoughts, points)
    lost = None
    if card_verdicts and is_open:
        lost = lost_tricks(deal, end, card_verdicts, address, at, chosen.mistakes_of, costly=chosen.costly)
    return {
        "deal": deal,
        "reportable": any(not seat.is_bot for seat in deal.seats if seat.player != deal.viewer),
        "seeds": list(zip(deal.seats, deal.proof.seeds, strict=True)) if deal.proof else [],
        "review": review_page(deal, at, seen_by, address, tricks, known.on_cards if known else None),
        "log": review_log(deal, at, seen_by, address, card_verdicts),
        "thought": thought_on_next(deal, at, thoughts) if is_open else None,
        "known": known,
        "here": address(at),
        "open_cards": is_open,
        "analysable": end.declarer is not None,
        "analysis": analysis,
        "points": points_page(deal, end, points, address, thoughts) if points and is_open else None,
        "lost": lost,
        "bids": None if bids is None else bid_tables(deal, end, bids),
    }
