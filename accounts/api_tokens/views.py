"""The page of a player's tokens for programs."""

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.api_tokens import services
from accounts.api_tokens.forms import TokenForm, WithdrawForm
from accounts.base.pages import form_status, too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.models import Scope, User


@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # allauth's
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens of a registered player; make one, and show it this once."""
    user, new = _registered(request), ""
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if not is_within_limit(request, "make_token"):
            return too_many_requests(request)
        scopes = [Scope(scope) for scope in form.cleaned_data["scopes"]]
        try:
            new = services.create(user, name=form.cleaned_data["name"], scopes=scopes)
        except services.TooManyTokens as refusal:
            form.add_error(None, str(refusal.message))
    labels = dict(Scope.choices)
    listed = [(token, [labels[scope] for scope in token.scopes]) for token in user.api_tokens.all()]
    form = TokenForm() if new else form
    context = {"form": form, "tokens": listed, "new": new}
    return render(request, "accounts/api_tokens/tokens.html", context, status=form_status(form))


@login_required
@require_POST
def withdraw(request: HttpRequest) -> HttpResponse:
    """Let a token of the visitor work no more."""
    user, form = _registered(request), WithdrawForm(request.POST)
    if form.is_valid():
        services.withdraw(user, key=form.cleaned_data["key"])
    return redirect("api_tokens")


def _registered(request: HttpRequest) -> User:
    """Return the visitor; 403 for guests."""
    assert isinstance(request.user, User), "login is required"
    if request.user.is_guest:
        raise PermissionDenied(_("Tokens are for players with an account."))
    return request.user
