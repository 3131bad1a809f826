"""The codes of refusals: gathered from what refuses, so that documents and the description list them all."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Final, NamedTuple, get_args

from django_stubs_ext import StrOrPromise

from accounts.base.refusals import Refusal
from accounts.site_config.errors import ActionDenied
from games.api.statuses import code_of
from games.engine.events import Code
from games.lobby.invitations import UnknownPlayer
from games.play.spectators import NotForSpectators, OneDealBehind

REFUSALS: Final = (400, 401, 403, 404, 409, 413, 422, 429, 503)
"""The statuses with which any request may be refused."""

_OTHER_STATUSES: Final = (405, 408, 431)
_OF: Final = (
    "accounts.people",
    "games.api",
    "games.chat",
    "games.clubs",
    "games.competitions",
    "games.lobby",
    "games.pairing",
    "games.play",
    "games.review",
)
"""The packages whose services the API calls."""


class RefusalCode(NamedTuple):
    """A code, the status that it comes with, and the sentence, "" if that depends on the request."""

    code: str
    status: int
    sentence: StrOrPromise


def all_codes() -> list[RefusalCode]:
    """Return all codes, ordered by status and name: of the rules, of services, and those of statuses, which stand for
    what has no code of its own.
    """
    rules = [RefusalCode(code, HTTPStatus.UNPROCESSABLE_ENTITY, "") for code in get_args(Code)]
    statuses = [RefusalCode(code_of(status), status, "") for status in (*REFUSALS, *_OTHER_STATUSES)]
    others = [
        RefusalCode(refusal.__name__, status, "")
        for refusal, status in (
            (ActionDenied, HTTPStatus.CONFLICT),
            (NotForSpectators, HTTPStatus.FORBIDDEN),
            (OneDealBehind, HTTPStatus.FORBIDDEN),
        )
    ]
    services = [
        RefusalCode(kind.__name__, HTTPStatus.NOT_FOUND if kind is UnknownPlayer else kind.status, kind.message)
        for kind in _kinds(Refusal)
    ]
    return sorted({*rules, *statuses, *others, *services}, key=lambda one: (one.status, one.code))


def _kinds(base: type[Refusal]) -> Iterator[type[Refusal]]:
    for kind in base.__subclasses__():
        if kind.__module__.startswith(_OF):
            yield kind
        yield from _kinds(kind)
