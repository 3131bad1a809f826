"""Pages of sets of deals and of their boards, and the form that begins a board."""

from collections.abc import Callable, Sequence
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.base.rate_limits import TooManyRequests
from accounts.base.refusals import Refusal
from accounts.models import User
from games.competitions.sets import outcome as outcomes, practice, queries, reminders, services, words
from games.competitions.sets.board_page import board_page
from games.competitions.sets.lookups import board_of, boards_by, number_in
from games.competitions.sets.set_page import SetPage, set_page
from games.competitions.sets.steps import step_of
from games.competitions.sets.words import set_title
from games.models import Board, DealSet, Game, SetKind, rules_of
from games.play.modes import access
from games.web.shortcuts import check_opens_table, player_or_guest
from games.words.arriving import three_lines


def deal_set(request: HttpRequest, code: str) -> HttpResponse:
    """Show a set of deals, or the board in `?board=`; visitors who may not see the board learn only how to play it."""
    of_set = boards_by(code)
    if "board" not in request.GET or len(of_set) == 1:
        return _set(request, of_set)
    shown = board_of(of_set, number_in(request.GET["board"]))
    if not access.may_see_board(shown.pk, request.user):
        return _not_yet(request, shown)
    return _board(request, shown, of_set)


def outcome(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a player who has finished a board how the result compares: a part of the table's page."""
    of_set = boards_by(code)
    address = _address(request, of_set[0].deal_set)
    user = request.user if isinstance(request.user, User) else None
    shown = user and outcomes.outcome(board_of(of_set, number), of_set, user, address, timezone.now())
    if not shown:
        raise Http404(_("You have not finished this deal."))
    return render(request, "competitions/sets/_outcome.html", {"outcome": shown, "at_table": True})


def _not_yet(request: HttpRequest, hidden: Board) -> HttpResponse:
    """Show when the board can be seen, and offer to play it. This page shows nothing of the board."""
    own = queries.own_plays([hidden], request.user).get(hidden.pk)
    under_way = practice.practices([hidden], request.user).get(hidden.pk)
    context = {
        "deal_set": hidden.deal_set,
        "title": set_title(hidden.deal_set),
        "number": hidden.number,
        "step": step_of(hidden, own) if own or services.is_open(hidden.deal_set, timezone.now()) else None,
        "practise": practice.practice_step(hidden, under_way) if under_way else None,
    }
    return render(request, "competitions/sets/not_yet.html", context, status=HTTPStatus.FORBIDDEN)


def play(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Begin or continue a board, and redirect to its table. A visitor becomes a guest first."""
    return _begin(request, code, number, services.begin)


def practise(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Begin or continue practising a board of a closed set, and redirect to its table; a visitor becomes a guest."""
    return _begin(request, code, number, practice.begin)


def _begin(request: HttpRequest, code: str, number: int, begin: Callable[[Board, User], Game]) -> HttpResponse:
    of_set = boards_by(code)
    chosen = board_of(of_set, number)
    try:
        user = player_or_guest(request, request.POST.get("name"))
        check_opens_table(request)
        game = begin(chosen, user)
    except TooManyRequests:
        raise
    except Refusal as refusal:
        return _set(request, of_set, refusal.sentence(), refusal.status)
    return redirect("games:table", game.code)


def of_today(_request: HttpRequest, kind: SetKind) -> HttpResponse:
    """Redirect to today's set of this kind; 404 while none is open."""
    today = queries.set_of_day(kind, timezone.now())
    if today is None:
        raise Http404(_("Today’s deals are not ready yet. Try again in a minute."))
    return redirect("games:deal_set", today.code)


def remind(request: HttpRequest) -> HttpResponse:
    """Switch on reminders of the deal of the day, and redirect to today's."""
    if not isinstance(request.user, User):
        return redirect("games:day")
    reminders.want(request.user)
    words = _("We’ll remind you of the deal of the day as long as you keep playing it. Choose how in your settings.")
    if reminders.may_arrive(request.user):
        messages.success(request, words)
    else:
        messages.warning(request, _("You get no notifications yet: turn them on in your settings."))
    return redirect("games:day")


def _set(request: HttpRequest, of_set: Sequence[Board], notice: str = "", status: int = 200) -> HttpResponse:
    """Show a set; for a set of one board show that board, as soon as the visitor may see it."""
    if len(of_set) == 1 and access.may_see_board(of_set[0].pk, request.user):
        return _board(request, of_set[0], of_set, notice, status)
    page = set_page(of_set, request.user, timezone.now())
    link = _link(request, page)
    context = {
        "page": page,
        "notice": notice,
        "says": words.invitation(of_set),
        "link": link,
        "address": _address(request, page.deal_set),
        "plays_first": page.has_begun or not link,  # a host who has not begun sends the link first
    }
    if page.step is None or not _is_challenged(request, page):
        return render(request, "competitions/sets/set.html", context, status=status)
    context["challenge"] = words.challenge(of_set)
    context["to_beat"] = words.to_beat(of_set) if access.may_see_total_of_host(page.deal_set, request.user) else ""
    context["lines"] = three_lines(rules_of(of_set[0]), deals=len(of_set)) if page.rules else ()
    return render(request, "competitions/sets/invited.html", context, status=status)


def _is_challenged(request: HttpRequest, page: SetPage) -> bool:
    """Return whether a challenge invites the visitor, who has not begun it."""
    of_set = page.deal_set
    return of_set.never_closes and not page.has_begun and of_set.host_id not in (None, request.user.pk)


def _board(
    request: HttpRequest, shown: Board, of_set: Sequence[Board], notice: str = "", status: int = 200
) -> HttpResponse:
    """Show a board that the visitor may see."""
    address = _address(request, shown.deal_set)
    page = board_page(shown, of_set, request.user, address, timezone.now())
    passes_on = page.is_whole_set and _passes_on(request, shown.deal_set, has_begun=page.outcome is not None)
    link = address if passes_on else ""
    return render(
        request, "competitions/sets/board.html", {"page": page, "notice": notice, "link": link}, status=status
    )


def _link(request: HttpRequest, page: SetPage) -> str:
    """Return the address of a challenge for visitors who may pass it on; "" for others."""
    passes_on = _passes_on(request, page.deal_set, has_begun=page.has_begun)
    return _address(request, page.deal_set) if passes_on else ""


def _passes_on(request: HttpRequest, of_set: DealSet, *, has_begun: bool) -> bool:
    """Return whether the visitor may pass a challenge on: its host and everybody who has begun it may."""
    is_host = of_set.host_id is not None and of_set.host_id == request.user.pk
    return of_set.never_closes and not of_set.void_reason and (is_host or has_begun)


def _address(request: HttpRequest, of_set: DealSet) -> str:
    return request.build_absolute_uri(reverse("games:deal_set", args=[of_set.code]))
