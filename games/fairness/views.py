"""The page on which anyone can verify deals (docs/fairness.md): in the browser, or with the script that it shows."""

import json
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.fairness import deal_counts
from games.fairness.words import bots_and_people, check_tables
from games.review.views import finished_deals, proved_record


def verify(request: HttpRequest) -> HttpResponse:
    """Show how deals are decided and verified, with a field for records."""
    return _page(request, "")


def verify_deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show that page with the record of a finished deal in its field, for everyone who may look at the table."""
    (deal,) = finished_deals(request.user, code, number)
    if deal.proof is None:
        raise Http404(_("This deal has no proof: it was dealt before deals could be verified, or is played again."))
    return _page(request, json.dumps(proved_record(deal)))


def deals(request: HttpRequest) -> HttpResponse:
    """Show what all finished deals had in common, beside what chance would deal."""
    report = deal_counts.report()
    context = {"deals": report.deals, "bots": bots_and_people(report), "checks": check_tables(report)}
    return render(request, "fairness/deal_counts.html", context)


def _page(request: HttpRequest, record: str) -> HttpResponse:
    return render(request, "fairness/verify.html", {"record": record, "script": _script()})


@cache
def _script() -> str:
    return str((settings.BASE_DIR / "static" / "verify.py").read_text("utf-8"))
