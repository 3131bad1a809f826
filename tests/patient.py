"""The site's settings for slow machines: draws and score sheets stay until somebody goes on, and "at once" is ten
minutes long."""

from django.apps import AppConfig

from config.settings import *  # noqa: F403  # settings are a namespace
from config.settings import INSTALLED_APPS

LONG_ENOUGH = 600


class Patient(AppConfig):
    name = "tests.patient"

    def ready(self) -> None:
        from games.chat import services as chat_services  # models are there only now
        from games.play import bot_timing

        bot_timing.DRAW_SHOWN = bot_timing.SHEET_SHOWN = bot_timing.SHEET_SHOWN_ALONE = (
            chat_services.SECONDS_AT_ONCE
        ) = LONG_ENOUGH


INSTALLED_APPS = [*INSTALLED_APPS, "tests.patient.Patient"]
