"""Time for tests of what happens in time, and people for tests of who hears whom."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.tables import Time, begin, new_player


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The site's clock, which moves only when told to."""
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time)
    return time


@pytest.fixture
def ana() -> User:
    return new_player()


@pytest.fixture
def ben() -> User:
    return new_player()


@pytest.fixture
def watcher() -> User:
    return new_player()


@pytest.fixture
def code(ana: User, ben: User) -> str:
    """A game of Ana and Ben in play."""
    return begin(ana, ben)
