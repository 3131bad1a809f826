"""Onlookers of a table, and the players invited to a waiting table: names, kept in the cache for a while.

Everybody invited is listed, even players who have declined or could not be notified, so that the list reveals neither.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from accounts.base.outages import OF_REDIS
from games.play.attendance import Onlookers

ONLOOKERS_KEPT_FOR: Final = 12
"""Seconds after its last heartbeat for which a browser counts as looking on."""

INVITED_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds for which the names of those invited are stored."""

Onlooker: TypeAlias = tuple[str, str, str]
"""A table's code, a browser, and the name of who looks on with it; "" for an anonymous visitor."""


def stranger(cookies: Mapping[str, str]) -> str:
    """Return an id of an anonymous visitor's browser, made of a cookie that its pages and sockets both send.

    It is "" without that cookie, and a hash, so that the cache does not reveal the cookie.
    """
    token = cookies.get(settings.CSRF_COOKIE_NAME)
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def note_onlookers(onlookers: Sequence[Onlooker]) -> bool:
    """Store that these browsers have their tables open now; return whether others look on at these tables than before.

    A browser that another process overwrites at the same moment is stored at its next heartbeat, as all are that were
    not during an outage of the cache.
    """
    with suppress(*OF_REDIS):
        return bool(onlookers) and _note(onlookers)
    return False


def _note(onlookers: Sequence[Onlooker]) -> bool:
    now = timezone.now().timestamp()
    seen = cache.get_many({_looking(code) for code, _browser, _name in onlookers})
    before = {key: set(browsers) for key, browsers in seen.items()}
    for code, browser, name in onlookers:
        lately = {
            one: entry for one, entry in seen.get(_looking(code), {}).items() if now - entry[1] < ONLOOKERS_KEPT_FOR
        }
        seen[_looking(code)] = lately | {browser: (name, now)}
    cache.set_many(seen, ONLOOKERS_KEPT_FOR)
    return before != {key: set(browsers) for key, browsers in seen.items()}


def forget_onlooker(code: str, browser: str) -> None:
    """Store that this browser no longer looks on at the table."""
    looking = cache.get(_looking(code), {})
    if browser in looking:
        cache.set(_looking(code), {one: entry for one, entry in looking.items() if one != browser}, ONLOOKERS_KEPT_FOR)


def note_invited(code: str, name: str) -> None:
    """Store that this player has been invited to the table."""
    invited = cache.get(_invited(code), ())
    if name not in invited:
        cache.set(_invited(code), (*invited, name), INVITED_KEPT_FOR)


def around(codes: Iterable[str]) -> dict[str, Onlookers]:
    """Return the people around each of these tables, with one cache request; nobody during an outage of the cache."""
    wanted, now = set(codes), timezone.now().timestamp()
    stored: dict[str, Any] = {}
    if wanted:
        with suppress(*OF_REDIS):
            stored = cache.get_many([key(code) for code in wanted for key in (_looking, _invited)])
    return {
        code: Onlookers(_names(now, stored.get(_looking(code), {}).values()), tuple(stored.get(_invited(code), ())))
        for code in wanted
    }


def _names(now: float, entries: Iterable[tuple[str, float]]) -> tuple[str, ...]:
    """Return who looks on now, each player once, in an order that stays."""
    names = sorted(name for name, at in entries if now - at < ONLOOKERS_KEPT_FOR)
    return tuple(name for place, name in enumerate(names) if not name or name not in names[:place])


def _looking(code: str) -> str:
    return f"looking.{code}"


def _invited(code: str) -> str:
    return f"invited.{code}"
