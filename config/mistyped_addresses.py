"""Addresses that are almost right lead to the page that was meant."""

import re
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import is_valid_path
from django.utils.encoding import escape_uri_path
from django.views.defaults import page_not_found

FROM_A_SENTENCE: Final = " .,;:!?…*'\"’”»)>]}"
"""What a chat or a mail takes along if a link stands at the end of a sentence or in brackets."""


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Lead whoever only looks from a mistyped address to the page it resembles; answer 404 if there is none."""
    meant = nearest_path(request.path_info) if request.method in ("GET", "HEAD") else None
    if meant is None:
        return page_not_found(request, exception)
    address, query = escape_uri_path(meant), request.GET.urlencode()
    return HttpResponseRedirect(f"{address}?{query}" if query else address)


def nearest_path(path: str) -> str | None:
    """Return the path of a page that this one resembles: without what followed the link in a sentence, with single
    slashes, its first part in small letters. None if that changes nothing, or leads nowhere.
    """
    if is_valid_path(f"{path}/"):  # Django leads there by itself (APPEND_SLASH)
        return None
    _, first, *rest = f"{re.sub('/+', '/', path).rstrip(FROM_A_SENTENCE).rstrip('/')}/".split("/", 2)
    meant = "/".join(["", first.lower(), *rest])
    return meant if meant != path and is_valid_path(meant) else None
