"""The site's settings with a random "fast" clock, so that moves often arrive while time runs out."""

import random

from django.apps import AppConfig

from config.settings import *  # noqa: F403  # settings are a namespace
from config.settings import ACCOUNT_RATE_LIMITS, INSTALLED_APPS


class Moody:
    """Time for a move that is another one whenever it is asked for: as often as not nearly none, else up to a second
    and a half. However quick the machine is, people are sometimes late; however slow, sometimes in time.
    """

    reserve = 0

    @property
    def move(self) -> float:
        return random.choice((-0.45, random.uniform(-0.45, 1)))  # to which the allowance for lag is added


class Hasty(AppConfig):
    name = "tests.hasty"

    def ready(self) -> None:
        from games.models import Clock
        from games.play import clocks  # models are there only now

        clocks.BUDGETS[Clock.FAST] = Moody()


# Fifty who come at once and wait for each other's turn to be counted would be told that they are too many.
ACCOUNT_RATE_LIMITS = {name: rate for name, rate in ACCOUNT_RATE_LIMITS.items() if name != "delete_account"}
INSTALLED_APPS = [*INSTALLED_APPS, "tests.hasty.Hasty"]
