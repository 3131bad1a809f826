"""The clock of the tests of standing evenings."""

import pytest

from tests.clubs.clubs import MONDAY
from tests.tables import Time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Begin on the Monday before a standing evening; tests set the time."""
    clock = Time()
    clock.now = MONDAY
    monkeypatch.setattr("django.utils.timezone.now", clock)
    return clock
