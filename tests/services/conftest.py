"""Time for tests of what happens in time."""

from __future__ import annotations

import pytest

from tests.tables import Time


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The site's clock, which moves only when told to."""
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time)
    return time
