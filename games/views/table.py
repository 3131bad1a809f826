"""Views of a table: its page, the score sheet, seats and invitations before the game, moves of players, and what they
can do besides while it runs.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from accounts.base.names import isolated
from accounts.base.qr_code import qr_svg
from accounts.base.refusals import Refusal
from games.components.board_sheet import board_sheet
from games.components.scores import score_sheet
from games.lobby import invitations, tables
from games.lobby.forms import PauseForm, ProposalForm, SeatAsSeenForm, SeatForm, SeedForm, SitForm, StartForm, TableForm
from games.models import options_of, rules_of
from games.play import (
    holds,
    marks,
    moves,
    onlookers,
    pauses,
    plans,
    presence,
    proposals,
    queries as table_queries,
    queue,
)
from games.play.queries import SeatNow
from games.play.spectators import OneDealBehind
from games.review import queries as review_queries
from games.values import Stage
from games.views.responses import attempt, table_now, whole_page
from games.web import actions
from games.web.shortcuts import (
    View,
    by_htmx,
    check_opens_table,
    find,
    host_of,
    note_heartbeat,
    player_or_guest,
    present_player,
    present_seat,
    sign_in_first,
    signed_in,
)
from games.words import errors as error_messages
from games.words.charts import points_over_game
from games.words.places import Place
from games.words.sentences import deals_closed, table_name


def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table as this visitor may see it: as a player of the game or as a spectator, perhaps a deal behind."""
    game = find(code)
    player = note_heartbeat(game, request)
    if holds.end(game, player):
        game = find(code)
    if player is not None and game.stage == Stage.OPEN and signed_in(request).pk in presence.yet_to_come(game):
        invitations.come(code=code, user=signed_in(request))
    if proposals.decide_if_agreed(game):
        game = find(code)
    notice = error_messages.seat_freed() if table_queries.was_sent_away(game, request.user) else ""
    try:
        return whole_page(request, game, notice)
    except OneDealBehind:
        return _one_deal_behind(request, code)


def _one_deal_behind(request: HttpRequest, code: str) -> HttpResponse:
    """Show a spectator the last finished deal; without one, a page that waits for it."""
    number, _more = review_queries.finished_deals(code, request.user)
    if number:
        return redirect("games:review", code, number)
    return render(request, "table/one_deal_behind.html", {"code": code, "number": 0, "deals": 0, "is_live": True})


def latest(request: HttpRequest, code: str) -> HttpResponse:
    """Return what has changed at the table since the version that a page without a socket shows: 204 if nothing has."""
    game = find(code)
    note_heartbeat(game, request)
    proposals.decide_if_agreed(game)
    return table_now(request, code)


def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score sheet of all finished deals."""
    game = find(code)
    player = table_queries.player_of(game, request.user)
    holds.begin(game, player, game.deal_number)
    snapshot = table_queries.sheet(game, player)
    context = {
        "sheet": score_sheet(snapshot),
        "boards": board_sheet(snapshot),
        "closed": deals_closed(in_tournament=snapshot.round is not None),
        "chart": points_over_game(snapshot),
        "name": table_name(snapshot),
        "snapshot": snapshot,
        "held_until": holds.held_until(game, player),
        "place": Place.TODAY if snapshot.mode.on_board else None,
    }
    return render(request, "table/sheet.html", context)


def move(request: HttpRequest, code: str, *, kind: str) -> HttpResponse:
    """Make a move of the visitor, one of `moves.MOVES`."""
    seat = present_seat(code, request)

    def service() -> SeatNow:
        turn = actions.read_turn(kind, code, seat.player, actions.fields_of(request.POST))
        queue.take(turn)
        return seat._replace(version=turn.version + 1)

    return attempt(request, code, service)


def play(request: HttpRequest, code: str) -> HttpResponse:
    """Play a card of the visitor. The field `ahead` is there if the page did not show its hand's turn: then the card is
    only chosen, and is played when the turn comes.
    """
    return _choose(request, code) if "ahead" in request.POST else move(request, code, kind="play")


def _choose(request: HttpRequest, code: str) -> HttpResponse:
    """Choose a card before its hand's turn, or take the choice back."""
    player, fields = present_player(code, request), actions.fields_of(request.POST)

    def service() -> None:
        if "back" in fields:
            plans.withdraw(code=code, player=player, card=moves.card_in(fields, "back"))
        else:
            plans.choose(code=code, player=player, card=moves.card_in(fields, "card"))

    return attempt(request, code, service)


def end(request: HttpRequest, code: str) -> HttpResponse:
    """Give up the game: a bot plays on for the player, or the game ends if no other person plays."""
    player, leaves_others = present_player(code, request), "others" in request.POST
    return attempt(request, code, lambda: proposals.give_up(code=code, player=player, leaves_others=leaves_others))


def call_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Let a bot sit in for a player who has been away too long."""
    present_player(code, request)
    form = SeatForm(request.POST)
    return attempt(request, code, lambda: proposals.call_bot(code=code, **form.cleaned_data), form)


def take_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Take the player's seat back from the bot that sits in."""
    player = present_player(code, request)
    return attempt(request, code, lambda: proposals.take_seat(code=code, player=player))


def mark(request: HttpRequest, code: str) -> HttpResponse:
    """Note this moment of the deal, for the player's own review."""
    player = present_player(code, request)
    return attempt(request, code, lambda: marks.mark(code=code, player=player), success=_("Marked for your review."))


