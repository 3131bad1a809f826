"""Views for the forms of tokens on the page of the account."""

from http import HTTPStatus

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.api_tokens import services
from accounts.api_tokens.forms import TokenForm, WithdrawForm
from accounts.base.pages import form_status
from accounts.base.rate_limits import check_limit
from accounts.models import Scope, User
from accounts.preferences.pages import Section, form_of_section, show_section


@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # allauth's
@require_http_methods(["GET", "POST"])
@form_of_section(Section.TOKENS)
def make(request: HttpRequest) -> HttpResponse:
    """Create a token for a registered player, and show it this one time."""
    user, form, new = _registered(request), TokenForm(request.POST), ""
    if form.is_valid():
        check_limit(request, "make_token", "")
        scopes = [Scope(scope) for scope in form.cleaned_data["scopes"]]
        try:
            new = services.create(user, name=form.cleaned_data["name"], scopes=scopes)
        except services.TooManyTokens as refusal:
            form.add_error(None, str(refusal.message))
    shown: dict[str, object] = {"new_token": new} if new else {"token_form": form}
    status = HTTPStatus.OK if new else form_status(form)
    return show_section(request, Section.TOKENS, shown, status)


@login_required
@require_POST
def withdraw(request: HttpRequest) -> HttpResponse:
    """Withdraw a token of the visitor."""
    user, form = _registered(request), WithdrawForm(request.POST)
    if form.is_valid():
        services.withdraw(user, key=form.cleaned_data["key"])
    return redirect(Section.TOKENS.address)


def _registered(request: HttpRequest) -> User:
    """Return the visitor; 403 for guests."""
    assert isinstance(request.user, User), "login is required"
    if request.user.is_guest:
        raise PermissionDenied(_("Tokens are for players with an account."))
    return request.user
