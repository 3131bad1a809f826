"""Reviews of deals that visitors paste or upload: records (docs/records.md) and PBN. Their URLs hold the record."""

import base64
import json
import zlib
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.rate_limits import TooManyRequests, check_limit
from games.engine import PLAYERS, Fault, PbnDeal, is_pbn, read_log, read_pbn, record_of, replay
from games.play.snapshot import SeatInfo
from games.review.queries import ReviewedDeal
from games.review.views import ask_again, selection, show_review
from games.words.errors import fault_sentence, pbn_fault_sentence

MAX_UPLOAD_BYTES: Final = 200_000
MAX_RECORDS: Final = 100
TOO_LONG: Final = gettext_lazy("That is too long: a file may have 200 kB and 100 records.")
LONGEST_RECORD: Final = 4_000  # bytes of an unpacked record; a whole deal takes less than half of them


@dataclass(frozen=True, slots=True)
class ImportedLine:
    """One of several deals in a file: the link to its review, or what is wrong with it. `board` is "" for records."""

    line: int
    href: str
    fault: str
    board: str = ""


def import_record(request: HttpRequest) -> HttpResponse:
    """Review a pasted or uploaded record. The record is part of the URL of its review."""
    if "deal" in request.GET:
        return _review(request, request.GET["deal"])
    if request.method != "POST":
        return render(request, "review/import_record.html")
    try:
        check_limit(request, "import")
    except TooManyRequests as refusal:
        return _error(request, refusal.sentence(), refusal.status)
    text = _uploaded(request)
    if text is None:
        return _error(request, str(TOO_LONG))
    if not text.strip():
        return _error(request, _("Paste a record or choose a file first."))
    if is_pbn(written := text.decode(errors="replace")):
        return _review_pbn(request, written)
    try:
        return redirect(_review_url(text))
    except Fault as fault:
        return _check_lines(request, text, fault)


def _review_pbn(request: HttpRequest, text: str) -> HttpResponse:
    """Review the only deal of a PBN file, or list the deals to choose from."""
    deals = read_pbn(text)
    if len(deals) > MAX_RECORDS:
        return _error(request, str(TOO_LONG))
    lines = list(map(_pbn_line, deals))
    if len(lines) > 1 and any(line.href for line in lines):
        return render(request, "review/import_record.html", {"records": lines})
    (first, *_others) = lines
    return redirect(first.href) if first.href else _error(request, first.fault, text=text)


def _pbn_line(deal: PbnDeal) -> ImportedLine:
    if deal.fault is not None:
        return ImportedLine(deal.line, "", pbn_fault_sentence(deal.fault), deal.board)
    try:
        return ImportedLine(deal.line, _review_url(json.dumps(deal.record).encode()), "", deal.board)
    except Fault as fault:
        return ImportedLine(deal.line, "", fault_sentence(fault), deal.board)


def _review(request: HttpRequest, packed: str) -> HttpResponse:
    try:
        deal = imported_deal(unpacked(packed))
    except (ValueError, zlib.error):
        return _error(request, _("This address holds no record. Was it cut short?"))
    except Fault as fault:
        return _error(request, fault_sentence(fault))
    return show_review(request, deal, selection(request.GET, deal, reverse("games:import_record"), deal=packed))


def analyse_again(request: HttpRequest) -> HttpResponse:
    """Request failed analyses of a record again; the form has it as the address of its review does."""
    posted = posted_deal(request)
    return ask_again(request, *posted) if posted else not_understood(request)


def posted_deal(request: HttpRequest) -> tuple[ReviewedDeal, str] | None:
    """Return the deal whose record is in the form, as in the address of its review, and that address; None if there is
    none.
    """
    packed = request.POST.get("deal", "")
    try:
        return imported_deal(unpacked(packed)), _address(packed)
    except (ValueError, zlib.error, Fault):
        return None


def _address(packed: str) -> str:
    return f"{reverse('games:import_record')}?{urlencode({'deal': packed})}"


def not_understood(request: HttpRequest) -> HttpResponse:
    """Return the response to a form that no page of this site sends."""
    return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)


def imported_deal(record: bytes) -> ReviewedDeal:
    """Return the deal of a record. Records name no players, so they are numbered. Raises Fault."""
    one, two, three = (SeatInfo(player, _("Player %(number)d") % {"number": player}, False) for player in PLAYERS)
    return ReviewedDeal((one, two, three), None, read_log(record))


def _uploaded(request: HttpRequest) -> bytes | None:
    """Return what was pasted or uploaded, in UTF-8; None if it is too long."""
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile) and file.size:
        return _in_utf8(file.read()) if file.size <= MAX_UPLOAD_BYTES else None
    text = request.POST.get("record", "").encode()
    return _in_utf8(text) if len(text) <= MAX_UPLOAD_BYTES else None


def _in_utf8(text: bytes) -> bytes:
    """Return a file in UTF-8 without a byte order mark: editors also save JSON and PBN as UTF-16 or -32."""
    try:
        return text.decode(json.detect_encoding(text)).encode()
    except UnicodeError:
        return text  # the engine says what is wrong with it


def _review_url(record: bytes) -> str:
    """Return the URL of the record's review. It holds the record, which is stored nowhere else. Raises Fault."""
    text = json.dumps(record_of(replay(read_log(record))), separators=(",", ":"))
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode()
    return _address(packed)


def unpacked(text: str) -> bytes:
    """Return the unchecked, possibly truncated record in a URL. Raises ValueError or zlib.error if it holds none."""
    packed = base64.b64decode(text.encode("ascii") + b"==", altchars=b"-_")
    return zlib.decompressobj().decompress(packed, LONGEST_RECORD)


def _check_lines(request: HttpRequest, text: bytes, fault: Fault) -> HttpResponse:
    """Return what is wrong with the record or, for several records, one on each line, the list of those that can be
    reviewed.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > MAX_RECORDS:
        return _error(request, str(TOO_LONG))
    records = []
    for number, line in lines:
        try:
            records.append(ImportedLine(number, _review_url(line), ""))
        except Fault as wrong:
            records.append(ImportedLine(number, "", fault_sentence(wrong)))
    if len(lines) == 1 or not any(record.href for record in records):
        return _error(request, fault_sentence(fault), text=text.decode(errors="replace"))
    return render(request, "review/import_record.html", {"records": records})


def _error(request: HttpRequest, notice: str, status: int = HTTPStatus.BAD_REQUEST, text: str = "") -> HttpResponse:
    """Show the form with a notice, and with the submitted text if it can be corrected."""
    return render(request, "review/import_record.html", {"text": text, "notice": notice}, status=status)
