"""Pages about the visitor's own account."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts import services
from accounts.forms import KeepAccountForm, LanguageForm
from accounts.models import User

View = Callable[..., HttpResponseBase]


def for_registered_players(view: View) -> View:
    """Make *view* send guests to the page where they become registered players."""

    @wraps(view)
    def without_guests(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("keep_account")
        return view(request, *args, **kwargs)

    return without_guests


@login_required
@require_http_methods(["GET", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the visitor's settings, or store the language chosen there."""
    assert isinstance(request.user, User)
    form = LanguageForm(request.POST or None, initial={"language": request.user.language})
    if not form.is_valid():
        return render(request, "accounts/you.html", {"form": form}, status=_status_of(form.is_bound))
    services.choose_language(request.user, form.cleaned_data["language"])
    messages.success(request, _("Your settings are saved."))
    response = redirect("you")
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response


@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def keep_account(request: HttpRequest) -> HttpResponse:
    """Let a guest add a password: same account, same games, no longer tied to this browser."""
    assert isinstance(request.user, User)
    if not request.user.is_guest:
        return redirect("you")
    form = KeepAccountForm(request.user, request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/keep.html", {"form": form}, status=_status_of(form.is_bound))
    user = services.register_guest(request.user, **form.cleaned_data)
    update_session_auth_hash(request, user)
    for address in EmailAddress.objects.filter(user=user):
        address.send_confirmation(request, signup=True)
    messages.success(request, _("This account is yours now. Sign in with your name and password on any device."))
    return redirect("you")


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Change the language from the switch at the foot of every page, and keep it for the account, if any."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        services.choose_language(request.user, language)
    return set_language(request)


def too_many_requests(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a visitor who must slow down; the text of *exception*, if given, says what there was too much of."""
    return render(request, "429.html", {"reason": exception}, status=HTTPStatus.TOO_MANY_REQUESTS)


def _status_of(bound: bool) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if bound else HTTPStatus.OK