def hold(request: HttpRequest, code: str) -> HttpResponse:
    """Note that the player looks at a part of the table that explains the last deal, which is `open`, or no longer."""
    player, game = present_player(code, request), find(code)
    if "open" in request.POST:
        holds.begin(game, player, game.deal_number)
    else:
        holds.end(game, player)
    return HttpResponse(status=HTTPStatus.NO_CONTENT) if by_htmx(request) else redirect("games:table", code)


def pause(request: HttpRequest, code: str) -> HttpResponse:
    """Pause the game for a while."""
    player, form = present_player(code, request), PauseForm(request.POST)
    return attempt(request, code, lambda: pauses.pause(code=code, player=player, **form.cleaned_data), form)


def wait_for(request: HttpRequest, code: str) -> HttpResponse:
    """Pause the game until a player who is away is back."""
    player, form = present_player(code, request), SeatForm(request.POST)

    def service() -> None:
        pauses.wait_for(code=code, player=player, absent=form.cleaned_data["player"])

    return attempt(request, code, service, form)


def come_back(request: HttpRequest, code: str) -> HttpResponse:
    """Let a paused game go on, as far as this player is concerned."""
    player = present_player(code, request)
    return attempt(request, code, lambda: pauses.come_back(code=code, player=player))


def propose(request: HttpRequest, code: str) -> HttpResponse:
    """Propose to take the last move back, to pause or to end the game."""
    player = present_player(code, request)
    form = ProposalForm(request.POST)
    return attempt(request, code, lambda: proposals.propose(code=code, player=player, **form.cleaned_data), form)


def reply(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to the proposal, or refuse it."""
    player = present_player(code, request)
    fields = actions.fields_of(request.POST)

    def answer() -> None:
        agree, version = moves.agrees(fields), moves.version(fields)
        proposals.answer(code=code, player=player, version=version, agree=agree)

    return attempt(request, code, answer)


def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open a rematch, or go to the one that another player has opened."""
    present_player(code, request)
    try:
        check_opens_table(request)
        game = tables.rematch(code=code, user=signed_in(request))
    except Refusal as refusal:
        return table_now(request, code, refusal.sentence(), refusal.status)
    return redirect("games:table", game.code)


def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat. An anonymous visitor becomes a guest, with the name in the form, if the seat is free.

    Such a visitor gets a new page, because the CSRF token and the socket of the old one are those of an anonymous
    visitor; who is seated looks on no longer, although the old page is open until the new one has come.
    """
    find(code)
    was_nobody, form = not request.user.is_authenticated, SitForm(request.POST)

    def service() -> None:
        player = form.cleaned_data["player"]
        tables.check_is_free(code, player)
        user = player_or_guest(request, request.POST.get("name"))
        onlookers.forget_onlooker(code, onlookers.stranger(request.COOKIES))
        tables.sit(code=code, user=user, player=player, seed=form.cleaned_data["seed"])

    answer = attempt(request, code, service, form, limit="" if was_nobody else "sit")
    if was_nobody and request.user.is_authenticated and by_htmx(request):
        return HttpResponseClientRefresh()
    return answer


def link_as_qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """Return the table's address as a QR code, for a phone that has none of the table yet."""
    find(code)
    address = request.build_absolute_uri(reverse("games:table", args=[code]))
    return HttpResponse(qr_svg(address), content_type="image/svg+xml")


def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the seat. A second click gets the current table."""
    find(code)
    if not request.user.is_authenticated:
        raise PermissionDenied(_("Only the players of this game can do that."))
    return attempt(request, code, lambda: tables.leave(code=code, user=signed_in(request)))


def _by_host(service: Callable[..., None], form_class: type[Form]) -> View:
    """Return a view that lets the host use the service, with the fields of the form."""

    def view(request: HttpRequest, code: str) -> HttpResponse:
        host, form = host_of(find(code), request), form_class(request.POST)
        return attempt(request, code, lambda: service(code=code, host=host, **form.cleaned_data), form)

    return view


remove = _by_host(tables.remove, SeatAsSeenForm)
seat_bot = _by_host(tables.seat_bot, SeatForm)
start = _by_host(tables.start, StartForm)


def seed(request: HttpRequest, code: str) -> HttpResponse:
    """Replace the player's seed."""
    present_player(code, request)
    form = SeedForm(request.POST)

    def service() -> None:
        tables.give_seed(code=code, user=signed_in(request), seed=form.cleaned_data["seed"])

    return attempt(request, code, service, form, limit="seed")


def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite another player by name."""
    present_player(code, request)
    name = request.POST.get("name", "")

    def service() -> None:
        invitations.invite(code=code, inviter=signed_in(request), name=name)

    return attempt(request, code, service, success=_("%(name)s is invited.") % {"name": isolated(name)}, limit="invite")


@sign_in_first
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Decline an invitation, in the lobby."""
    find(code)
    invitations.decline(code=code, user=signed_in(request))
    return redirect("games:home")


@login_required
def options(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form to change rules and options, or let the host change them."""
    game = find(code)
    host = host_of(game, request)
    now = TableForm.initial_for(rules_of(game), options_of(game)) | {"name": game.name}
    form = TableForm(request.POST or None, initial=now)
    if not form.is_valid():
        status = HTTPStatus.BAD_REQUEST if form.is_bound else 200
        return render(request, "lobby/change_rules.html", {"form": form, "code": code}, status=status)

    def service() -> None:
        name = form.cleaned_data["name"] or game.name
        tables.change_rules(code=code, host=host, rules=form.rules(), name=name, options=form.options())

    return attempt(request, code, service, limit="options")
