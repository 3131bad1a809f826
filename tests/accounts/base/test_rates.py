"""Counts of requests in the cache."""

import pytest
from django.core.cache import cache

from accounts.base import rates
from accounts.base.rates import Count, Rate, rates_in, waits


def test_rates_are_read_in_the_notation_of_allauth() -> None:
    assert rates_in("20/10m/key,200/h/ip") == (Rate(20, 600, "key"), Rate(200, 3600, "ip"))
    assert rates_in(" 1/1.5s/user , 1/1.5s/user ") == (Rate(1, 1.5, "user"),)
    assert rates_in("") == ()


def test_request_that_is_one_too_many_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    count, now = Count("k", Rate(2, 60, "ip")), 1000.0
    monkeypatch.setattr(rates, "time", lambda: now)
    assert count.add(counts=False) == now
    assert [count.add() for _ in range(3)] == [now, now, None]
    assert list(waits([count])) == [60]
    now = 1059.9
    assert count.add() is None
    now = 1060.0
    assert count.add() == now


def test_request_that_is_taken_back_leaves_room_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    count, moments = Count("k", Rate(2, 60, "ip")), iter([1.0, 2.0, 3.0, 4.0, 5.0])
    monkeypatch.setattr(rates, "time", lambda: next(moments))
    assert [count.add(), count.add()] == [1, 2]
    count.take_back(1.0)
    assert [count.add(), count.add()] == [4, None]


def test_request_is_refused_while_others_are_counted_for_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    count = Count("k", Rate(2, 60, "ip"))
    monkeypatch.setattr(rates, "_WAITS_FOR", 0)
    cache.add("k:lock", True)
    assert count.add() is None
    count.take_back(1.0)
    cache.delete("k:lock")
    assert count.add() is not None
    assert cache.get("k:lock") is None
