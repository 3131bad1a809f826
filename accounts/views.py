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
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts import services
from accounts.base import names
from accounts.base.rate_limits import is_within_limit
from accounts.forms import DeleteAccountForm, NameForm, RegisterGuestForm, SettingsForm, VacationForm, VisibilityForm
from accounts.models import User
from accounts.moderation import services as moderation
from accounts.notifications import pushes
from accounts.notifications.forms import ChannelsForm
from accounts.notifications.services import SESSION_KEY
from accounts.personal_data import deletion, export, merging
from accounts.preferences import vacation
from accounts.preferences.languages import language_chosen
from accounts.sessions import services as sessions
from accounts.site_config.errors import ActionDenied, InvitationRefused

View = Callable[..., HttpResponseBase]


def for_registered_players(view: View) -> View:
    """Decorate *view* to redirect guests to the page where they register."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("register_guest")
        return view(request, *args, **kwargs)

    return wrapper


def for_visitors(view: View) -> View:
    """Decorate *view*, a step of signing in, to take a guest for a visitor: guests sign in to accounts they have."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return wrapper


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the visitor's settings, or store them and return to the page the visitor came from."""
    user = _stored_user(request)  # a ModelForm changes its instance even when it is invalid
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=user)
    back = _back_url(request)
    if not form.is_valid():
        guest = merging.guest_of(request.session)
        context = {"form": form, "back": back, "guest": guest, **_notifications(request, user)}
        return render(request, "accounts/settings.html", context, status=_status_of(form.is_bound))
    services.save_settings(user, **form.cleaned_data)
    with translation.override(language_chosen(request, user)):
        messages.success(request, _("Your settings are saved."))
    response = HttpResponseRedirect(back or reverse("you"))
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response


def _notifications(request: HttpRequest, user: User) -> dict[str, object]:
    """Return what the page shows of notifications: the switches, and this browser if it is told."""
    here = user.push_subscriptions.filter(pk=request.session.get(SESSION_KEY, 0)).first()
    is_refused = here is not None and here.failed_status in pushes.REFUSED
    return {"channels": ChannelsForm(user), "push_key": pushes.public_key(), "browser": here, "is_refused": is_refused}


def _back_url(request: HttpRequest) -> str:
    """Return the page of this site that linked to the settings, a table for example; "" if none."""
    back = request.POST.get("next") or request.GET.get("next", "")
    return back if back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None) else ""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def visibility_page(request: HttpRequest) -> HttpResponse:
    """Let the visitor choose who may see their results, and that they are online."""
    user = request.user
    assert isinstance(user, User)
    form = VisibilityForm(request.POST or None, initial={"visibility": user.visibility, "online_to": user.online_to})
    if not form.is_valid():
        return render(request, "accounts/visibility.html", {"form": form}, status=_status_of(form.is_bound))
    services.save_settings(user, **form.cleaned_data)
    messages.success(request, _("Your settings are saved."))
    return redirect("you")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def vacation_page(request: HttpRequest) -> HttpResponse:
    """Let the visitor begin a vacation of some days, or end it."""
    user = _stored_user(request)
    if request.method == "POST" and "end" in request.POST:
        vacation.end(user)
        messages.success(request, _("Welcome back. Your clocks run again."))
        return redirect("vacation")
    form = VacationForm(request.POST or None)
    if form.is_valid():
        try:
            vacation.begin(user, form.cleaned_data["days"])
        except vacation.OnVacation:
            return redirect("vacation")  # begun in another tab; its page says until when
        except vacation.TooManyDays:
            form.add_error("days", _("You do not have so many days left this year: choose fewer."))
        else:
            messages.success(request, _("Enjoy your vacation. Your clocks in games by turns stand still."))
            return redirect("vacation")
    context = {"form": form, "days_left": vacation.days_left(user), "days_a_year": vacation.DAYS_A_YEAR, "player": user}
    return render(request, "accounts/vacation.html", context, status=_status_of(form.is_bound))


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def register_guest(request: HttpRequest) -> HttpResponse:
    """Let a guest add a password and become a registered player with the same account and games."""
    assert isinstance(request.user, User)
    if not request.user.is_guest:
        return redirect("you")
    if not get_adapter(request).is_open_for_signup(request):
        return render(request, "account/signup_closed.html", status=HTTPStatus.FORBIDDEN)
    form = RegisterGuestForm(request.user, request.POST or None)
    if form.is_valid():
        password, email = form.cleaned_data["password"], form.cleaned_data["email"]
        try:
            user = services.register_guest(request.user, password=password, email=email, invitation=form.invitation)
        except services.AlreadyRegistered:
            return redirect("you")
        except InvitationRefused as error:
            form.add_error("invitation", str(error))
        else:
            return _registered(request, user)
    return render(request, "accounts/register_guest.html", {"form": form}, status=_status_of(form.is_bound))


