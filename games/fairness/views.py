"""The page on which anyone can verify deals (docs/fairness.md), in the browser or with the script that it shows.

A part of it shows the checks of all finished deals in plain words, each with its counts as a table.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.engine import DUMMY, PLAYERS, HandId, Suit
from games.fairness import deal_counts
from games.fairness.deal_counts import HONOURS_IN, LENGTHS, STRENGTH, Check, CountReport
from games.review.lookups import finished_deals
from games.web.deal_files import proved_record
from games.words.names import decimal, suit_name

DEAL: Final = re.compile("[1-9][0-9]{0,3}")
"""The number of a deal in an address."""


def verify(request: HttpRequest) -> HttpResponse:
    """Show how deals are decided and verified, with a field for records.

    In it is the record of the finished deal that the query names, for everyone who may look at its table.
    """
    table, number = request.GET.get("table", ""), request.GET.get("deal", "")
    record = _record(request, table, int(number)) if table and DEAL.fullmatch(number) else ""
    report = deal_counts.report()
    counts = {"deals": report.deals, "bots": bots_and_people(report), "checks": check_tables(report)}
    return render(request, "fairness/verify.html", {"record": record, "script": _script(), **counts})


def _record(request: HttpRequest, code: str, number: int) -> str:
    (deal,) = finished_deals(request.user, code, number)
    if deal.proof is None and deal.is_board:
        raise Http404(_("The proof of this deal is shown when its set is closed, or its challenge finished."))
    if deal.proof is None:
        raise Http404(_("This deal has no proof: it was dealt before deals could be verified, or is played again."))
    return json.dumps(proved_record(deal.end, deal.proof))


@cache
def _script() -> str:
    return str((settings.BASE_DIR / "static" / "verify.py").read_text("utf-8"))


UNUSUAL, NOT_CHANCE = 0.05, 0.001
"""The p-values below which counts are called unusual, and below which chance does not explain them."""


class CheckTable(NamedTuple):
    """A check: what was counted, the verdict, the test in numbers, and the counts beside the expected ones."""

    title: str
    verdict: str
    numbers: str
    head: tuple[str, str, str]
    rows: tuple[tuple[str, str, str], ...]


def bots_and_people(report: CountReport) -> CheckTable:
    """Return whether bots get better cards than people."""
    return _table(report.bots, _("Honours dealt to bots and to people"), (_("bots"), _("people")))


def check_tables(report: CountReport) -> Iterator[CheckTable]:
    """Yield the other checks, none while there are too few deals: the dummy first, because it decides most."""
    if not report.checks[STRENGTH].lines:
        return
    yield _table(report.checks[STRENGTH], _("Strength of the dummy: ace 4, king 3, queen 2, jack 1"))
    for hand in (DUMMY, *PLAYERS):
        yield _table(
            report.checks[HONOURS_IN[hand]], _("Honours (ace, king, queen, jack): %(hand)s") % {"hand": _hand(hand)}
        )
        for suit in Suit:
            title = _("Number of %(suit)s: %(hand)s") % {"suit": suit_name(suit), "hand": _hand(hand)}
            yield _table(report.checks[LENGTHS[hand, suit]], title)


def _hand(hand: HandId) -> str:
    return _("the dummy") if hand == DUMMY else _("seat %d") % (hand + 1)


def _table(check: Check, title: str, names: tuple[str, ...] = ()) -> CheckTable:
    spans = (str(of.least) if of.least == of.most else f"{of.least}–{of.most}" for of in check.lines)
    names = names or tuple(spans)
    rows = (
        (name, number_format(line.seen, force_grouping=True), decimal(line.expected))
        for name, line in zip(names, check.lines, strict=False)
    )
    return CheckTable(title, *_verdict(check), ("", _("Seen"), _("Expected")), tuple(rows))


def _verdict(check: Check) -> tuple[str, str]:
    """Return the verdict in words, and the same in numbers."""
    if not check.lines:
        return _("Too few deals to tell."), ""
    if check.p < NOT_CHANCE:
        verdict = _("Chance does not explain this: with fair cards the difference would be smaller 999 times in 1000.")
    elif check.p < UNUSUAL:
        verdict = _(
            "Unusual, but no proof: with fair cards the difference would be at least as large in %(share)s of such"
            " counts."
        )
    else:
        verdict = _(
            "Chance explains this: with fair cards the difference would be at least as large in %(share)s of such"
            " counts."
        )
    share = _("%(percent)s%%") % {"percent": decimal(100 * check.p)}
    numbers = _("Chi-square %(far)s, degrees of freedom %(freedom)d, p = %(p)s")
    return verdict % {"share": share}, numbers % {
        "far": decimal(check.chi_square, 2), "freedom": check.freedom, "p": decimal(check.p, 4)
    }  # fmt: skip
