"""Notifications in this browser, switched on and off in the settings, and the pages that links in mails open."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.base.rate_limits import check_limit
from accounts.models import PushSubscription, User
from accounts.notifications import mails, pushes, services
from accounts.notifications.forms import BrowserForm
from accounts.notifications.groups import GROUPS
from accounts.notifications.services import SESSION_KEY


def form_of_settings(view: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Return a view for posts of signed-in players; a GET, as after signing in, leads to the page with the form."""

    @login_required
    @wraps(view)
    def wrapper(request: HttpRequest) -> HttpResponse:
        return view(request) if request.method == "POST" else redirect("settings_alerts")

    return wrapper


@form_of_settings
def subscribe(request: HttpRequest) -> HttpResponse:
    """Send pushes to this browser from now on."""
    assert isinstance(request.user, User)
    check_limit(request, "subscribe", "")
    form = BrowserForm(request.POST)
    if form.is_valid():
        _subscribe(request, form)
        messages.success(request, _("Notifications are on in this browser."))
        return redirect("settings_alerts")
    messages.error(request, _("This browser’s address for notifications was not understood. Nothing has changed."))
    return redirect("settings_alerts")


def _subscribe(request: HttpRequest, form: BrowserForm) -> None:
    assert isinstance(request.user, User)
    before = request.session.get(SESSION_KEY, 0)
    request.session[SESSION_KEY] = services.subscribe(request.user, **form.cleaned_data, replaces=before).pk


@form_of_settings
def subscribe_here(request: HttpRequest) -> HttpResponse:
    """Send pushes to this browser from now on, as `subscribe`, for a script whose page stays open (`ask_push.js`)."""
    check_limit(request, "subscribe", "")
    form = BrowserForm(request.POST)
    if not form.is_valid():
        return _not_understood()
    _subscribe(request, form)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _not_understood() -> HttpResponse:
    sentence = _("This browser’s address for notifications was not understood. Nothing has changed.")
    return HttpResponse(sentence, status=HTTPStatus.BAD_REQUEST)


@form_of_settings
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Send no more pushes to this browser."""
    _unsubscribe(request)
    messages.success(request, _("Notifications are off in this browser."))
    return redirect("settings_alerts")


def _unsubscribe(request: HttpRequest) -> None:
    assert isinstance(request.user, User)
    services.unsubscribe(request.user, request.session.pop(SESSION_KEY, 0))


@form_of_settings
def renew(request: HttpRequest) -> HttpResponse:
    """Send what goes to this browser to its new address, or nothing if it has none any more.

    A script asks for this when the browser has lost its subscription (`push_check.js`, `service-worker.js`). It does
    nothing if the player wants no notifications in this browser: somebody else may have signed in.
    """
    if SESSION_KEY not in request.session:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    check_limit(request, "subscribe", "")
    form = BrowserForm(request.POST)
    if not request.POST.get("endpoint"):
        _unsubscribe(request)
    elif form.is_valid():
        _subscribe(request, form)
    else:
        return _not_understood()
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def browser_of(request: HttpRequest) -> PushSubscription | None:
    """Return the subscription of this browser, if its pushes are for the visitor."""
    assert isinstance(request.user, User)
    number = request.session.get(SESSION_KEY, 0)
    return request.user.push_subscriptions.filter(pk=number).first() if number else None


def push_here(request: HttpRequest) -> dict[str, object]:
    """Return what a page compares with its browser's subscription, lazily, or nothing if this browser gets no pushes
    for the visitor; and the key with which a browser subscribes.

    A context processor.
    """

    def expected() -> dict[str, str] | None:
        if not isinstance(request.user, User) or SESSION_KEY not in request.session:
            return None
        return {"mark": services.mark_of(browser_of(request)), "key": pushes.public_key()}

    return {"push_here": SimpleLazyObject(expected), "push_key": SimpleLazyObject(pushes.public_key)}


@never_cache
@csrf_exempt  # the link's signature is what counts: mail programs post to it without a session
@require_http_methods(["GET", "HEAD", "POST"])
def end_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether mails of one group shall end, and end them: signed in or not, and for mail programs (RFC 8058)."""
    try:
        user, group = mails.group_to_end(token)
    except (signing.BadSignature, User.DoesNotExist):
        return render(request, "accounts/notifications/end_mails.html", status=HTTPStatus.NOT_FOUND)
    if request.method == "POST":
        mails.end(user, group)
    context = {"group": GROUPS[group], "ended": request.method == "POST"}
    return render(request, "accounts/notifications/end_mails.html", context)
