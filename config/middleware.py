"""What every request has to be."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


class ReadableOnlyMiddleware:
    """Refuses what no page of ours sends: forms in other encodings, of which some take minutes to decode, and addresses
    that ask for a NUL, which PostgreSQL has no text for.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        encoding = (request.content_params or {}).get("charset", "utf-8")
        if encoding.casefold() not in ("utf-8", "utf8"):
            request.encoding = "utf-8"  # the page that says so must not stumble over it once more
            raise BadRequest(f"a form in {encoding[:20]!r}")
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("a NUL in the address")
        return self.get_response(request)
