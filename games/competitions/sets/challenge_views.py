"""The form of a new challenge, and a challenge sent to another player."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.base.names import isolated
from accounts.base.rate_limits import check_limit
from accounts.base.refusals import Refusal
from accounts.models import User
from games.bots import Level
from games.competitions.sets import services
from games.competitions.sets.forms import ChallengeForm, ReceiverForm
from games.competitions.sets.lookups import boards_by
from games.competitions.sets.words import set_title
from games.models import DealSet
from games.web.shortcuts import player_or_guest, signed_in


def new_challenge(request: HttpRequest) -> HttpResponse:
    """Open a challenge, and notify the named player. A visitor becomes a guest first."""
    data = request.POST if request.method == "POST" else None
    form = ChallengeForm(data, request.GET, is_visitor=not request.user.is_authenticated)
    if not form.is_valid():
        return _page(request, form, HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK)
    try:
        host = player_or_guest(request, form.cleaned_data.get("visitor"))
    except Refusal as refusal:
        form.add_error("visitor", refusal.sentence())
        return _page(request, form, refusal.status)
    check_limit(request, "challenge", _("That’s a lot of challenges. Try again in ten minutes."))
    chosen = form.cleaned_data
    try:
        opened = services.open_challenge(
            host=host,
            rules=form.rules(),
            count=int(chosen["count"]),
            bot_level=Level(chosen["bot_level"]),
            invited=chosen.get("invite", ""),
        )
    except Refusal as refusal:
        form.add_error("invite", refusal.sentence())
        return _page(request, form, refusal.status)
    return redirect("games:deal_set", opened.code)


def _page(request: HttpRequest, form: ChallengeForm, status: HTTPStatus) -> HttpResponse:
    context = {"form": form, "known": _followed_by(request)}
    return render(request, "competitions/sets/new_challenge.html", context, status=status)


@login_required
def send(request: HttpRequest, code: str) -> HttpResponse:
    """Send a challenge to a player by name, and redirect to its page."""
    of_set, form = boards_by(code)[0].deal_set, ReceiverForm(request.POST if request.method == "POST" else None)
    if not services.may_send(of_set, signed_in(request)):
        raise PermissionDenied(_("Only the host and the players of a challenge can send it."))
    if not form.is_valid():
        return _send_page(request, of_set, form, HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK)
    check_limit(request, "invite")
    try:
        receiver = services.send_challenge(of_set, sender=signed_in(request), name=form.cleaned_data["name"])
    except Refusal as refusal:
        form.add_error("name", refusal.sentence())
        return _send_page(request, of_set, form, refusal.status)
    messages.success(request, _("Challenge sent to %(name)s.") % {"name": isolated(receiver.get_username())})
    return redirect("games:deal_set", code)


def _send_page(request: HttpRequest, of_set: DealSet, form: ReceiverForm, status: HTTPStatus) -> HttpResponse:
    context = {"form": form, "deal_set": of_set, "set_title": set_title(of_set), "known": _followed_by(request)}
    return render(request, "competitions/sets/send_challenge.html", context, status=status)


def _followed_by(request: HttpRequest) -> list[str]:
    """Return the names of the visitor's friends."""
    user = request.user
    return list(user.follows.values_list("followed__username", flat=True)) if isinstance(user, User) else []
