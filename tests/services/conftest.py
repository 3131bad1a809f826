"""A user who watches a table, and the announcements of tables."""

import pytest

from accounts.models import User
from games.pubsub import groups
from tests.tables import new_player


@pytest.fixture
def watcher() -> User:
    return new_player()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of announced tables and versions."""
    announced: list[str] = []
    monkeypatch.setattr(groups, "changed", lambda code, version: announced.append(f"{code} {version}"))
    return announced
