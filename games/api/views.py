"""The page that lists what programs can do, from the description of the API, and the page of bots' accounts."""

from functools import cache
from http import HTTPStatus

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.names import of_bot
from accounts.base.pages import form_status
from accounts.base.refusals import Refusal
from games.api.bot_accounts import become_bot
from games.api.description import Description
from games.api.documents import DOCUMENTS
from games.api.library import PACKAGES, package
from games.api.middleware import ADDRESS
from games.api.reference import Reference, codes_by_status
from games.api.site import the_api
from games.web.shortcuts import signed_in


@cache
def _described() -> Description:
    """Return the description of the API, which is the same as long as the process runs, and slow to make."""
    return the_api().get_openapi_schema()


def description(request: HttpRequest) -> JsonResponse:
    """Return the description of the API as OpenAPI, for this site."""
    server = {"url": _address(request), "description": "this site"}
    return JsonResponse({**_described(), "servers": [server]})


def _address(request: HttpRequest) -> str:
    return request.build_absolute_uri(ADDRESS.rstrip("/"))


def page(request: HttpRequest) -> HttpResponse:
    """Show all operations with what they take and answer, and all codes of refusals."""
    groups = Reference(_described(), _address(request)).groups()
    return render(request, "api/page.html", {"groups": groups, "documents": DOCUMENTS, "codes": codes_by_status()})


def library(request: HttpRequest, name: str) -> HttpResponse:
    """Show what a package of the engine's offers, by name."""
    addresses = [(one, reverse("games:api_library", kwargs={"name": one}), one == name) for one in PACKAGES]
    context = {"package": package(name), "name": f"dummy_hand_spades.{name}", "packages": addresses}
    return render(request, "api/library.html", context)


class ForeverForm(forms.Form):
    """The consent of the player to what can't be undone."""

    forever = forms.BooleanField(
        label=gettext_lazy("For ever"), help_text=gettext_lazy("A bot’s account never becomes a person’s again.")
    )


@login_required
def bot_account(request: HttpRequest) -> HttpResponse:
    """Say what a bot's account is, and let a registered player who has played nothing make the account one."""
    user = signed_in(request)
    if user.is_guest:
        raise PermissionDenied(_("Bots are players with an account."))
    form, notice = ForeverForm(request.POST if request.method == "POST" else None), ""
    status: HTTPStatus = form_status(form)
    if form.is_valid():
        try:
            become_bot(user)
        except Refusal as refusal:
            notice = refusal.sentence() if isinstance(refusal, Refusal) else str(refusal)
            status = HTTPStatus.CONFLICT
        else:
            return redirect("games:bot_account")
    context = {"form": form, "player": user, "bot_name": of_bot(user.username), "notice": notice}
    return render(request, "api/bot_account.html", context, status=status)
