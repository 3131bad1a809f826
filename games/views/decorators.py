"""Decorators of views."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

View = Callable[..., HttpResponse]


def form_view(view: View, page: str = "games:table") -> View:
    """Return a view for POST only, which redirects a GET to the page with its form.

    A GET happens when the visitor reloads the response to a refused form, or signs in after posting one.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: str) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(reverse(page, kwargs=kwargs))
        return view(request, **kwargs)

    return wrapper
