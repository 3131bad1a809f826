"""What is kept of what was used lately: until it was not used for some time, and no more than so much."""

import pytest

from accounts.base import recent
from accounts.base.recent import Recent


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, as its only item."""
    now = [100.0]
    monkeypatch.setattr(recent, "monotonic", lambda: now[0])
    return now


def test_value_is_removed_when_it_was_not_used_for_long(clock: list[float]) -> None:
    kept = Recent[str, int](10, seconds=60)
    kept.put("old", 1)
    kept.put("used", 2)
    clock[0] += 50
    assert kept.get("used") == 2
    clock[0] += 20
    kept.put("new", 3)
    assert [kept.get(key) for key in ("old", "used", "new")] == [None, 2, 3]
    assert len(kept) == 2


@pytest.mark.usefixtures("clock")
def test_no_more_are_kept_than_so_many() -> None:
    kept = Recent[int, str](3, seconds=60)
    for number in range(4):
        kept.put(number, "value")
        kept.get(0)
    assert [number for number in range(4) if kept.get(number)] == [0, 2, 3]


@pytest.mark.usefixtures("clock")
def test_value_that_is_taken_out_is_kept_no_more() -> None:
    kept = Recent[str, int](3, seconds=60)
    kept.put("table", 1)
    assert [kept.pop("table"), kept.pop("table"), kept.get("table")] == [1, None, None]


def test_value_is_kept_as_long_as_it_is_put_again(clock: list[float]) -> None:
    kept = Recent[str, int](3, seconds=60)
    for number in range(5):
        clock[0] += 50
        kept.put("table", number)
    assert kept.get("table") == 4
