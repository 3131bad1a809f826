"""What every request has to be."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


class Utf8OnlyMiddleware:
    """Refuses forms in other encodings than our pages': no browser sends one, and some take minutes to decode."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        encoding = (request.content_params or {}).get("charset", "utf-8")
        if encoding.casefold() not in ("utf-8", "utf8"):
            request.encoding = "utf-8"  # the page that says so must not stumble over it once more
            raise BadRequest(f"a form in {encoding[:20]!r}")
        return self.get_response(request)
