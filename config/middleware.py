"""Middleware that refuses malformed requests, and requests during an outage of the database or Redis."""

import logging
from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from accounts.outages import OUTAGE

logger = logging.getLogger(__name__)


class RefuseUnreadableMiddleware:
    """Refuses requests that no page of this site sends: forms not encoded in UTF-8, as some encodings take minutes to
    decode, forms that cannot be parsed, and query strings with a NUL, which PostgreSQL cannot store.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        encoding = (request.content_params or {}).get("charset", "utf-8")
        is_utf_8 = encoding.casefold() in ("utf-8", "utf8")
        if not is_utf_8:
            request.encoding = "utf-8"
        request.POST  # noqa: B018  # fails here if it does, and not in a page that explains another error
        if not is_utf_8:
            raise BadRequest(f"a form in {encoding[:20]!r}")
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("a NUL in the query string")
        return self.get_response(request)


class OutageMiddleware:
    """Answers 503 with a sentence when the database is locked for too long or full, or it or Redis can't be reached."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OUTAGE):
            return None
        logger.warning("%s %s was not served: %s", request.method, request.path, exception)
        text = render_to_string("503.html")
        return HttpResponse(text, status=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "5"})
