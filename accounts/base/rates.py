"""Counts of requests in the cache, which all processes share: at most so many in so much time.

A rate is written as allauth does, whose setting `ACCOUNT_RATE_LIMITS` has those of the site: "40/10m/ip". Those of
pages that are allauth's own it counts itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache as remembered
from time import monotonic, sleep, time
from typing import Final, NamedTuple

from django.core.cache import cache

_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}

_LOCKED_FOR: Final = 10
"""Seconds after which a lock counts as left behind by a process that was killed."""

_WAITS_FOR: Final = 1.0
"""How many seconds a request waits for others that are being counted under the same key; then it is one too many."""


class Rate(NamedTuple):
    """At most `amount` requests in so many `seconds`, `per` address ("ip"), account ("user") or other name ("key")."""

    amount: int
    seconds: float
    per: str


@remembered
def rates_in(text: str) -> tuple[Rate, ...]:
    """Return the rates of a setting, such as "20/10m/key,200/10m/ip"; none of ""."""
    return tuple(dict.fromkeys(_rate(part.strip()) for part in text.split(",") if part.strip()))


def _rate(text: str) -> Rate:
    amount, time_span, per = text.split("/")
    return Rate(int(amount), float(time_span[:-1] or 1) * _UNITS[time_span[-1]], per)


class Count(NamedTuple):
    """The requests that count at this rate under this key: the moments of the last ones, the latest first."""

    key: str
    rate: Rate

    def add(self, *, counts: bool = True) -> float | None:
        """Count a request, if it `counts`, and return its moment; None if it is one too many."""
        with _lock(self.key) as is_locked:
            now = time()
            moments = self._moments(now)
            if not is_locked or len(moments) >= self.rate.amount:
                return None
            if counts:
                cache.set(self.key, [now, *moments], self.rate.seconds)
            return now

    def take_back(self, moment: float) -> None:
        """Let the request of this moment count no more. If others are being counted for too long, it stays."""
        with _lock(self.key) as is_locked:
            if is_locked:
                left = [each for each in self._moments(time()) if each != moment]
                cache.set(self.key, left, self.rate.seconds)

    def _moments(self, now: float) -> list[float]:
        return [moment for moment in cache.get(self.key, ()) if moment > now - self.rate.seconds]


def waits(counts: list[Count]) -> Iterator[float]:
    """Yield after how many seconds each of these counts that is full has room for another request.

    A rate of no requests at all never has room; its time span stands for that.
    """
    stored = cache.get_many([count.key for count in counts])
    for key, rate in counts:
        if len(moments := stored.get(key, ())) >= rate.amount:
            yield (moments[rate.amount - 1] - time() if rate.amount else 0) + rate.seconds


@contextmanager
def _lock(key: str) -> Iterator[bool]:
    """Keep others from counting under this key; whether that was possible is what it gives."""
    lock, until = f"{key}:lock", monotonic() + _WAITS_FOR
    while not (is_locked := cache.add(lock, True, _LOCKED_FOR)) and monotonic() < until:
        sleep(0.01)
    try:
        yield is_locked
    finally:
        if is_locked:
            cache.delete(lock)
