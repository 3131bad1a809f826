"""The site's settings for tests on slow machines: draws and score sheets stay until somebody goes on.

The rate limit of chat messages counts those of the last ten minutes.
"""

from django.apps import AppConfig

from config.settings import *  # noqa: F403  # settings are a namespace
from config.settings import INSTALLED_APPS

SECONDS = 600
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # to check a password takes a third of a second
PUSH_ANYWHERE = True  # to the push service of a test


class LongPauses(AppConfig):
    name = "tests.settings_long_pauses"

    def ready(self) -> None:
        from games.chat import services as chat_services  # models are there only now
        from games.play import bot_timing

        bot_timing.DRAW_SHOWN = bot_timing.SHEET_SHOWN = bot_timing.SHEET_SHOWN_ALONE = SECONDS
        chat_services.RATE_LIMIT_SECONDS = SECONDS  # type: ignore[misc]  # final, but for this


INSTALLED_APPS = [*INSTALLED_APPS, "tests.settings_long_pauses.LongPauses"]
