"""Views of a table: its page, the score sheet, moves of players, and what they can do besides while a game runs."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from accounts.base.rate_limits import is_within_limit
from games.components.scores import score_sheet
from games.lobby import invitations, tables
from games.lobby.forms import ProposalForm, SeatForm
from games.models import Stage
from games.play import presence, proposals, queries as table_queries, queue
from games.play.errors import NotPossible
from games.play.spectators import OneDealBehind
from games.review import queries as review_queries
from games.views.responses import attempt, table_now, whole_page
from games.web import actions
from games.web.shortcuts import by_htmx, find, note_heartbeat, present_player, signed_in
from games.words import errors as error_messages
from games.words.points_chart import points_over_game
from games.words.sentences import table_name


def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table as this visitor may see it: as a player of the game or as a spectator, perhaps a deal behind."""
    game = find(code)
    is_player = note_heartbeat(game, request) is not None
    if is_player and game.stage == Stage.OPEN and signed_in(request).pk in presence.yet_to_come(game):
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
    snapshot = table_queries.sheet(game, table_queries.player_of(game, request.user))
    context = {
        "sheet": score_sheet(snapshot),
        "chart": points_over_game(snapshot),
        "name": table_name(snapshot),
        "snapshot": snapshot,
    }
    return render(request, "table/sheet.html", context)


def move(request: HttpRequest, code: str, *, kind: str) -> HttpResponse:
    """Make a move of the visitor, one of `actions.MOVES`."""
    player = present_player(code, request)
    fields = actions.fields_of(request.POST)

    def take_turn() -> None:
        queue.take_turn(code=code, action=actions.read(kind, player, fields), version=actions.version(fields))

    return attempt(request, code, take_turn)


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


def propose(request: HttpRequest, code: str) -> HttpResponse:
    """Propose to take the last move back, or to end the game."""
    player = present_player(code, request)
    form = ProposalForm(request.POST)
    return attempt(request, code, lambda: proposals.propose(code=code, player=player, **form.cleaned_data), form)


def reply(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to the proposal, or refuse it."""
    player = present_player(code, request)
    fields = actions.fields_of(request.POST)

    def answer() -> None:
        agree, version = actions.agrees(fields), actions.version(fields)
        proposals.answer(code=code, player=player, version=version, agree=agree)

    return attempt(request, code, answer)


def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open a rematch, or go to the one that another player has opened."""
    present_player(code, request)
    if not is_within_limit(request, "open_game"):
        return table_now(request, code, error_messages.too_many_tables(), HTTPStatus.TOO_MANY_REQUESTS)
    try:
        game = tables.rematch(code=code, user=signed_in(request))
    except (NotPossible, tables.TooManyGames) as refusal:
        return table_now(request, code, error_messages.sentence(refusal), HTTPStatus.CONFLICT)
    address = reverse("games:table", args=[game.code])
    return HttpResponseClientRedirect(address) if by_htmx(request) else redirect(address)
