"""Refusals as `application/problem+json` (RFC 9457): a status, and a sentence in the language of the request."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop
from django_stubs_ext import StrOrPromise
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from accounts.base.refusals import Refusal
from accounts.site_config.errors import ActionDenied
from games.engine import IllegalAction
from games.models import Game
from games.operations.schemas import KINDS
from games.operations.statuses import code_of, name_of
from games.play.errors import NotPossible, NotUnderstood, StaleGame, UnknownPlayer
from games.play.queries import versions
from games.play.spectators import NotForSpectators, OneDealBehind
from games.words import errors as sentences

CONTENT_TYPE: Final = "application/problem+json"

_WITHOUT_PAGE: Final[dict[type[Exception], StrOrPromise]] = {
    StaleGame: gettext_lazy("The table had moved on, and nothing has changed: read it again."),
    NotPossible: gettext_lazy("That can’t be done at this table now, and nothing has changed."),
    NotUnderstood: gettext_lazy("That was not understood, and nothing has changed."),
}
"""The sentences for programs where those for visitors speak of the page that they look at."""


_MISSING: Final = gettext_noop("This is missing.")
_ONE_OF: Final = gettext_noop("This has to be one of: %(expected)s.")
_NUMBER: Final = gettext_noop("This has to be a whole number.")
_TEXT: Final = gettext_noop("This has to be text.")

_OTHER: Final = gettext_noop("This has the wrong shape.")

_SENTENCES: Final = {
    "missing": _MISSING,
    "union_tag_not_found": _MISSING,
    "extra_forbidden": gettext_noop("There is no such field."),
    "literal_error": _ONE_OF,
    "enum": _ONE_OF,
    "union_tag_invalid": _ONE_OF,
    "int_type": _NUMBER,
    "int_parsing": _NUMBER,
    "int_parsing_size": gettext_noop("This number is too large."),
    "int_from_float": _NUMBER,
    "finite_number": _NUMBER,
    "greater_than_equal": gettext_noop("This has to be at least %(ge)s."),
    "less_than_equal": gettext_noop("This has to be at most %(le)s."),
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_too_short": gettext_noop("This needs more characters, at least %(min_length)s."),
    "string_too_long": gettext_noop("This has too many characters, at most %(max_length)s are possible."),
    "string_pattern_mismatch": gettext_noop("This does not have the form %(pattern)s."),
    "bool_type": gettext_noop("This has to be true or false."),
    "list_type": gettext_noop("This has to be a list."),
    "too_short": gettext_noop("This list is too short: at least %(min_length)s."),
    "too_long": gettext_noop("This list is too long: at most %(max_length)s."),
    "model_attributes_type": gettext_noop("This has to be an object."),
}
"""The sentence for each kind of fault that pydantic finds in a request, as it has them in English only; tests send some
of each.
"""


class Problem(Exception):
    """Why a request is refused: a status and a sentence."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(status, detail)
        self.status, self.detail = status, detail


def answer(status: int, detail: str, code: str = "", **more: Any) -> JsonResponse:
    """Return a refusal as an answer; `more` are members of its own."""
    body = {"title": name_of(status), "status": int(status), "detail": detail, "code": code or code_of(status), **more}
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE)


def add_handlers(api: NinjaAPI) -> None:
    """Let the API answer all that its operations raise."""
    for error, handler in _HANDLERS.items():
        api.add_exception_handler(error, handler)


def _problem(_request: HttpRequest, problem: Any) -> HttpResponse:
    return answer(problem.status, problem.detail)


def _again_after(seconds: int, response: HttpResponse) -> HttpResponse:
    """Return the answer; it says after how many seconds to ask again, unless that is 0."""
    if seconds:
        response["Retry-After"] = seconds
    return response


def _refused(request: HttpRequest, refusal: Any) -> HttpResponse:
    detail = _WITHOUT_PAGE.get(type(refusal)) or refusal.sentence()
    now = {"version": _version_now(request)} if isinstance(refusal, StaleGame) else {}
    return _again_after(refusal.retry_after, answer(refusal.status, str(detail), type(refusal).__name__, **now))


