"""Rate limits that a test reaches with few requests."""

from collections.abc import Callable

import pytest
from pytest_django import Settings


@pytest.fixture
def limit(settings: Settings) -> Callable[[str, str], None]:
    """Return a function that limits an action, in the notation of `config.rate_limits`: `limit("hint", "1/m/user")`."""

    def change(action: str, rate: str) -> None:
        assert action in settings.ACCOUNT_RATE_LIMITS, "what the site does not limit would be limited for the test only"
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {action: rate}

    return change
