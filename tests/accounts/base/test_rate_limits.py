"""The limits of `ACCOUNT_RATE_LIMITS` as they are set: so many requests are within each of them, and no more."""

from collections.abc import Callable
from itertools import count

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from accounts.base.rate_limits import is_within_limit
from accounts.base.rates import rates_in
from accounts.models import User
from config.settings import ACCOUNT_RATE_LIMITS

LIMITS = ACCOUNT_RATE_LIMITS.items()
RATES = [(action, rate.per, rate.amount) for action, rates in LIMITS for rate in rates_in(rates)]


def asks(action: str, visitor: int, address: str) -> bool:
    """Let a player, or with 0 a visitor without an account, ask for this; return whether that is within the limit."""
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    request.user = User(pk=visitor, username=f"Player {visitor}") if visitor else AnonymousUser()
    return is_within_limit(request, action)


@pytest.mark.parametrize(("action", "per", "amount"), RATES)
def test_limit_is_reached_after_so_many_requests(action: str, per: str, amount: int) -> None:
    """What is limited by player is so at any address, and the other way round."""
    numbers = count(1)

    def again(*, elsewhere: bool = False) -> bool:
        other = next(numbers)
        if per == "ip":
            return asks(action, other, "10.0.1.1" if elsewhere else "10.0.0.1")
        return asks(action, 1000 if elsewhere else 1, f"10.0.{other // 250}.{other % 250}")

    assert all(again() for _ in range(amount))
    assert not again()
    assert again(elsewhere=True)


@pytest.mark.parametrize("address", ["2001:db8:1:2::1", "2001:db8:1:2:ffff::1"])
def test_addresses_of_one_network_count_together(address: str, limit: Callable[[str, str], None]) -> None:
    limit("create_guest", "3/10m/ip")
    for _ in range(3):
        asks("create_guest", 0, "2001:db8:1:2::7")
    assert not asks("create_guest", 0, address)
    assert asks("create_guest", 0, "2001:db8:1:3::7")
