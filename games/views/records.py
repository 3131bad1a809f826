"""Deal records: to take away from a table, and to bring along for a review."""

from __future__ import annotations

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
from games.presenters.record_faults import fault_sentence
from games.review.record_links import pack, unpack
from games.views.review import finished_deal, finished_deals, show

LONGEST_UPLOAD = 200_000
MOST_RECORDS = 100


@never_cache
@require_safe
def deal_json(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A finished deal as a deal record (RECORDS.md)."""
    return _file(_json([finished_deal(request, code, number)]), "application/json", f"{code}-{number}.json")


@never_cache
@require_safe
def deal_pbn(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A finished deal for bridge programs."""
    return _file(_pbn([finished_deal(request, code, number)]), "application/x-pbn", f"{code}-{number}.pbn")


@never_cache
@require_safe
def game_json(request: HttpRequest, code: str) -> HttpResponse:
    """All finished deals of a table, one record a line."""
    return _file(_json(finished_deals(request, code)), "application/jsonl", f"{code}.jsonl")


@never_cache
@require_safe
def game_pbn(request: HttpRequest, code: str) -> HttpResponse:
    """All finished deals of a table for bridge programs."""
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
    """A file to keep. PBN knows no letters but those of Latin-1, and JSON is ASCII anyway."""
    answer = HttpResponse(text.encode("latin-1", "replace"), content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@dataclass(frozen=True, slots=True)
class Brought:
    """One of several records in a file: the way to its review, or what is wrong with it."""

    line: int
    href: str
    fault: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Review a record that was pasted or uploaded. It travels in the address of its review."""
    if "deal" in request.GET:
        return _review(request, request.GET["deal"])
    if request.method != "POST":
        return render(request, "games/bring.html")
    text = _brought(request)
    if text is None:
        return _refuse(request, "", _("That is too long: a file may have 200 kB and 100 records."))
    if not text.strip():
        return _refuse(request, "", _("Paste a record or choose a file first."))
    try:
        return HttpResponseRedirect(_address(text))
    except Fault as fault:
        return _line_by_line(request, text, fault)


def _review(request: HttpRequest, packed: str) -> HttpResponse:
    try:
        log = read_log(unpack(packed))
    except ValueError:
        return _refuse(request, "", _("This address holds no record. Was it cut short?"))
    except Fault as fault:
        return _refuse(request, "", fault_sentence(fault))
    return show(request, _as_reviewed(log), reverse("games:bring"), deal=packed)


def _as_reviewed(log: tuple[Event, ...]) -> ReviewedDeal:
    """A record names no players."""
    one, two, three = (
        SeatInfo(player, _("Player %(number)d") % {"number": player}, is_bot=False, connected=True)
        for player in range(3)
    )
    return ReviewedDeal((one, two, three), None, log)


def _brought(request: HttpRequest) -> bytes | None:
    """What was pasted or uploaded; None if it is too long."""
    file = request.FILES.get("file")
    if isinstance(file, UploadedFile) and file.size:
        return file.read() if file.size <= LONGEST_UPLOAD else None
    text = request.POST.get("record", "").encode()
    return text if len(text) <= LONGEST_UPLOAD else None


def _address(record: bytes) -> str:
    """Where the record is reviewed. Raises Fault."""
    return f"{reverse('games:bring')}?{urlencode({'deal': pack(replay(read_log(record)))})}"


def _line_by_line(request: HttpRequest, text: bytes, fault: Fault) -> HttpResponse:
    """What is wrong with a record, or, if there are several, one on each line, which of them can be reviewed."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > MOST_RECORDS:
        return _refuse(request, "", _("That is too long: a file may have 200 kB and 100 records."))
    several = [_one_of_several(number, line) for number, line in lines]
    if len(lines) == 1 or not any(record.href for record in several):
        return _refuse(request, text.decode(errors="replace"), fault_sentence(fault))
    return render(request, "games/bring.html", {"several": several})


def _one_of_several(number: int, line: bytes) -> Brought:
    try:
        return Brought(number, _address(line), "")
    except Fault as fault:
        return Brought(number, "", fault_sentence(fault))


def _refuse(request: HttpRequest, text: str, notice: str) -> HttpResponse:
    return render(request, "games/bring.html", {"text": text, "notice": notice}, status=HTTPStatus.BAD_REQUEST)
