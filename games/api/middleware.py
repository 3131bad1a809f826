"""Middleware for everything under the address of the API.

It turns each refusal into a problem, also those of Django and of other middleware, keeps answers out of shared caches,
does not send again what has not changed, and lets pages of other sites read.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final, cast

from django.http import HttpRequest, HttpResponse
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext, gettext_noop

from games.operations import problems
from games.operations.statuses import name_of

ADDRESS: Final = "/api/v1/"

_SENTENCES: Final = {
    400: gettext_noop("The request was not understood."),
    404: gettext_noop("There is nothing at this address."),
    405: gettext_noop("This address does not accept that method."),
    408: gettext_noop("The request did not arrive in time."),
    413: gettext_noop("The request is too large."),
    431: gettext_noop("The address and the headers of the request are too long."),
    503: gettext_noop("The site is very busy. Try again in a few seconds."),
}


class ProblemsMiddleware:
    """Replaces the pages with which other middleware and Django refuse requests to the API, and lets no shared cache
    keep an answer. A program that sends the ETag of what it has read gets 304 if that is unchanged.

    An answer that leads elsewhere comes from the middleware that signs out a player whose account was deleted just now.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._conditional = ConditionalGetMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not request.path.startswith(ADDRESS):
            return response
        response = _as_problem(response)
        is_read = request.method == "GET" and response.status_code == HTTPStatus.OK and not response.streaming
        patch_cache_control(response, private=True, no_cache=True) if is_read else add_never_cache_headers(response)
        patch_vary_headers(response, ["Authorization"])
        return cast(HttpResponse, self._conditional.process_response(request, response))


class HeadMiddleware:
    """Answers HEAD wherever GET is answered, with the same headers; a stream is not begun for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD" or not request.path.startswith(ADDRESS):
            return self.get_response(request)
        request.method = "GET"
        response = self.get_response(request)
        request.method = "HEAD"
        if response.streaming:
            return HttpResponse(status=response.status_code, headers=dict(response.items()))
        return response


class CrossOriginMiddleware:
    """Lets pages of any site read the API with a token that they have; cookies count for nothing there anyway.

    They may not write: a page that was given a token only to read can't be made to play.
    """

    _ALLOWED: Final = {
        "Access-Control-Allow-Methods": "GET, HEAD",
        "Access-Control-Allow-Headers": "Authorization, If-None-Match",
        "Access-Control-Max-Age": "86400",
    }

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(ADDRESS):
            return self.get_response(request)
        asks_first = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = self._answer_first() if asks_first else self.get_response(request)
        if asks_first or request.method in ("GET", "HEAD"):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        return response

    def _answer_first(self) -> HttpResponse:
        """Return what a browser asks before a read that has more than the usual headers."""
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers=self._ALLOWED)


def as_the_api_refuses(request: HttpRequest, refusal: HttpResponse) -> HttpResponse:
    """Return a refusal that no middleware has seen: to a request for the API, as the API would have refused it."""
    return CrossOriginMiddleware(ProblemsMiddleware(lambda _request: refusal))(request)


def _as_problem(response: HttpResponse) -> HttpResponse:
    """Return the answer, as a problem if it refuses the request."""
    status = response.status_code
    if status == HTTPStatus.FOUND:
        return problems.unknown()
    if status < HTTPStatus.BAD_REQUEST or _is_problem(response):
        return response
    detail = gettext(_SENTENCES[status]) if status in _SENTENCES else name_of(status)
    problem = problems.answer(status, detail)
    if "Retry-After" in response:
        problem["Retry-After"] = response["Retry-After"]
    if "Allow" in response:
        methods = response["Allow"].split(", ")
        problem["Allow"] = ", ".join([*methods, "HEAD"] if "GET" in methods and "HEAD" not in methods else methods)
    return problem


def _is_problem(response: HttpResponse) -> bool:
    return response.get("Content-Type", "") == problems.CONTENT_TYPE