def _registered(request: HttpRequest, user: User) -> HttpResponse:
    """Keep the browser signed in as who has just registered, and ask to confirm the address. Raises AccountDeleted."""
    update_session_auth_hash(request, user)
    sessions.record(request)
    for address in EmailAddress.objects.filter(user=user):
        if ratelimit.consume(request, action="confirm_email", key=address.email.casefold()):
            address.send_confirmation(request, signup=True)
    messages.success(request, _("This account is yours now. Sign in with your name and password on any device."))
    return redirect("you")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def take_along(request: HttpRequest) -> HttpResponse:
    """Ask whether the games of the guest whom this browser was before are taken along, and do so."""
    assert isinstance(request.user, User)
    guest, back = merging.guest_of(request.session), _back_url(request)
    offer = merging.offer(guest, request.user) if guest else []
    if request.method == "POST" or guest is None or not offer:
        merging.forget_guest(request.session)
        if guest and "take" in request.POST and merging.merge(guest, request.user):
            messages.success(
                request, _("Your games as %(name)s are yours now.") % {"name": names.isolated(guest.username)}
            )
        return redirect(back or settings.LOGIN_REDIRECT_URL)
    return render(request, "accounts/take_along.html", {"guest": guest, "offer": offer, "back": back})


def _stored_user(request: HttpRequest) -> User:
    """Return the visitor's account from the database. Raises AccountDeleted."""
    assert isinstance(request.user, User)
    user = User.objects.filter(pk=request.user.pk, is_active=True).first()
    if user is None:
        raise services.AccountDeleted
    return user


@never_cache
@login_required
@require_safe
def export_account(request: HttpRequest) -> HttpResponse:
    """Return everything stored about the visitor as a JSON file."""
    assert isinstance(request.user, User)
    if not is_within_limit(request, "export"):
        return too_many_requests(request)
    response = JsonResponse(export.export(request.user), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="dummy-hand-spades.json"'
    return response


@never_cache
@login_required
@sensitive_post_parameters("proof")
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Let the visitor delete their account."""
    assert isinstance(request.user, User)
    if request.user.is_staff:
        raise PermissionDenied(deletion.STAFF_MUST_GIVE_UP_ROLES)
    if request.method == "POST" and not is_within_limit(request, "delete_account"):
        return too_many_requests(request)
    form = DeleteAccountForm(request.user, request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/delete_account.html", {"form": form}, status=_status_of(form.is_bound))
    try:
        deletion.delete_account(request.user)
    except ActionDenied as error:
        raise PermissionDenied(str(error)) from error
    logout(request)  # last: if the deletion fails, a signed-out guest could not return to the account
    messages.success(request, _("Your account is removed. Thank you for playing."))
    return redirect("games:home")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def choose_name(request: HttpRequest) -> HttpResponse:
    """Let a player whose name was taken away choose another."""
    user = _stored_user(request)
    if not user.must_rename:
        return redirect("you")
    form = NameForm(request.POST or None)
    if form.is_valid():
        try:
            moderation.choose_name(user, form.cleaned_data["name"])
        except services.NameRefused as error:
            form.add_error("name", str(error))
        else:
            return redirect("games:lobby")
    return render(request, "accounts/choose_name.html", {"form": form}, status=_status_of(form.is_bound))


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Change the language (the switch at the foot of every page), and store it for a signed-in visitor."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        services.save_settings(request.user, language=language)
    return set_language(request)


def too_many_requests(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the rate limit page; *reason*, if given, is a sentence that says which limit was exceeded."""
    return render(request, "429.html", {"reason": reason}, status=HTTPStatus.TOO_MANY_REQUESTS)


def _status_of(bound: bool) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if bound else HTTPStatus.OK