def _version_now(request: HttpRequest) -> int | None:
    """Return the version of the table of this request, which has named another one."""
    assert request.resolver_match is not None
    code = request.resolver_match.kwargs["code"]
    return versions([code]).get(code)


def _unknown_player(_request: HttpRequest, refusal: Any) -> HttpResponse:
    return answer(HTTPStatus.NOT_FOUND, refusal.sentence(), type(refusal).__name__)


def _denied(_request: HttpRequest, refusal: Any) -> HttpResponse:
    return answer(HTTPStatus.CONFLICT, str(refusal), ActionDenied.__name__)


def _illegal(_request: HttpRequest, refusal: Any) -> HttpResponse:
    return answer(HTTPStatus.UNPROCESSABLE_ENTITY, sentences.sentence(refusal), refusal.code)


def _not_understood(_request: HttpRequest, error: Any) -> HttpResponse:
    faults = [{"at": _place(fault), "message": _sentence(fault)} for fault in error.errors]
    return answer(HTTPStatus.UNPROCESSABLE_ENTITY, _("The request was not understood."), errors=faults)


def _sentence(fault: dict[str, Any]) -> str:
    """Return what is wrong, in the language of the request. It repeats nothing of what was sent."""
    values = dict(fault.get("ctx", {}))
    if expected := values.get("expected", values.get("expected_tags")):
        values["expected"] = expected.replace(" or ", ", ")
    return _(_SENTENCES.get(fault["type"], _OTHER)) % values


def _place(fault: dict[str, Any]) -> str:
    """Return the field that is wrong, such as "target" or "nils[0]"; "body" if it is the whole body.

    Before it stand the source, for a body the parameter that holds it, and for a move its kind, without which nothing
    is known of its other fields. A field may have the name of a kind, such as “peek” of a new table; but a fault of a
    move has the kind and then a field.
    """
    source, *path = fault["loc"]
    if source == "body":
        path = path[2 if len(path) > 2 and path[1] in KINDS else 1 :]
    if fault["type"].startswith("union_tag"):
        path = ["kind"]
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".") or str(
        source
    )


def _unreadable(_request: HttpRequest, _error: Any) -> HttpResponse:
    """Refuse a body that is no JSON, such as a form."""
    return answer(HTTPStatus.BAD_REQUEST, _("The body is not JSON. Send JSON, with Content-Type: application/json."))


def _unknown(_request: HttpRequest, _error: Any) -> HttpResponse:
    return unknown()


def unknown() -> HttpResponse:
    """Return the refusal of a request whose token does not work."""
    words = _("A valid token is needed. Players make them at /me/settings/account/tokens/.")
    refusal = answer(HTTPStatus.UNAUTHORIZED, words)
    refusal["WWW-Authenticate"] = "Bearer"
    return refusal


def _missing(_request: HttpRequest, error: Any) -> HttpResponse:
    detail = str(error) if isinstance(error, Http404) and error.args else _("There is nothing at this address.")
    return answer(HTTPStatus.NOT_FOUND, detail)


def _denied_to_you(_request: HttpRequest, error: Any) -> HttpResponse:
    return answer(HTTPStatus.FORBIDDEN, str(error) or _("You may not see or do this."))


def _not_for_spectators(_request: HttpRequest, refusal: Any) -> HttpResponse:
    return answer(HTTPStatus.FORBIDDEN, _("This table is for its players only."), type(refusal).__name__)


def _behind(_request: HttpRequest, refusal: OneDealBehind) -> HttpResponse:
    detail = _("Spectators see this table one deal behind: read its finished deals.")
    return answer(HTTPStatus.FORBIDDEN, detail, type(refusal).__name__)


_HANDLERS: Final[dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]]] = {
    Problem: _problem,
    Refusal: _refused,
    UnknownPlayer: _unknown_player,
    ActionDenied: _denied,
    IllegalAction: _illegal,
    ValidationError: _not_understood,
    AuthenticationError: _unknown,
    HttpError: _unreadable,
    RawPostDataException: _unreadable,  # a form with files, which was parsed as such
    Http404: _missing,
    Game.DoesNotExist: _missing,
    PermissionDenied: _denied_to_you,
    NotForSpectators: _not_for_spectators,
    OneDealBehind: _behind,
}
