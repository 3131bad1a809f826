"""Deal records (docs/records.md): download from a table, and import for a review."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine import Event, Fault, read_log, record_of, replay, to_pbn
from games.play.snapshot import ReviewedDeal, SeatInfo
from games.presenters.error_messages import fault_sentence
from games.review.record_links import pack, unpack
from games.views.review import finished_deal, finished_deals, show

MAX_UPLOAD_BYTES = 200_000
MAX_RECORDS = 100


@never_cache
@require_safe
def deal_json(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Download a finished deal as a deal record."""
    return _file(_json([finished_deal(request, code, number)]), "application/json", f"{code}-{number}.json")


@never_cache
@require_safe
def deal_pbn(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Download a finished deal as PBN, for bridge programs."""
    return _file(_pbn([finished_deal(request, code, number)]), "application/x-pbn", f"{code}-{number}.pbn")


@never_cache
@require_safe
def game_json(request: HttpRequest, code: str) -> HttpResponse:
    """Download all finished deals of a table, one record per line."""
    return _file(_json(finished_deals(request, code)), "application/jsonl", f"{code}.jsonl")


@never_cache
@require_safe
def game_pbn(request: HttpRequest, code: str) -> HttpResponse:
    """Download all finished deals of a table as PBN."""
    return _file(_pbn(finished_deals(request, code)), "application/x-pbn", f"{code}.pbn")


def _json(deals: Iterable[ReviewedDeal]) -> str:
    return "".join(json.dumps(record_of(replay(deal.log))) + "\n" for deal in deals)


def _pbn(deals: Iterable[ReviewedDeal]) -> str:
    games = (
        to_pbn(
            replay(deal.log),
            names=[seat.name for seat in deal.seats],
            event=deal.name,
            date=f"{deal.played_on:%Y.%m.%d}" if deal.played_on else "",
            board=deal.number,
        )
        for deal in deals
    )
    return "% PBN 2.1\n% EXPORT\n" + "\n".join(games)


def _file(text: str, content_type: str, name: str) -> HttpResponse:
    """Return a download. PBN allows only Latin-1, and the JSON is ASCII."""
    answer = HttpResponse(text.encode("latin-1", "replace"), content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@dataclass(frozen=True, slots=True)
class ImportedLine:
    """One of several records in a file: the link to its review, or what is wrong with it."""

    line: int
    href: str
    fault: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: HttpRequest) -> HttpResponse:
    """Review a pasted or uploaded record. The record is part of the URL of its review."""
    if "deal" in request.GET:
        return _review(request, request.GET["deal"])
    if request.method != "POST":
        return render(request, "games/import_record.html")
    text = _uploaded(request)
    if text is None:
        return _error(request, "", _("That is too long: a file may have 200 kB and 100 records."))
    if not text.strip():
        return _error(request, "", _("Paste a record or choose a file first."))
    try:
        return HttpResponseRedirect(_review_url(text))
    except Fault as fault:
        return _check_lines(request, text, fault)


def _review(request: HttpRequest, packed: str) -> HttpResponse:
    try:
        log = read_log(unpack(packed))
    except ValueError:
        return _error(request, "", _("This address holds no record. Was it cut short?"))
    except Fault as fault:
        return _error(request, "", fault_sentence(fault))
    return show(request, _reviewed_deal(log), reverse("games:import_record"), deal=packed)


def _reviewed_deal(log: tuple[Event, ...]) -> ReviewedDeal:
    """Return the deal of a record. Records name no players, so they are numbered."""
    one, two, three = (
        SeatInfo(player, _("Player %(number)d") % {"number": player}, is_bot=False) for player in range(3)
    )
    return ReviewedDeal((one, two, three), None, log)


def _uploaded(request: HttpRequest) -> bytes | None:
    """Return what was pasted or uploaded; None if it is too long."""
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile) and file.size:
        return file.read() if file.size <= MAX_UPLOAD_BYTES else None
    text = request.POST.get("record", "").encode()
    return text if len(text) <= MAX_UPLOAD_BYTES else None


def _review_url(record: bytes) -> str:
    """Return the URL of the record's review. Raises Fault."""
    return f"{reverse('games:import_record')}?{urlencode({'deal': pack(replay(read_log(record)))})}"


def _check_lines(request: HttpRequest, text: bytes, fault: Fault) -> HttpResponse:
    """Return what is wrong with the record or, for several records on lines, a list of those that can be reviewed."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > MAX_RECORDS:
        return _error(request, "", _("That is too long: a file may have 200 kB and 100 records."))
    records = [_check_line(number, line) for number, line in lines]
    if len(lines) == 1 or not any(record.href for record in records):
        return _error(request, text.decode(errors="replace"), fault_sentence(fault))
    return render(request, "games/import_record.html", {"records": records})


def _check_line(number: int, line: bytes) -> ImportedLine:
    try:
        return ImportedLine(number, _review_url(line), "")
    except Fault as fault:
        return ImportedLine(number, "", fault_sentence(fault))


def _error(request: HttpRequest, text: str, notice: str) -> HttpResponse:
    return render(request, "games/import_record.html", {"text": text, "notice": notice}, status=HTTPStatus.BAD_REQUEST)
