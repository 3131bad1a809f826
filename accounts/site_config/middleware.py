"""Middleware for the site's announcements."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from accounts.site_config import selectors


class AnnouncementsMiddleware:
    """Adds a lazy `announcements` to every request, looked up only by pages that show them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.announcements = SimpleLazyObject(selectors.announcements)  # type: ignore[attr-defined]  # for base.html
        return self.get_response(request)
