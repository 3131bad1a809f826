"""Choices of notifications under /you/, and the pages that links in mails open."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.notifications import mails, services
from accounts.notifications.forms import BrowserForm, ChannelsForm
from accounts.notifications.kinds import KINDS
from accounts.rate_limits import is_within_limit
from accounts.views import too_many_requests


def form_of_settings(view: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Return a view for posts of signed-in players; a GET, as after signing in, leads to the page with the form."""

    @login_required
    @wraps(view)
    def wrapper(request: HttpRequest) -> HttpResponse:
        return view(request) if request.method == "POST" else redirect("you")

    return wrapper


@form_of_settings
def choose(request: HttpRequest) -> HttpResponse:
    """Store by which channels the player is told of each kind."""
    assert isinstance(request.user, User)
    form = ChannelsForm(request.user, request.POST)
    if form.is_valid():
        services.choose_channels(request.user, form.channels())
        messages.success(request, _("Your settings are saved."))
    return redirect("you")


@form_of_settings
def subscribe(request: HttpRequest) -> HttpResponse:
    """Send pushes to this browser from now on."""
    assert isinstance(request.user, User)
    if not is_within_limit(request, "subscribe"):
        return too_many_requests(request)
    form = BrowserForm(request.POST)
    if form.is_valid():
        request.session[services.SESSION_KEY] = services.subscribe(request.user, **form.cleaned_data).pk
        messages.success(request, _("This browser is told from now on."))
        return redirect("you")
    messages.error(request, _("This browser’s address for notifications was not understood. Nothing has changed."))
    return redirect("you")


@form_of_settings
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Send no more pushes to this browser."""
    assert isinstance(request.user, User)
    services.unsubscribe(request.user, request.POST.get("endpoint", "").replace("\0", ""))  # PostgreSQL has no NUL
    messages.success(request, _("This browser is told nothing any more."))
    return redirect("you")


@never_cache
@csrf_exempt  # the link's signature is what counts: mail programs post to it without a session
@require_http_methods(["GET", "HEAD", "POST"])
def end_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether mails of one kind shall end, and end them: signed in or not, and for mail programs (RFC 8058)."""
    try:
        user, kind = mails.kind_to_end(token)
    except (signing.BadSignature, User.DoesNotExist):
        return render(request, "accounts/end_mails.html", status=HTTPStatus.NOT_FOUND)
    if request.method == "POST":
        mails.end(user, kind)
    return render(request, "accounts/end_mails.html", {"kind": KINDS[kind], "ended": request.method == "POST"})
