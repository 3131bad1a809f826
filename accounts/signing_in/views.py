"""The pages of signing up and in that are not allauth's: from guest to registered player, and by a link."""

from http import HTTPStatus

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.utils import perform_login
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.base.pages import form_status
from accounts.base.qr_code import qr_svg
from accounts.base.rate_limits import check_limit
from accounts.models import User
from accounts.names.services import NameRefused
from accounts.preferences.pages import Section, form_of_section, show_section
from accounts.sessions import services as sessions
from accounts.signing_in import device_links, guests
from accounts.signing_in.forms import LinkForm, RegisterGuestForm
from accounts.site_config.errors import InvitationRefused


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def register_guest(request: HttpRequest) -> HttpResponse:
    """Let a guest add a password and become a registered player with the same account and games."""
    assert isinstance(request.user, User)
    if not request.user.is_guest:
        return redirect("settings_account")
    if not get_adapter(request).is_open_for_signup(request):
        return render(request, "account/signup_closed.html", status=HTTPStatus.FORBIDDEN)
    form = RegisterGuestForm(request.user, request.POST or None)
    if form.is_valid():
        chosen = {field: form.cleaned_data[field] for field in ("name", "password", "email")}
        try:
            user = guests.register_guest(request.user, **chosen, invitation=form.invitation)
        except guests.AlreadyRegistered:
            return redirect("settings_account")
        except NameRefused as error:
            form.add_error("name", str(error))
        except InvitationRefused as error:
            form.add_error("invitation", str(error))
        else:
            return _registered(request, user)
    return render(request, "accounts/signing_in/register_guest.html", {"form": form}, status=form_status(form))


def _registered(request: HttpRequest, user: User) -> HttpResponse:
    """Sign the newly registered player out in all other browsers, and send a link to confirm the address. Raises
    AccountDeleted.
    """
    update_session_auth_hash(request, user)
    sessions.end_others(request, user)
    sessions.record(request)
    for address in EmailAddress.objects.filter(user=user):
        if ratelimit.consume(request, action="confirm_email", key=address.email.casefold()):
            address.send_confirmation(request, signup=True)
    messages.success(request, _("This account is yours now. Sign in with your name and password on any device."))
    return redirect("settings_account")


@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # allauth's
@require_http_methods(["GET", "POST"])
@form_of_section(Section.LINK)
def make_link(request: HttpRequest) -> HttpResponse:
    """Make a link for another browser, and show it this one time. Players with a password have to enter it again
    first.
    """
    check_limit(request, "make_link", "")
    link = device_links.create(request)
    return show_section(request, Section.LINK, {"link": link, "picture": qr_svg(link)})


@never_cache
@sensitive_post_parameters("link")
@require_http_methods(["GET", "POST"])
def enter_link(request: HttpRequest) -> HttpResponseBase:
    """Ask for a link or its code, and sign the visitor in, with a second factor if the account has one.

    A visitor who is signed in stays signed in: a guest could not come back.
    """
    if request.user.is_authenticated:
        return render(request, "accounts/signing_in/enter_link.html")
    form = LinkForm(request.POST or None)
    if form.is_valid():
        check_limit(request, "enter_link", "")
        if user := device_links.use(form.cleaned_data["link"]):
            answer: HttpResponse = perform_login(request, user)
            return answer
        form.add_error("link", _("This link does not work any more. Make another where you are signed in."))
    return render(request, "accounts/signing_in/enter_link.html", {"form": form}, status=form_status(form))
