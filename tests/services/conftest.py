"""A user who watches a table, the announcements of tables, and checks within a test's transaction."""

import pytest
from django.db import transaction

from accounts.models import User
from games.play import checking
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


@pytest.fixture
def checked_in_one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `check_games` run in the transaction of its test: in PostgreSQL only a new one can read a snapshot."""
    monkeypatch.setattr(checking, "one_snapshot", transaction.atomic)


@pytest.fixture
def lobby_changes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list with an entry for each announced change of the lobby's list."""
    changes: list[str] = []
    monkeypatch.setattr("games.pubsub.groups.lobby_changed_on_commit", lambda: changes.append("changed"))
    return changes
