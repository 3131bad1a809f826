"""People for tests of pages that are about somebody."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.tables import new_player


@pytest.fixture
def ana() -> User:
    return new_player()


@pytest.fixture
def ben() -> User:
    return new_player()
