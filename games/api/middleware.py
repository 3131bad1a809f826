"""Middleware by which every refusal under the address of the API is a problem, whoever refused it, and no cache keeps
what a token gets.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext, gettext_noop

from games.api import problems

ADDRESS: Final = "/api/v1/"

_SENTENCES: Final = {
    400: gettext_noop("The request was not understood."),
    404: gettext_noop("There is nothing at this address."),
    405: gettext_noop("This address does not take that method."),
    413: gettext_noop("The request is too large."),
    503: gettext_noop("The site is very busy just now. Try again in some seconds."),
}


class ProblemsMiddleware:
    """Replaces the pages with which other middleware and Django refuse requests to the API, and lets no cache keep what
    a token gets.

    An answer that leads elsewhere comes from the middleware that signs out a player whose account was deleted just now.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not request.path.startswith(ADDRESS):
            return response
        response = _as_problem(response)
        if "Authorization" in request.headers:
            add_never_cache_headers(response)
        return response


def _as_problem(response: HttpResponse) -> HttpResponse:
    """Return the answer, as a problem if it refuses the request."""
    status = response.status_code
    if status == HTTPStatus.FOUND:
        return problems.unknown()
    if status < HTTPStatus.BAD_REQUEST or _is_problem(response):
        return response
    detail = gettext(_SENTENCES[status]) if status in _SENTENCES else HTTPStatus(status).phrase
    problem = problems.answer(status, detail)
    for header in ("Allow", "Retry-After"):
        if header in response:
            problem[header] = response[header]
    return problem


def _is_problem(response: HttpResponse) -> bool:
    return response.get("Content-Type", "") == problems.CONTENT_TYPE
