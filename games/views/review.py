"""Reviews of finished deals, and the records of a table's deals (docs/records.md) to download."""

import json
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language, gettext as _, override

from accounts.models import User
from accounts.rate_limits import is_within_limit, name_of
from accounts.views import too_many_requests
from games.analysis import bids_from_json, points_from_json, thoughts_from_json, tricks_from_json, verdicts
from games.engine import PLAYERS, Player, proof_to_json, record_of, replay, to_pbn
from games.models import Analysis, Deal, Game
from games.play.snapshot import ReviewedDeal
from games.presenters import error_messages, link_pictures
from games.presenters.review import first_position, review_page
from games.presenters.review_findings import bid_tables, lost_tricks
from games.presenters.review_known import what_was_known
from games.presenters.review_log import review_log
from games.presenters.review_points import points_page
from games.presenters.thoughts import thought_on_next
from games.review import analysis_jobs, queries as review_queries
from games.review.analysis_jobs import AnalysisRefused, AskedTooOften, TooManyWaiting
from games.views.links import png
from games.views.shortcuts import by_htmx


def deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Review a finished deal of a table, for everyone who may look at the table."""
    (reviewed,) = finished_deals(request.user, code, number)
    return show_review(request, reviewed, reverse("games:review", args=[code, number]))


def picture(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Return the picture of a finished deal for links to its review, in `?language=`, if anybody may review it."""
    if not is_within_limit(request, "picture"):
        return too_many_requests(request)
    (reviewed,) = finished_deals(AnonymousUser(), code, number)
    asked = request.GET.get("language")
    with override(asked if asked in dict(settings.LANGUAGES) else get_language()):
        return png(link_pictures.draw_deal(link_pictures.deal_picture(reviewed)))


def finished_deals(user: User | AnonymousUser, code: str, number: int | None) -> list[ReviewedDeal]:
    """Return all finished deals of a table, or only the one with this number.

    403 if the user may not watch the table; 404 if there is no such deal, or only its scores are stored.
    """
    try:
        return review_queries.reviewed_deals(code, user, number)
    except (Game.DoesNotExist, Deal.DoesNotExist):
        raise Http404(_("There is no finished deal at this address.")) from None
    except review_queries.OnlyScoresStored:
        raise Http404(_("Only the scores of this game were kept: its deals can’t be reviewed.")) from None


def show_review(request: HttpRequest, deal: ReviewedDeal, path: str, /, **query: str) -> HttpResponse:
    """Show the position that `?at=` and `?as=` select; htmx gets only what changes between positions.

    `?of=` and `?costly=1` select the mistakes below it.
    """
    at = _position(request, deal)
    seen_by, mistakes_of = _player_in(request, "as"), _player_in(request, "of")

    costly = request.GET.get("costly") == "1"

    def address(
        position: int, player: Player | None = seen_by, of: Player | None = mistakes_of, only_costly: bool = costly
    ) -> str:
        given = (("as", player), ("of", of), ("costly", 1 if only_costly else None))
        chosen = {name: value for name, value in given if value is not None}
        return f"{path}?{urlencode({**query, 'at': position, **chosen})}"

    analysis, refusal = None, None
    try:
        analysis = _analysis(request, deal)
    except AnalysisRefused as error:
        refusal = error
    context = review_context(deal, at, seen_by, address, analysis, mistakes_of, costly=costly)
    context["refusal"] = error_messages.sentence(refusal) if refusal else ""
    answer = render(request, "games/_review.html" if by_htmx(request) else "games/review.html", context)
    if isinstance(refusal, TooManyWaiting | AskedTooOften):
        answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
    if context["analysable"] and (analysis is None or analysis.due_at is not None):
        add_never_cache_headers(answer)  # it will say more in a moment
    return answer


def _player_in(request: HttpRequest, name: str) -> Player | None:
    """Return the player whom this parameter names, if any."""
    return next((player for player in PLAYERS if request.GET.get(name) == str(player)), None)


