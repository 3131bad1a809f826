"""Avatars of players (`accounts.base.avatars`), and the form to choose another."""

from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlencode

from django import template
from django.template.context import RequestContext
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.base import avatars
from accounts.models import User

register = template.Library()

_PICTURE: Final = '<img class="avatar" src="{}" alt="" width="40" height="40" loading="lazy">'
_EMPTY: Final = SafeString('<span class="avatar free" aria-hidden="true"></span>')


@register.simple_tag
def avatar(of: User | str) -> SafeString:
    """Return the picture of a player, or of this code; an empty place for a closed account."""
    return _picture(of if isinstance(of, str) else of.avatar)


@lru_cache(maxsize=4096)
def _picture(code: str) -> SafeString:
    return _EMPTY if code == avatars.NOBODY else format_html(_PICTURE, avatars.address(code))


@register.inclusion_tag("accounts/preferences/_avatars.html", takes_context=True)
def choose_avatar(context: RequestContext, page: int = 0) -> dict[str, Any]:
    """Return the form in which the reader chooses an avatar."""
    user = context["user"]
    shown = avatars.suggested(user.username, page)
    listed = shown if user.avatar in shown else [user.avatar, *shown[:-1]]
    back, token = context["back"], context.get("csrf_token")
    more = f"{reverse('settings_look')}?{urlencode({'pictures': page + 1} | ({'next': back} if back else {}))}"
    is_wrong = context.get("is_no_picture")
    return {"csrf_token": token, "listed": listed, "own": user.avatar, "more": more, "back": back, "is_wrong": is_wrong}
