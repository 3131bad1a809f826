"""Rate limits of views."""

from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import sha256
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.base.pages import too_many_requests
from accounts.base.rates import Count, rates_in, waits
from accounts.base.refusals import Explained

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

IPV6_PREFIX: Final = 64
"""The number of bits of an IPv6 address that identify a network."""

SOON: Final = 60
"""After how many seconds to try again what is not counted in time, such as having too many tables, or is
counted by allauth.
"""


TOO_FAST: Final = _("That was a lot at once. Wait a few minutes, then try again.")


class TooManyRequests(Explained):
    """There were too many requests for an action lately. A view that does not show the sentence on a page of its own
    leaves it to the page of rate limits; that has a sentence of its own for "".
    """

    status = HTTPStatus.TOO_MANY_REQUESTS


def check_limit(request: HttpRequest, action: str, sentence: "StrOrPromise" = TOO_FAST) -> None:
    """Count this request. Raises TooManyRequests with this sentence if it exceeds the limit of *action*."""
    if not is_within_limit(request, action):
        raise TooManyRequests(sentence)


def is_within_limit(request: HttpRequest, action: str, *, counts: bool = True) -> bool:
    """Count this request, if it counts, and return whether it is within *action*'s limit in ACCOUNT_RATE_LIMITS.

    What is counted "per key" is counted per `name_of`.
    """
    return all(each.add(counts=counts) is not None for each in _counts(request, action))


def _counts(request: HttpRequest, action: str, *, key: str = "", left_out: Collection[str] = ()) -> Iterator[Count]:
    """Yield what counts a request for an action, "per key" of this key or else `name_of`."""
    for rate in rates_in(settings.ACCOUNT_RATE_LIMITS[action]):
        if rate.per not in left_out:
            amount, seconds, per = rate
            yield Count(f"rate:{action}:{amount}/{seconds:g}/{per}:{_who(request, per, key)}", rate)


def _who(request: HttpRequest, per: str, key: str) -> str:
    """Return the name under which a request is counted."""
    if per == "ip":
        return _address_of(request)
    if per == "user":
        assert request.user.is_authenticated, "what is limited per user is for players only"
        return str(request.user.pk)
    return sha256((key or name_of(request)).encode()).hexdigest()


def seconds_to_wait(request: HttpRequest, *actions: str) -> int:
    """Return after how many seconds these actions are within their limits again, at least 1."""
    left_out = _left_out_for(request)
    counts = [count for action in actions for count in _counts(request, action, left_out=left_out)]
    return max([1, *map(ceil, waits(counts))])


def _left_out_for(request: HttpRequest) -> frozenset[str]:
    """Return the kinds of names by which this request can't be counted, because it has no player or no address."""
    of_nobody = frozenset() if request.user.is_authenticated else frozenset({"user"})
    try:
        get_adapter().get_client_ip(request)
    except PermissionDenied:
        return of_nobody | ({"ip", "key"} if of_nobody else {"ip"})
    return of_nobody


class RetryAfterMiddleware:
    """Answers TooManyRequests with the page of rate limits, and says with each 429 when to try again: after the longest
    of the limits that the visitor has exceeded.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS and "Retry-After" not in response:
            wait = seconds_to_wait(request, *settings.ACCOUNT_RATE_LIMITS)
            response["Retry-After"] = str(wait if wait > 1 else SOON)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        return too_many_requests(request, exception.sentence()) if isinstance(exception, TooManyRequests) else None


class Guess(NamedTuple):
    """A guess at a password, with the moments at which it was counted."""

    counted: Sequence[tuple[Count, float]]

    def take_back(self) -> None:
        """Stop counting a guess that was right."""
        for count, moment in self.counted:
            count.take_back(moment)


def count_guess(request: HttpRequest, name: str) -> Guess | None:
    """Count a guess at the password for this name; return what takes it back, or None if there were too many guesses
    from the visitor's address, at this name or in all.
    """
    counted = []
    for count in _counts(request, "wrong_password", key=f"{name_of_address(request)} {name}"):
        if (moment := count.add()) is None:
            return None
        counted.append((count, moment))
    return Guess(counted)


def network_of(address: str) -> str:
    """Return the unit counted as one visitor: an address, or the whole network of an IPv6 address."""
    try:
        is_of_network = isinstance(ip_address(address), IPv6Address)
    except ValueError:
        return address
    return str(ip_network(f"{address}/{IPV6_PREFIX}", strict=False).network_address) if is_of_network else address


def _address_of(request: HttpRequest) -> str:
    return network_of(get_adapter().get_client_ip(request))


def name_of(request: HttpRequest) -> str:
    """Return a name for the player, or for the address of a visitor, which it does not reveal."""
    if request.user.is_authenticated:
        return f"player {request.user.pk}"
    return name_of_address(request)


def name_of_address(request: HttpRequest) -> str:
    """Return a name for the address of a visitor or player, which it does not reveal."""
    return salted_hmac("accounts.rate_limits", _address_of(request)).hexdigest()
