"""Translations and renderings that are cached for each language."""

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar, TypeVarTuple

from django.utils import translation

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")
Ts = TypeVarTuple("Ts")

_language: ContextVar[str | None] = ContextVar("language", default=None)


def with_fixed_language(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function during which the active language does not change: it is looked up only once per call."""

    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        if _language.get():
            return function(*args, **kwargs)
        token = _language.set(translation.get_language())
        try:
            return function(*args, **kwargs)
        finally:
            _language.reset(token)

    return wrapper


def use_language(code: str) -> None:
    """Activate this language for the rest of the current context, in which it must not change again."""
    translation.activate(code)
    _language.set(code)


def language() -> str | None:
    """Return the code of the active language."""
    return _language.get() or translation.get_language()


def cached_per_language(function: Callable[[*Ts], T], most: int = 1024) -> Callable[[*Ts], T]:
    """Decorate a pure function of hashable arguments: cache its results separately for each active language.

    Most results are of one table, whose tricks and bids nobody else has, so few of them are asked for again.
    """

    @lru_cache(maxsize=most)
    def cached(_language_code: str | None, *args: *Ts) -> T:
        return function(*args)

    @wraps(function)
    def wrapper(*args: *Ts) -> T:
        return cached(_language.get() or translation.get_language(), *args)

    wrapper.cache_clear = cached.cache_clear  # type: ignore[attr-defined]  # as functools.lru_cache has it
    return wrapper


_TEXTS: Final = 8192
"""More than the site has."""

gettext = cached_per_language(translation.gettext, _TEXTS)
pgettext = cached_per_language(translation.pgettext, _TEXTS)
ngettext = cached_per_language(translation.ngettext, _TEXTS)
"""Django's three functions of these names, each text looked up only once."""


class LazyDict(dict[K, T]):
    """A dict that makes each missing value from its key when it is first looked up."""

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> T:
        value = self[key] = self._make(key)
        return value
