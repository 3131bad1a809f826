"""Avatars: each picture at its own address, and the choice of one."""

from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.base import avatars
from accounts.base.pages import page_before
from accounts.base.rate_limits import check_limit
from accounts.preferences import pages, services
from accounts.services import stored_account

_FOR_EVER: Final = "public, max-age=31536000, immutable"


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
    query = f"?{urlencode({'next': back})}" if (back := page_before(request)) else ""
    look = f"{reverse('settings_look')}{query}#avatars"
    if request.method != "POST":
        return HttpResponsePermanentRedirect(look)
    user, code = stored_account(request.user), request.POST.get("avatar", "")
    if not avatars.is_code(code):
        shown, status = {"is_no_picture": True}, HTTPStatus.UNPROCESSABLE_ENTITY
        return pages.show(request, user, "look", shown=shown, status=status)
    check_limit(request, "choose_avatar", "")
    services.choose_avatar(user, code)
    return HttpResponseRedirect(look)
