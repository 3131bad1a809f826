"""The site's settings for slow machines: draws and score sheets stay until somebody goes on, and "at once" is ten
minutes long."""

from django.apps import AppConfig

from config.settings import *  # noqa: F403  # settings are a namespace
from config.settings import INSTALLED_APPS

LONG_ENOUGH = 600


class Patient(AppConfig):
    name = "tests.patient"

    def ready(self) -> None:
        from games.services import pace, talk  # models are there only now

        pace.DRAW_SHOWN = pace.SHEET_SHOWN = pace.SHEET_SHOWN_ALONE = talk.SECONDS_AT_ONCE = LONG_ENOUGH


INSTALLED_APPS = [*INSTALLED_APPS, "tests.patient.Patient"]
