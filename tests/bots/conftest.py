"""Fixtures for tests of bots."""

import pytest

from games import bots


@pytest.fixture(scope="session")
def prepared_bots() -> None:
    """Compile what bots think with, before anything of it is called: one test process does it for all."""
    bots.prepare()
