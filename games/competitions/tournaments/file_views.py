"""Files of tournaments: results and deals to download, and the entry for a calendar."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, timedelta

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from games.competitions.tournaments import export, round_page, words
from games.competitions.tournaments.export import Place
from games.competitions.tournaments.kinds import kind_of
from games.competitions.tournaments.views import by_code
from games.models import Tournament, TournamentStage
from games.web import calendar_files, downloads
from games.web.calendar_files import Appointment
from games.web.deal_files import PBN_HEAD, as_pbn, as_records
from games.web.shortcuts import check_downloads


def results(request: HttpRequest, code: str, form_of: str) -> HttpResponse:
    """Download the standings and results of the rounds that have ended."""
    tournament = by_code(request, code)
    check_downloads(request)
    return downloads.results(export.results_of(tournament), export.as_csv, code, form_of)


def deals(request: HttpRequest, code: str, form_of: str, number: int | None = None) -> HttpResponseBase:
    """Download the deals of all rounds that have ended, or of one, board by board: as records, a line each, or PBN."""
    tournament = by_code(request, code)
    if number is not None and round_page.of_number(tournament, number) is None:
        raise Http404(_("This round has not ended."))
    check_downloads(request)
    lines = _deals(tournament, export.places(tournament, number), form_of)
    return downloads.stream(lines, code if number is None else f"{code}-{number}", form_of)


async def _deals(tournament: Tournament, batches: Sequence[Sequence[Place]], form_of: str) -> AsyncIterator[bytes]:
    """Yield a file of deals in pieces, each of which lets others use the processor afterwards."""
    write = as_pbn if form_of == "pbn" else as_records
    if form_of == "pbn":
        yield PBN_HEAD.encode()
    for batch in batches:
        yield await sync_to_async(lambda some: write(export.written(tournament, some)))(batch)


def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """Download the tournament as an entry for a calendar (RFC 5545)."""
    tournament = by_code(request, code)
    is_off = tournament.stage == TournamentStage.CANCELLED
    appointment = Appointment(
        uid=f"tournament-{code}@{request.get_host()}",
        sequence=tournament.calendar_sequence + is_off,
        starts_at=tournament.starts_at.astimezone(UTC),
        lasts=_longest(tournament),
        name=tournament.name,
        address=request.build_absolute_uri(reverse("games:tournament", args=[code])),
        text=words.form_of(tournament),
        called_off=is_off,
    )
    return calendar_files.response([appointment], code)


def _longest(tournament: Tournament) -> timedelta:
    """Return the time that the tournament takes if every round takes all of its own."""
    return (
        tournament.rounds * timedelta(minutes=tournament.minutes) + (tournament.rounds - 1) * kind_of(tournament).pause
    )
