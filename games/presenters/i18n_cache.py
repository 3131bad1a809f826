"""Words and cards that are asked for again and again: worked out once in each language."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, TypeVarTuple

from django.utils import translation

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")
Ts = TypeVarTuple("Ts")

_language: ContextVar[str | None] = ContextVar("language", default=None)


def in_one_language(make: Callable[P, T]) -> Callable[P, T]:
    """While `make` works the active language doesn't change, so it need not be asked for every word."""

    @wraps(make)
    def work(*args: P.args, **kwargs: P.kwargs) -> T:
        if _language.get():
            return make(*args, **kwargs)
        token = _language.set(translation.get_language())
        try:
            return make(*args, **kwargs)
        finally:
            _language.reset(token)

    return work


def speak(code: str) -> None:
    """Make this the active language, which in this context will not change any more."""
    translation.activate(code)
    _language.set(code)


def language() -> str | None:
    """The active language."""
    return _language.get() or translation.get_language()


def gettext(message: str) -> str:
    """The message in the active language."""
    return _gettext(_language.get() or translation.get_language(), message)


def pgettext(context: str, message: str) -> str:
    """The message in the active language, as it is in this context."""
    return _pgettext(language(), context, message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The message for so many in the active language."""
    return _ngettext(language(), singular, plural, number)


@lru_cache(maxsize=4096)
def _gettext(_in_language: str | None, message: str) -> str:
    return translation.gettext(message)


@lru_cache(maxsize=64)
def _pgettext(_in_language: str | None, context: str, message: str) -> str:
    return translation.pgettext(context, message)


@lru_cache(maxsize=4096)
def _ngettext(_in_language: str | None, singular: str, plural: str, number: int) -> str:
    return translation.ngettext(singular, plural, number)


def remembered(make: Callable[[*Ts], T]) -> Callable[[*Ts], T]:
    """Remember what a pure function of hashable arguments makes, apart for each active language."""

    @lru_cache(maxsize=8192)
    def in_language(_in_language: str | None, *args: *Ts) -> T:
        return make(*args)

    @wraps(make)
    def remember(*args: *Ts) -> T:
        return in_language(_language.get() or translation.get_language(), *args)

    return remember


class Collection(dict[K, T]):
    """What is made of each of a few things that last, such as the faces of the cards: made when it is first wanted."""

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, thing: K) -> T:
        made = self[thing] = self._make(thing)
        return made
