"""Reviews of finished deals, and the records of a table's deals (docs/records.md) to download."""

from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language, override

from accounts.base.pages import too_many_requests
from accounts.base.rate_limits import check_limit
from accounts.models import User
from games.engine import PLAYERS, Player
from games.play import holds
from games.review import analysis_jobs, files
from games.review.analysis_jobs import AnalysisRefused, AskedTooOften, TooManyWaiting
from games.review.analysis_requests import analysis_of, who_may_ask
from games.review.embed_code import embedding
from games.review.hands import deal_picture
from games.review.log import ReviewSelection
from games.review.lookups import finished_deals
from games.review.page import first_position, review_context
from games.review.queries import ReviewedDeal
from games.review.together import TogetherBar, bar_above
from games.web import downloads
from games.web.deal_files import PBN_HEAD, as_pbn, as_records
from games.web.link_pictures import draw_deal
from games.web.pages import png
from games.web.shortcuts import by_htmx, check_downloads
from games.words import errors as error_messages


def deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Review a finished deal of a table, for everyone who may look at the table."""
    (reviewed,) = finished_deals(request.user, code, number)
    hold_next_deal(reviewed)
    chosen = selection(request.GET, reviewed, reverse("games:review", args=[code, number]))
    return show_review(request, reviewed, chosen, bar_above(reviewed, follows=False))


def hold_next_deal(deal: ReviewedDeal) -> None:
    """Let the next deal of a table wait for a player who looks at its last one."""
    if deal.game is not None:
        holds.begin(deal.game, deal.viewer, deal.number)


def picture(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Return the picture of a finished deal for links to its review, in `?language=`, if anybody may review it."""
    check_limit(request, "picture", "")
    reviewed = deal_for_anybody(request, code, number)
    asked = request.GET.get("language")
    with override(asked if asked in dict(settings.LANGUAGES) else get_language()):
        return png(draw_deal(deal_picture(reviewed)))


def deal_for_anybody(request: HttpRequest, code: str, number: int) -> ReviewedDeal:
    """Return a finished deal as a stranger may review it, for what is the same for every reader: frame and picture.

    A reader who may not review it now, such as one who plays it for practice, is refused these too. Raises as
    `finished_deals` does.
    """
    if isinstance(request.user, User):
        finished_deals(request.user, code, number)
    (deal,) = finished_deals(AnonymousUser(), code, number)
    return deal


def selection(fields: QueryDict, deal: ReviewedDeal, path: str, /, **query: str) -> ReviewSelection:
    """Return what the fields `at`, `as`, `of` and `costly` select of a review at this path, whose query has `query`."""
    return ReviewSelection(
        path,
        query,
        position_in(fields, deal),
        seen_by=_player_in(fields, "as"),
        mistakes_of=_player_in(fields, "of"),
        costly=fields.get("costly") == "1",
    )


def show_review(
    request: HttpRequest, deal: ReviewedDeal, chosen: ReviewSelection, bar: TogetherBar | None = None
) -> HttpResponse:
    """Show the chosen position, below it the chosen mistakes, and above it the `bar` of a joint review.

    htmx gets only what changes between positions.
    """
    analysis, refusal = None, None
    try:
        analysis = analysis_of(request, deal)
    except AnalysisRefused as error:
        refusal = error
    context = review_context(deal, chosen, analysis)
    context["bar"] = bar
    context["refusal"] = error_messages.sentence(refusal) if refusal else ""
    context["is_given_up"] = analysis is not None and analysis_jobs.is_given_up(analysis)
    context["before"] = analysis_jobs.waiting_before(analysis) if analysis and analysis.due_at is not None else 0
    context["embedding"] = embedding(request, deal)
    answer = render(request, "review/_review.html" if by_htmx(request) else "review/review.html", context)
    if isinstance(refusal, TooManyWaiting | AskedTooOften):
        answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
    if context["analysable"] and (analysis is None or analysis.due_at is not None or context["is_given_up"]):
        add_never_cache_headers(answer)  # it will say more in a moment
    return answer


def _player_in(fields: QueryDict, name: str) -> Player | None:
    """Return the player whom this parameter names, if any."""
    return next((player for player in PLAYERS if fields.get(name) == str(player)), None)


def position_in(fields: QueryDict, deal: ReviewedDeal) -> int:
    """Return the requested position, at most the last one; by default the one before the play."""
    asked = fields.get("at", "")
    if not (asked.isascii() and asked.isdigit()) or len(asked) > 4:
        return first_position(deal.log)
    return min(int(asked), len(deal.log) - 1)


def analyse_again(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Request failed analyses again, for everyone who may look at the review."""
    (reviewed,) = finished_deals(request.user, code, number)
    return ask_again(request, reviewed, reverse("games:review", args=[code, number]))


def ask_again(request: HttpRequest, deal: ReviewedDeal, review: str) -> HttpResponse:
    """Queue failed analyses of this deal again, and redirect to its review; 429 if there are too many requests."""
    is_of_table = bool(deal.code)
    try:
        analysis = analysis_of(request, deal)
        if analysis is not None and analysis_jobs.is_given_up(analysis):
            analysis_jobs.ask_again(analysis, who_may_ask(request, is_of_table=is_of_table))
    except AnalysisRefused as refusal:
        return too_many_requests(request, error_messages.sentence(refusal))
    return redirect(review)


def download(request: HttpRequest, code: str, form_of: str, number: int | None = None) -> HttpResponse:
    """Download a finished deal of a table, or all of them: as records, a line each, or as PBN for bridge programs."""
    if number is None:
        check_downloads(request)
    deals = finished_deals(request.user, code, number)
    written = map(files.written, deals)
    content = PBN_HEAD.encode() + as_pbn(written) if form_of == "pbn" else as_records(written)
    return downloads.file(content, code if number is None else f"{code}-{number}", form_of)