def review_context(
    deal: ReviewedDeal,
    at: int,
    seen_by: Player | None,
    address: Callable[..., str],
    analysis: Analysis | None,
    mistakes_of: Player | None = None,
    *,
    costly: bool = False,
) -> dict[str, object]:
    """Return the template context of a review.

    `address` returns the URL of a position, in the current view or in that of a player (None: all hands open), with the
    mistakes of all players or of one, all or the costly ones; `mistakes_of` and `costly` tell which are shown now.
    """
    end = replay(deal.log)
    tricks = tricks_from_json(analysis.tricks) if analysis and analysis.tricks is not None else None
    thoughts = thoughts_from_json(analysis.thoughts) if analysis and analysis.thoughts is not None else ()
    points = points_from_json(analysis.points) if analysis and analysis.points is not None else None
    bids = bids_from_json(analysis.bids) if analysis and analysis.bids is not None else None
    card_verdicts = verdicts(end, tricks) if tricks else ()
    known = what_was_known(deal, at, seen_by, thoughts, points)
    return {
        "deal": deal,
        "reportable": any(not seat.is_bot for seat in deal.seats if seat.player != deal.viewer),
        "seeds": list(zip(deal.seats, deal.proof.seeds, strict=True)) if deal.proof else [],
        "review": review_page(deal, at, seen_by, address, tricks, known.on_cards if known else None),
        "log": review_log(deal, at, seen_by, address, card_verdicts),
        "thought": thought_on_next(deal, at, thoughts) if seen_by is None else None,
        "known": known,
        "here": address(at),
        "open_cards": seen_by is None,
        "analysable": end.declarer is not None,
        "analysis": analysis,
        "points": points_page(deal, end, points, address, thoughts) if points and seen_by is None else None,
        "lost": lost_tricks(deal, end, card_verdicts, address, at, mistakes_of, costly=costly)
        if card_verdicts and seen_by is None
        else None,
        "bids": None if bids is None else bid_tables(deal, end, bids),
    }


def _position(request: HttpRequest, deal: ReviewedDeal) -> int:
    """Return the position asked for, at most the last one; by default the one before the play."""
    asked = request.GET.get("at", "")
    if not (asked.isascii() and asked.isdigit()) or len(asked) > 4:
        return first_position(deal.log)
    return min(int(asked), len(deal.log) - 1)


def _analysis(request: HttpRequest, deal: ReviewedDeal) -> Analysis | None:
    """Return the deal's analysis, after requesting it if necessary; None if the bidding is not over.

    Raises AnalysisRefused.
    """
    end = replay(deal.log)
    if end.declarer is None:
        return None
    is_of_table = bool(deal.code)
    if analysis := analysis_jobs.find_analysis(end, permanent=is_of_table, deal=deal.key):
        return analysis
    asked_by = name_of(request)
    analysis_jobs.check_room(asked_by, permanent=is_of_table)
    if not is_within_limit(request, "analyse" if is_of_table else "analyse_import"):
        raise AskedTooOften
    return analysis_jobs.request_analysis(end, permanent=is_of_table, asked_by=asked_by, deal=deal.key)


def download(request: HttpRequest, code: str, form_of: str, number: int | None = None) -> HttpResponse:
    """Download a finished deal of a table, or all of them: as records, a line each, or as PBN for bridge programs."""
    deals = finished_deals(request.user, code, number)
    if form_of == "pbn":
        text, content_type = _pbn(deals), "application/x-pbn"
    else:
        text = "".join(json.dumps(proved_record(deal)) + "\n" for deal in deals)
        content_type = f"application/{form_of}"
    # PBN allows only Latin-1, and the JSON is ASCII.
    answer = HttpResponse(text.encode("latin-1", "replace"), content_type=content_type)
    name = code if number is None else f"{code}-{number}"
    answer["Content-Disposition"] = f'attachment; filename="{name}.{form_of}"'
    return answer


def proved_record(deal: ReviewedDeal) -> dict[str, object]:
    """Return the record of a deal, with its proof if it has one."""
    record = record_of(replay(deal.log))
    return record | {"proof": proof_to_json(deal.proof)} if deal.proof else record


def _pbn(deals: list[ReviewedDeal]) -> str:
    games = (
        to_pbn(
            replay(deal.log),
            names=[seat.name for seat in deal.seats],
            event=deal.name,
            date=f"{deal.played_on:%Y.%m.%d}" if deal.played_on else "",
            board=deal.number,
            proof=deal.proof,
        )
        for deal in deals
    )
    return "% PBN 2.1\n% EXPORT\n" + "\n".join(games)
