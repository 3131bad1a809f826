"""Sockets on which nothing comes but what a test asks for."""

from __future__ import annotations

import pytest

from games.play import presence


@pytest.fixture
def no_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no browser be called up while the test runs, however long that takes."""
    monkeypatch.setattr(presence, "SIGN_EVERY", 3600.0)
