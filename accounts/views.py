"""Pages about the visitor's own account."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts import (
    account_deletion,
    data_export,
    moderation,
    services,
    sessions,
)
from accounts.forms import (
    KeepAccountForm,
    NameForm,
    RemoveAccountForm,
    SettingsForm,
    VisibilityForm,
)
from accounts.models import User
from accounts.site_config.errors import DeedRefused, InvitationRefused

View = Callable[..., HttpResponseBase]


def for_registered_players(view: View) -> View:
    """Make *view* send guests to the page where they become registered players."""

    @wraps(view)
    def without_guests(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("keep_account")
        return view(request, *args, **kwargs)

    return without_guests


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the visitor's settings, or store what was chosen there and go back to where the visitor came from."""
    user = _as_stored(request)  # the form writes what it is sent on its user, refused or not
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=user)
    back = _way_back(request)
    if not form.is_valid():
        context = {"form": form, "back": back}
        return render(request, "accounts/you.html", context, status=_status_of(form.is_bound))
    services.choose_settings(user, **form.cleaned_data)
    messages.success(request, _("Your settings are saved."))
    response = HttpResponseRedirect(back or reverse("you"))
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response


def _way_back(request: HttpRequest) -> str:
    """The page of this site that asked for the settings, a table for example; "" for none."""
    back = request.POST.get("next") or request.GET.get("next", "")
    return back if back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None) else ""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def visibility_page(request: HttpRequest) -> HttpResponse:
    """Let the visitor choose who sees the page with their results."""
    assert isinstance(request.user, User)
    form = VisibilityForm(request.POST or None, initial={"visibility": request.user.visibility})
    if not form.is_valid():
        return render(request, "accounts/visibility.html", {"form": form}, status=_status_of(form.is_bound))
    services.choose_settings(request.user, **form.cleaned_data)
    messages.success(request, _("Your settings are saved."))
    return redirect("you")


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def keep_account(request: HttpRequest) -> HttpResponse:
    """Let a guest add a password: same account, same games, no longer tied to this browser."""
    assert isinstance(request.user, User)
    if not request.user.is_guest:
        return redirect("you")
    if not get_adapter(request).is_open_for_signup(request):
        return render(request, "account/signup_closed.html", status=HTTPStatus.FORBIDDEN)
    form = KeepAccountForm(request.user, request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/keep.html", {"form": form}, status=_status_of(form.is_bound))
    password, email = form.cleaned_data["password"], form.cleaned_data["email"]
    try:
        user = services.register_guest(request.user, password=password, email=email, invitation=form.invitation)
    except services.KeptAlready:
        return redirect("you")
    except InvitationRefused as refusal:
        form.add_error("invitation", str(refusal))
        return render(request, "accounts/keep.html", {"form": form}, status=_status_of(form.is_bound))
    update_session_auth_hash(request, user)
    if not sessions.note(request):
        raise services.AccountGone
    for address in EmailAddress.objects.filter(user=user):
        if ratelimit.consume(request, action="confirm_email", key=address.email.casefold()):
            address.send_confirmation(request, signup=True)
    messages.success(request, _("This account is yours now. Sign in with your name and password on any device."))
    return redirect("you")


def _as_stored(request: HttpRequest) -> User:
    """The visitor's account as it is now. Raises AccountGone."""
    assert isinstance(request.user, User)
    user = User.objects.filter(pk=request.user.pk, is_active=True).first()
    if user is None:
        raise services.AccountGone
    return user


@never_cache
@login_required
@require_safe
def export_account(request: HttpRequest) -> HttpResponse:
    """All that is kept about the visitor, as a file."""
    assert isinstance(request.user, User)
    if not ratelimit.consume(request, action="export", user=request.user):
        return too_many_requests(request)
    response = JsonResponse(data_export.all_about(request.user), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="dummy-hand-spades.json"'
    return response


@never_cache
@login_required
@sensitive_post_parameters("proof")
@require_http_methods(["GET", "POST"])
def remove_account(request: HttpRequest) -> HttpResponse:
    """Let the visitor go for good."""
    assert isinstance(request.user, User)
    if request.user.is_staff:
        raise PermissionDenied(account_deletion.OF_THE_STAFF)
    if request.method == "POST" and not ratelimit.consume(request, action="remove_account", user=request.user):
        return too_many_requests(request)
    form = RemoveAccountForm(request.user, request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/remove.html", {"form": form}, status=_status_of(form.is_bound))
    try:
        account_deletion.forget(request.user)
    except DeedRefused as refusal:
        raise PermissionDenied(str(refusal)) from refusal
    logout(request)  # last: a guest who is signed out and has the account still could not come back to it
    messages.success(request, _("Your account is removed. Thank you for playing."))
    return redirect("games:home")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def choose_name(request: HttpRequest) -> HttpResponse:
    """Let whoever lost a name choose another."""
    user = _as_stored(request)
    if not user.must_rename:
        return redirect("you")
    form = NameForm(request.POST or None)
    if form.is_valid():
        try:
            moderation.choose_name(user, form.cleaned_data["name"])
        except services.NameRefused as refusal:
            form.add_error("name", str(refusal))
        else:
            return redirect("games:lobby")
    return render(request, "accounts/choose_name.html", {"form": form}, status=_status_of(form.is_bound))


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
