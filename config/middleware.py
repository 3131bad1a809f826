"""Middleware that refuses malformed requests."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


class RefuseUnreadableMiddleware:
    """Refuses requests that no page of this site sends: forms not encoded in UTF-8, as some encodings take minutes to
    decode, and query strings with a NUL, which PostgreSQL cannot store.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        encoding = (request.content_params or {}).get("charset", "utf-8")
        if encoding.casefold() not in ("utf-8", "utf8"):
            request.encoding = "utf-8"  # so that the error page can read the request
            raise BadRequest(f"a form in {encoding[:20]!r}")
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("a NUL in the query string")
        return self.get_response(request)
