"""The site's settings, with a "fast" clock so moody that a move may well be on its way when time runs out."""

import random

from django.apps import AppConfig

from config.settings import *  # noqa: F403  # settings are a namespace
from config.settings import INSTALLED_APPS


class Moody:
    """Time for a move that is another one whenever it is asked for, from nearly none to a second and a half."""

    reserve = 0

    @property
    def move(self) -> float:
        return random.uniform(-0.45, 1)  # to which the allowance for lag is added


class Hasty(AppConfig):
    name = "tests.hasty"

    def ready(self) -> None:
        from games import clocks  # models are there only now
        from games.models import Clock

        clocks.BUDGETS[Clock.FAST] = Moody()


INSTALLED_APPS = [*INSTALLED_APPS, "tests.hasty.Hasty"]
