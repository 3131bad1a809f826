"""The time zone of a request's pages: the account's, else the browser's, which the account remembers."""

from collections.abc import Callable
from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.base import time_zones
from accounts.base.outages import OUTAGE
from accounts.models import User
from accounts.services import update


class TimeZoneMiddleware:
    """Activates the visitor's time zone, and stores the browser's with the account, for mails and pushes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        of_browser = request.COOKIES.get(time_zones.COOKIE, "")
        if isinstance(request.user, User) and of_browser != request.user.browser_time_zone:
            with suppress(*OUTAGE):  # it comes with every request
                note_time_zone(request.user, of_browser)
        with timezone.override(time_zones.zone_of(request.user, request.COOKIES)):
            return self.get_response(request)


def note_time_zone(user: User, of_browser: str) -> None:
    """Store the time zone that the browser of *user* names, if there is such a zone."""
    if of_browser in time_zones.known_zones():
        update(user, browser_time_zone=of_browser)
