"""Somebody who looks on."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.tables import new_player


@pytest.fixture
def watcher() -> User:
    return new_player()
