"""Middleware that refuses malformed requests, and requests during an outage of the database or Redis."""

import logging
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.views import defaults
from django_htmx.http import HttpResponseClientRedirect

from accounts.base import avatars
from accounts.base.outages import OUTAGE, is_deadlock
from accounts.preferences.avatar_views import picture

logger = logging.getLogger(__name__)

IS_DEADLOCK: Final = "spades.is_deadlock"
"""What the META of a request has if the database has ended a deadlock by refusing to answer it."""


class PolicyMiddleware(CSPMiddleware):
    """Adds the content security policy. The library puts its text together for each answer; here that is done once, but
    for answers that change the policy.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        self._usual = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_usual = "_csp" not in " ".join((*vars(response), *vars(request)))  # the library marks what it has to change
        if not is_usual or settings.DEBUG:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._usual)
        return response


class PrivatePagesMiddleware:
    """Lets nothing keep a page that does not say itself who may: it may be one for the visitor alone, such as allauth's
    with the address, the secret of an authenticator app or recovery codes, and be read after they have signed out.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        said_by_django = HttpResponse()
        add_never_cache_headers(said_by_django)
        self._never_kept = said_by_django["Cache-Control"]  # once: Django puts it together anew for each answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and "Cache-Control" not in response:
            response["Cache-Control"] = self._never_kept
        return response


class CompressMiddleware(GZipMiddleware):
    """Compresses answers, but not streams that wait for what is new: each of their parts would be compressed by itself,
    and many programs read the first of several compressed parts only.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_live = isinstance(response, StreamingHttpResponse) and response.is_async
        return response if is_live else super().process_response(request, response)


class AvatarsMiddleware:
    """Answers with an avatar before anything asks for the session: pages have many, and each is the same for all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        code = request.path_info.removeprefix("/avatars/").removesuffix(".svg")
        is_avatar = request.method == "GET" and avatars.can_draw(code) and request.path_info == avatars.address(code)
        return picture(request, code) if is_avatar else self.get_response(request)


class FragmentErrorsMiddleware:
    """Shows the sentence of an error's page as a notice where htmx has asked for a part of a page, which stays as it
    is. Whoever has to sign in first is led there. A page's `main` is replaced by the error's; a table is loaded again.
    """

    REPLACED: Final = ("body", "main#main", "div#game")
    AS_NOTICE: Final = {"HX-Retarget": "#messages", "HX-Reselect": "h1 + p", "HX-Reswap": "innerHTML"}

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.META.get("HTTP_HX_REQUEST") != "true":
            return response
        if "Location" in response and response["Location"].startswith(resolve_url(settings.LOGIN_URL)):
            return HttpResponseClientRedirect(response["Location"])
        is_refused = response.status_code >= HTTPStatus.BAD_REQUEST and not response.streaming
        is_page = is_refused and response.content.startswith(b"<!doctype html>")
        if is_page and request.META.get("HTTP_HX_TARGET") not in self.REPLACED:
            for name, value in self.AS_NOTICE.items():
                response[name] = value
        return response


class RefuseUnreadableMiddleware:
    """Refuses requests that no page of this site sends: forms not encoded in UTF-8, as some encodings take minutes to
    decode, forms that cannot be parsed, and query strings with a NUL, which PostgreSQL cannot store. Nothing is at an
    address with one.
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
        if "\0" in request.path_info:
            raise Http404
        return self.get_response(request)


class OutageMiddleware:
    """Answers 503 with a sentence when a page meets an outage: a database that is locked for too long, full or has
    broken a deadlock, or it or Redis can't be reached. `server_error` does so for middleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return unavailable(request, exception) if isinstance(exception, OUTAGE) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request whose error nothing else has answered: 503 for an outage, as when its session is read."""
    error = sys.exc_info()[1]
    return unavailable(request, error) if isinstance(error, OUTAGE) else defaults.server_error(request)


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    """Answer that the site is very busy, and log why. The request knows whether it would be answered if asked again."""
    if is_deadlock(error):
        request.META[IS_DEADLOCK] = True
    logger.warning("%s %s was not served: %s", request.method, request.path, error)
    text = render_to_string("503.html")
    return HttpResponse(text, status=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "5"})
