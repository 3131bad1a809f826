"""Operations on finished deals: their record, and their analysis."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from games.api.analysis_json import analysis_fields
from games.api.auth import PUBLIC
from games.api.problems import Problem
from games.api.record_schemas import DealAnalysis, DealRecord
from games.review import analysis_jobs
from games.review.analysis_requests import analysis_of
from games.review.lookups import finished_deals
from games.web.deal_files import proved_record

router = Router(tags=["tables"], auth=PUBLIC)


@router.get(
    "/{code}/deals/{number}", response=DealRecord, summary="Read the record of a finished deal", exclude_unset=True
)
def read_deal(request: HttpRequest, code: str, number: int) -> dict[str, Any]:
    """Return the record of a finished deal, with its proof, if you may review it as a player or spectator."""
    (reviewed,) = finished_deals(request.user, code, number, judges=False)
    return proved_record(reviewed.end, reviewed.proof)


@router.get("/{code}/deals/{number}/analysis", response=DealAnalysis, summary="Read the analysis of a finished deal")
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
        **analysis_fields(analysis),
    }
