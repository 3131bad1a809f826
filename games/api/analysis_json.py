"""What is known of a finished deal, as programs get it."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from games.analysis.findings import bids_from_json, thoughts_from_json
from games.bots import Advice, BidReview, Opinion, Reason
from games.engine import HAND_NAMES, Bid, HandId, Play
from games.models import Analysis


def analysis_fields(analysis: Analysis) -> dict[str, Any]:
    """Return the results of the steps that are done, by their names in the API; None for the others."""
    points = analysis.points and analysis.points["positions"]
    return {
        "tricks": analysis.tricks,
        "points": points and [{"points": best, "better": better} for best, better in points],
        "opinions": analysis.thoughts and [_opinion(one) for one in thoughts_from_json(analysis.thoughts)],
        "bids": None if analysis.bids is None else [_bids(one) for one in bids_from_json(analysis.bids)],
    }


def _opinion(opinion: Opinion) -> dict[str, Any]:
    return {"reason": _reason(opinion.reason), "better": opinion.better and _move(opinion.better)}


def _move(advice: Advice) -> dict[str, Any]:
    assert advice.reason is not None, "bids and cards have reasons"
    move: dict[str, Any] = {"card": None, "tricks": None, "nils": [], "reason": _reason(advice.reason)}
    match advice.action:
        case Bid(tricks=tricks, nils=nils):
            return move | {"tricks": tricks, "nils": _names(nils)}
        case Play(card=card):
            return move | {"card": str(card)}
        case action:
            raise TypeError(f"advice is about bids and cards, not {action}")


def _reason(reason: Reason) -> dict[str, Any]:
    return asdict(reason) | {"hand": None if reason.hand is None else HAND_NAMES[reason.hand]}


def _bids(review: BidReview) -> dict[str, Any]:
    bids = [asdict(bid) | {"nils": _names(bid.nils)} for bid in review.bids]
    return {"player": review.player, "deals": review.deals, "bids": bids, "best": review.bids.index(review.best)}


def _names(hands: Collection[HandId]) -> list[str]:
    return [HAND_NAMES[hand] for hand in sorted(hands)]
