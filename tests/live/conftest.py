"""Fixtures for tests of sockets."""

import pytest

from games.play import presence


@pytest.fixture
def no_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch heartbeats off while the test runs."""
    monkeypatch.setattr(presence, "SIGN_EVERY", 3600.0)
