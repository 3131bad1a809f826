"""Fixtures for tests of bots."""

import pytest

from games import bots


@pytest.fixture(scope="session")
def prepared_bots() -> None:
    """Compile the search before any of its functions is called, so that only one test process compiles it."""
    bots.prepare()


@pytest.fixture(params=["sample", pytest.param("large sample", marks=pytest.mark.campaign)])
def is_large(request: pytest.FixtureRequest) -> bool:
    """Run the test twice: with a sample that shows the effect, and in campaigns with a large one."""
    return bool(request.param == "large sample")
