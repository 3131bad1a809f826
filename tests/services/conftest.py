"""Time for tests of what happens in time, and somebody who looks on."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.tables import Time, new_player


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The site's clock, which moves only when told to."""
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time)
    return time


@pytest.fixture
def watcher() -> User:
    return new_player()
