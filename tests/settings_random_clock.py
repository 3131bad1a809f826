"""The site's settings with a "fast" clock of random times, so that moves often race with the clock.

A process with these settings sets its clock forward when it gets SIGUSR1, and back when it gets SIGUSR2.
"""

import random
import signal
import time
from datetime import UTC, datetime, timedelta

from django.apps import AppConfig
from django.utils import timezone

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


class AdjustableTime:
    """The time of this process, which may differ from the machine's by some seconds."""

    def __init__(self) -> None:
        self._ahead, self._real_time = 0, time.time

    def set_forward(self, *_: object) -> None:
        self._ahead += random.randint(1, 30)

    def set_back(self, *_: object) -> None:
        self._ahead -= random.randint(1, 30)

    def time(self) -> float:
        return self._real_time() + self._ahead

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self._ahead)


class RandomClock(AppConfig):
    name = "tests.settings_random_clock"

    def ready(self) -> None:
        clock = AdjustableTime()
        time.time, timezone.now = clock.time, clock.now
        signal.signal(signal.SIGUSR1, clock.set_forward)
        signal.signal(signal.SIGUSR2, clock.set_back)
        from games.play import clocks  # models are there only now
        from games.values import Clock

        clocks.BUDGETS = {**clocks.BUDGETS, Clock.FAST: RandomBudget()}  # type: ignore[misc, dict-item]  # final, but for this


# Fifty simultaneous requests that wait for each other would exceed the limit.
ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS | {"delete_account": "1000/m/user"}
INSTALLED_APPS = [*INSTALLED_APPS, "tests.settings_random_clock.RandomClock"]
