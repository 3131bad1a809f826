"""A cache for data that every page reads: refreshed once a minute, and at once after a change."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar, cast

from django.core.cache import cache
from django.db import transaction

from accounts.base.outages import OF_REDIS

CACHED_SECONDS: Final = 60
"""How long other processes may use old values where processes share no cache."""

T = TypeVar("T")


def cached(name: str, read: Callable[[], T]) -> T:
    """Return the cached value of `name`, calling `read` if there is none.

    The value is stored under the generation that was current before the read. A reader that overlaps with a change
    therefore stores the old value under the old generation, which is no longer used.
    """
    with suppress(*OF_REDIS):
        generation = cache.get_or_set(_generation_of(name), secrets.token_hex, timeout=None)
        return cast(T, cache.get_or_set(f"site_config.{name}.{generation}", read, CACHED_SECONDS))
    return read()


def invalidate(name: str) -> None:
    """Start a new generation of `name`, so that the next call reads again."""
    cache.set(_generation_of(name), secrets.token_hex(), timeout=None)


def invalidate_on_commit(name: str) -> None:
    """Invalidate `name` when the current transaction commits."""
    transaction.on_commit(partial(invalidate, name))


def _generation_of(name: str) -> str:
    return f"site_config.{name}.generation"
