"""How visitors ask for the analysis of a deal, on pages and by the API, within their limits."""

from django.http import HttpRequest

from accounts.base.rate_limits import is_within_limit, name_of
from games.models import Analysis
from games.review import analysis_jobs
from games.review.analysis_jobs import AskedTooOften
from games.review.queries import ReviewedDeal


def analysis_of(request: HttpRequest, deal: ReviewedDeal) -> Analysis | None:
    """Return the deal's analysis, after requesting it if necessary; None if the bidding is not over.

    Raises AnalysisRefused.
    """
    end = deal.end
    if end.declarer is None:
        return None
    is_of_table = bool(deal.code)
    if analysis := analysis_jobs.find_analysis(end, permanent=is_of_table, deal=deal.key):
        if analysis_jobs.is_outdated(analysis):
            analysis_jobs.ask_again(analysis, who_may_ask(request, is_of_table=is_of_table))
            analysis.refresh_from_db()
        return analysis
    asked_by = who_may_ask(request, is_of_table=is_of_table)
    return analysis_jobs.request_analysis(end, permanent=is_of_table, asked_by=asked_by, deal=deal.key)


def who_may_ask(request: HttpRequest, *, is_of_table: bool) -> str:
    """Return the name under which this visitor asks for an analysis, and count that. Raises AnalysisRefused."""
    asked_by = name_of(request)
    analysis_jobs.check_room(asked_by, permanent=is_of_table)
    if not is_within_limit(request, "analyse" if is_of_table else "analyse_import"):
        raise AskedTooOften
    return asked_by
