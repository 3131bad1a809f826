"""The people a player knows: the page that lists them, following, and private notes."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy

from accounts.base.names import isolated
from accounts.base.rate_limits import is_within_limit
from accounts.models import User
from accounts.people import following
from games.lobby.invitations import BlockedByInviter, UnknownPlayer
from games.people import queries as acquaintances
from games.people.forms import NoteForm, PersonForm
from games.web.shortcuts import View, signed_in, status_of
from games.words import errors as error_messages

REFUSED: Final = (UnknownPlayer, BlockedByInviter, following.FollowsTooMany)


@login_required
def people(request: HttpRequest, notice: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    """Show everybody the visitor knows."""
    context = {"people": acquaintances.people_of(signed_in(request)), "notice": notice}
    return render(request, "people/people.html", context, status=status)


def _about_somebody(act: Callable[..., User], form_class: type[PersonForm], success: Any, limit: str) -> View:
    """Return a view that lets `act` do something about another player, says so with `success`, and leads back."""

    @login_required
    def view(request: HttpRequest) -> HttpResponse:
        form = form_class(request.POST)
        if not form.is_valid():
            return people(request, str(next(iter(form.errors.values()))[0]), HTTPStatus.BAD_REQUEST)
        if not is_within_limit(request, limit):
            return people(request, error_messages.too_fast(), HTTPStatus.TOO_MANY_REQUESTS)
        from_page = form.cleaned_data.pop("from_page")
        try:
            other = act(signed_in(request), **form.cleaned_data)
        except REFUSED as refusal:
            return people(request, error_messages.sentence(refusal), status_of(refusal))
        messages.success(request, success % {"name": isolated(other.username)})
        return redirect("games:player", other.username) if from_page else redirect("games:people")

    return view


follow = _about_somebody(acquaintances.follow, PersonForm, gettext_lazy("You follow %(name)s."), "follow")
unfollow = _about_somebody(acquaintances.unfollow, PersonForm, gettext_lazy("You no longer follow %(name)s."), "follow")
note = _about_somebody(acquaintances.write_note, NoteForm, gettext_lazy("Your note about %(name)s is saved."), "note")
