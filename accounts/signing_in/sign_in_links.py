"""Links that sign a browser in without a password, each of them once: for development only.

`config/urls.py` has their address only under DEBUG.
"""

from typing import Final

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.sessions.store import SessionStore

USER_KEY: Final = "sign_in_link_user"
LINK_SECONDS: Final = 24 * 60 * 60


def create_link(user: User) -> str:
    """Return the path of a link that signs one browser in as *user*, within a day. Raises RuntimeError without DEBUG.

    The link is stored as a session of nobody, so that any process of the site can follow it.
    """
    if not settings.DEBUG:
        raise RuntimeError("links that sign a browser in exist only under DEBUG")
    ticket = SessionStore()
    ticket[USER_KEY] = user.pk
    ticket.set_expiry(LINK_SECONDS)
    ticket.save()
    return reverse("sign_in_link", args=[ticket.session_key])


@never_cache
def follow_link(request: HttpRequest, key: str) -> HttpResponse:
    """Sign the browser in, forget the link and go to this site's address in `next`; 404 if it was followed before."""
    ticket = SessionStore(key)
    user_pk = ticket.get(USER_KEY)
    if user_pk is None:
        raise Http404
    ticket.delete()
    login(request, get_object_or_404(User, pk=user_pk))
    target = request.GET.get("next", "/")
    return redirect(target if url_has_allowed_host_and_scheme(target, {request.get_host()}) else "/")
