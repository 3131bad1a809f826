"""What every page asks for is read from the database once a minute at most, and at once after a change made here."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar, cast

from django.core.cache import cache
from django.db import transaction

SECONDS: Final = 60
"""How long another process may still go by what was before, where processes share no cache."""

T = TypeVar("T")


def remembered(name: str, read: Callable[[], T]) -> T:
    """What `read` returned when it was last asked.

    It is kept under the generation that began before it was read: whoever reads while a change is committed puts the
    old answer where nobody looks any more.
    """
    generation = cache.get_or_set(_generation_of(name), secrets.token_hex, timeout=None)
    return cast(T, cache.get_or_set(f"site_config.{name}.{generation}", read, SECONDS))


def forget(name: str) -> None:
    """Read it anew from now on."""
    cache.set(_generation_of(name), secrets.token_hex(), timeout=None)


def forget_on_commit(name: str) -> None:
    """Read it anew as soon as the current transaction is committed."""
    transaction.on_commit(partial(forget, name))


def _generation_of(name: str) -> str:
    return f"site_config.{name}.generation"
