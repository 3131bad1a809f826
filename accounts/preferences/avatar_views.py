"""Avatars: each picture at its own address, and the page on which a player chooses one."""

from http import HTTPStatus
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.base import avatars
from accounts.base.pages import page_before, too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.preferences import services
from accounts.services import stored_account

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_PAGES: Final = 100


@require_safe
def picture(_request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture of a code, which never changes."""
    if not avatars.can_draw(code):
        raise Http404
    return HttpResponse(avatars.draw(code), content_type="image/svg+xml", headers={"Cache-Control": _FOR_EVER})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Let the visitor choose an avatar, and return to the page with the form."""
    user, code = stored_account(request.user), request.POST.get("avatar", "")
    if request.method == "POST" and avatars.is_code(code):
        if not is_within_limit(request, "choose_avatar"):
            return too_many_requests(request)
        services.choose_avatar(user, code)
        return HttpResponseRedirect(page_before(request) or reverse("choose_avatar"))
    page = request.GET.get("page", "")
    number = int(page) % _PAGES if page.isdecimal() and len(page) < 4 else 0
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "accounts/preferences/avatar.html", {"page": number}, status=status)
