"""A user who watches a table."""

import pytest

from accounts.models import User
from tests.tables import new_player


@pytest.fixture
def watcher() -> User:
    return new_player()
