"""The export of an account, and the page on which players take over what was theirs as guests."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.base import names
from accounts.base.pages import page_before
from accounts.base.rate_limits import check_limit
from accounts.models import User
from accounts.personal_data import export, merging


@never_cache
@login_required
@require_safe
def export_account(request: HttpRequest) -> HttpResponse:
    """Return everything stored about the visitor as a JSON file."""
    assert isinstance(request.user, User)
    check_limit(request, "export", "")
    response = JsonResponse(export.export(request.user), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="dummy-hand-spades.json"'
    return response


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def take_along(request: HttpRequest) -> HttpResponse:
    """Ask whether to take along the games that this browser played as a guest, and do so."""
    assert isinstance(request.user, User)
    guest, back = merging.guest_of(request.session), page_before(request)
    offer = merging.offer(guest, request.user) if guest else []
    if request.method == "POST" or guest is None or not offer:
        merging.forget_guest(request.session)
        if guest and "take" in request.POST and merging.merge(guest, request.user):
            messages.success(
                request, _("Your games as %(name)s are yours now.") % {"name": names.isolated(guest.username)}
            )
        return redirect(back or settings.LOGIN_REDIRECT_URL)
    return render(request, "accounts/personal_data/take_along.html", {"guest": guest, "offer": offer, "back": back})
