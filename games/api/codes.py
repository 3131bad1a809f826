"""The codes of refusals: gathered from what refuses, so that documents and the description list them all."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Final, NamedTuple, get_args

from django_stubs_ext import StrOrPromise

from accounts.base.refusals import Refusal
from accounts.site_config.errors import ActionDenied
from games.engine.events import Code
from games.operations.statuses import code_of
from games.play.errors import UnknownPlayer
from games.play.spectators import NotForSpectators, OneDealBehind
from games.subjects import SUBJECTS, all_subjects

REFUSALS: Final = (400, 401, 403, 404, 409, 413, 422, 429, 503)
"""The statuses with which any request may be refused."""

_OTHER_STATUSES: Final = (405, 408, 431)


class RefusalCode(NamedTuple):
    """A code, the status that it comes with, and the sentence, "" if that depends on the request."""

    code: str
    status: int
    sentence: StrOrPromise


def _packages() -> tuple[str, ...]:
    """Return the packages whose services operations call."""
    with_operations = (f"games.{name}" for name, each in zip(SUBJECTS, all_subjects(), strict=True) if each.operations)
    return "accounts.people", "games.operations", "games.play", *with_operations


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
        for kind in _kinds(Refusal, _packages())
    ]
    return sorted({*rules, *statuses, *others, *services}, key=lambda one: (one.status, one.code))


def _kinds(base: type[Refusal], packages: tuple[str, ...]) -> Iterator[type[Refusal]]:
    for kind in base.__subclasses__():
        if kind.__module__.startswith(packages):
            yield kind
        yield from _kinds(kind, packages)
