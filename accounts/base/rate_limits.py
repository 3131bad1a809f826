"""Rate limits of views."""

from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from math import ceil
from time import time
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

_APP: Final = "allauth.account"
"""The app whose setting ACCOUNT_RATE_LIMITS has the rates."""

SOON: Final = 60
"""After how many seconds to try again what is not counted in time, such as having too many tables."""


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


def seconds_to_wait(request: HttpRequest, *actions: str) -> int:
    """Return after how many seconds these actions are within their limits again, at least 1."""
    return max([1, *map(ceil, _waits(request, actions))])


def _waits(request: HttpRequest, actions: Iterable[str]) -> Iterator[float]:
    """Yield for each rate of the actions how many seconds to wait. The times that it has stored begin with the last."""
    counted, left_out = _counted_for(request), _left_out_for(request)
    rates = {
        ratelimit.get_cache_key(request, app=_APP, action=action, rate=rate, **counted): rate
        for action in actions
        for rate in ratelimit.get_rates(app=_APP, action=action)
        if rate.per not in left_out
    }
    for key, times in cache.get_many(rates).items():
        rate = rates[key]
        if len(times) >= rate.amount:
            yield times[rate.amount - 1] + rate.duration - time()


def _left_out_for(request: HttpRequest) -> set[str]:
    """Return what nothing of this request is counted by: it may have no player, or come without an address."""
    left_out = set() if request.user.is_authenticated else {"user"}
    try:
        get_adapter().get_client_ip(request)
    except PermissionDenied:
        left_out.add("ip")
    return left_out


class RetryAfterMiddleware:
    """Says with each 429 when to try again: after the longest of the limits that the visitor has exceeded."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS and "Retry-After" not in response:
            wait = seconds_to_wait(request, *settings.ACCOUNT_RATE_LIMITS)
            response["Retry-After"] = str(wait if wait > 1 else SOON)
        return response


def count_guess(request: HttpRequest, name: str) -> ratelimit.RateLimitUsage | None:
    """Count a guess at the password of who is called so; return what takes it back (`rollback`), None if there were too
    many, at this name or in all, from the visitor's address.
    """
    key = f"{name_of_address(request)} {name}"
    usage: ratelimit.RateLimitUsage | None = ratelimit.consume(request, app=_APP, action="wrong_password", key=key)
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
