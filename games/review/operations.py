"""Operations on finished deals: their record and their analysis, and all of a player in one answer."""

from dataclasses import asdict
from typing import Any, Final, Literal

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext as _

from games.analysis.findings import bids_from_json, thoughts_from_json
from games.bots import Advice, BidReview, Opinion, Reason
from games.engine import HAND_NAMES, Bid, Play
from games.models import Analysis
from games.operations.auth import PUBLIC, READ
from games.operations.problems import Problem
from games.operations.routers import NDJSON, SubjectRouter, also_as
from games.operations.table_json import hand_names
from games.review import analysis_jobs, files
from games.review.analysis_requests import analysis_of
from games.review.lookups import finished_deals
from games.review.schemas import EXAMPLES, DealAnalysis, DealRecord
from games.web.deal_files import proved_record
from games.web.shortcuts import check_downloads, signed_in

PBN: Final = "application/x-pbn"

router = SubjectRouter("tables", examples=EXAMPLES, auth=PUBLIC)
account = SubjectRouter("account", auth=READ)


@router.get(
    "/tables/{code}/deals/{number}",
    response=DealRecord,
    summary="Read the record of a finished deal",
    exclude_unset=True,
)
def read_deal(request: HttpRequest, code: str, number: int) -> dict[str, Any]:
    """Return the record of a finished deal, with its proof, if you may review it as a player or spectator."""
    (reviewed,) = finished_deals(request.user, code, number, judges=False)
    return proved_record(reviewed.end, reviewed.proof)


@router.get(
    "/tables/{code}/deals/{number}/analysis", response=DealAnalysis, summary="Read the analysis of a finished deal"
)
def read_analysis(request: HttpRequest, code: str, number: int) -> dict[str, Any]:
    """Return what is computed of a deal that you may review, and let the rest be computed: read it again until `ready`.

    60 analyses an hour may be asked for, fewer if they are long ones; those that are known already do not count.
    """
    (reviewed,) = finished_deals(request.user, code, number, judges=False)
    analysis = analysis_of(request, reviewed)
    if analysis is None:
        raise Problem(404, _("There is no finished deal at this address."))
    is_ready = not analysis_jobs.missing_steps(analysis)
    return {
        "state": "ready" if is_ready else "failed" if analysis_jobs.is_given_up(analysis) else "waiting",
        **_analysis_fields(analysis),
    }


def _analysis_fields(analysis: Analysis) -> dict[str, Any]:
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
            return move | {"tricks": tricks, "nils": hand_names(nils)}
        case Play(card=card):
            return move | {"card": str(card)}
        case action:
            raise TypeError(f"advice is about bids and cards, not {action}")


def _reason(reason: Reason) -> dict[str, Any]:
    return asdict(reason) | {"hand": None if reason.hand is None else HAND_NAMES[reason.hand]}


def _bids(review: BidReview) -> dict[str, Any]:
    bids = [asdict(bid) | {"nils": hand_names(bid.nils)} for bid in review.bids]
    return {"player": review.player, "deals": review.deals, "bids": bids, "best": review.bids.index(review.best)}


@account.get(
    "/account/records/export", response=DealRecord, summary="Export your deals card by card", openapi_extra=also_as(PBN)
)
def export_records(request: HttpRequest, form: Literal["ndjson", "pbn"] = "ndjson") -> StreamingHttpResponse:
    """Return the records of all deals of your latest 2000 games, with all four hands: a line for each, or PBN.

    Deals whose cards may not be shown yet are left out: those of a duplicate table whose game goes on. Boards of sets
    and of tournaments are not among your games.
    """
    check_downloads(request)
    pieces = files.own_deals(signed_in(request), form)
    return StreamingHttpResponse(pieces, content_type=NDJSON if form == "ndjson" else PBN)
