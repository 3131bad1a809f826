"""Fixtures for tests of bots."""

import pytest

from games import bots


@pytest.fixture(scope="session")
def prepared_bots() -> None:
    """Compile the search before any of its functions is called, so that only one test process compiles it."""
    bots.prepare()
