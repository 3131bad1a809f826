"""Addresses that take forms, opened like pages: to load the answer to a refused form again, or after signing in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

View = Callable[..., HttpResponse]


def takes_forms(view: View, page: str = "games:table") -> View:
    """The view, but whoever opens its address is led to the page its forms stand on; nothing is done."""

    @wraps(view)
    def answer(request: HttpRequest, **about: str) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(reverse(page, kwargs=about))
        return view(request, **about)

    return answer
