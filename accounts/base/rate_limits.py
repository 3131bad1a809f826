"""Rate limits of views."""

from collections.abc import Iterator
from math import ceil
from time import time
from typing import Any, Final

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

_APP: Final = "allauth.account"
"""The app whose setting ACCOUNT_RATE_LIMITS has the rates."""


def is_within_limit(request: HttpRequest, action: str, *, counts: bool = True) -> bool:
    """Count this request, if it counts, and return whether it is within *action*'s limit in ACCOUNT_RATE_LIMITS.

    Counts every method; allauth's public function ignores GET. What is counted "per key" is counted per `name_of`.
    """
    usage = ratelimit.consume(
        request, app=_APP, action=action, **_counted_for(request), limit_get=True, dry_run=not counts
    )
    return bool(usage)


def _counted_for(request: HttpRequest) -> dict[str, Any]:
    """Return for whom a request counts where a rate is "per user", and where it is "per key"."""
    return {"user": request.user if request.user.is_authenticated else None, "key": name_of(request)}


def seconds_to_wait(request: HttpRequest, action: str) -> int:
    """Return after how many seconds the action is within its limit again, at least 1."""
    return max([1, *map(ceil, _waits(request, action))])


def _waits(request: HttpRequest, action: str) -> Iterator[float]:
    """Yield for each rate of the action how many seconds to wait. The times that it has stored begin with the last."""
    for rate in ratelimit.get_rates(app=_APP, action=action):
        key = ratelimit.get_cache_key(request, app=_APP, action=action, rate=rate, **_counted_for(request))
        times = cache.get(key, [])
        yield times[rate.amount - 1] + rate.duration - time() if len(times) >= rate.amount else 0


def count_guess(request: HttpRequest) -> ratelimit.RateLimitUsage | None:
    """Count a guess at a password; return what takes it back (`rollback`), None if there were too many."""
    usage: ratelimit.RateLimitUsage | None = ratelimit.consume(request, app=_APP, action="wrong_password")
    return usage


def network_of(address: str) -> str:
    """Return what counts as one visitor: an address, or the whole network of an IPv6 address."""
    return str(ratelimit.truncate_ip(address))


def name_of(request: HttpRequest) -> str:
    """Return a name for the player who asks, or for the address of a visitor, which it does not reveal."""
    if request.user.is_authenticated:
        return f"player {request.user.pk}"
    return name_of_address(request)


def name_of_address(request: HttpRequest) -> str:
    """Return a name for the address of a visitor or player, which it does not reveal."""
    return salted_hmac("accounts.rate_limits", ratelimit.get_ip(request)).hexdigest()
