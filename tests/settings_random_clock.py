"""The site's settings with a "fast" clock of random times, so that moves often race with the clock."""

import random

from django.apps import AppConfig

from config.settings import *  # noqa: F403  # settings are a namespace
from config.settings import ACCOUNT_RATE_LIMITS, INSTALLED_APPS


class RandomBudget:
    """A budget whose time for a move, in seconds, is another one whenever it is read: often nearly none, at most 1.5.

    So some moves are late on any machine, however quick, and some are in time, however slow.
    """

    reserve = 0

    @property
    def move(self) -> float:
        return random.choice((-0.45, random.uniform(-0.45, 1)))  # to which the allowance for lag is added


class RandomClock(AppConfig):
    name = "tests.settings_random_clock"

    def ready(self) -> None:
        from games.models import Clock
        from games.play import clocks  # models are there only now

        clocks.BUDGETS = {**clocks.BUDGETS, Clock.FAST: RandomBudget()}  # type: ignore[misc, dict-item]  # final, but for this


# Fifty simultaneous requests that wait for each other would exceed the limit.
ACCOUNT_RATE_LIMITS = {name: rate for name, rate in ACCOUNT_RATE_LIMITS.items() if name != "delete_account"}
INSTALLED_APPS = [*INSTALLED_APPS, "tests.settings_random_clock.RandomClock"]
