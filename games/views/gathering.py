"""Views of a table before its game begins: taking seats, invitations, and the host's actions."""

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
from accounts.names.services import NameRefused
from accounts.signing_in import guests
from games.lobby import invitations, tables
from games.lobby.forms import SeatAsSeenForm, SeatForm, SeedForm, SitForm, StartForm, TableForm
from games.models import options_of, rules_of
from games.views.responses import attempt, table_now
from games.web.shortcuts import View, by_htmx, find, host_of, present_player, sign_in_first, signed_in, status_of


def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat. An anonymous visitor becomes a guest, with the name in the form, if the seat is free.

    Such a visitor gets a new page, because the CSRF token and the socket of the old one are those of an anonymous
    visitor.
    """
    find(code)
    was_nobody, form = not request.user.is_authenticated, SitForm(request.POST)

    def service() -> None:
        player = form.cleaned_data["player"]
        tables.check_is_free(code, player)
        user = guests.ensure_player(request, request.POST.get("name") or _("Guest"))
        tables.sit(code=code, user=user, player=player, seed=form.cleaned_data["seed"])

    try:
        answer = attempt(request, code, service, form, limit="" if was_nobody else "sit")
    except (NameRefused, guests.TooManyGuests) as refusal:
        return table_now(request, code, str(refusal), status_of(refusal))
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
    return redirect("games:lobby")


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
