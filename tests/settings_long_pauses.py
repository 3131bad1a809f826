"""The site's settings for tests on slow machines: draws and score sheets stay until somebody goes on.

The rate limit of chat messages counts those of the last ten minutes. A process with these settings forgets who is at
which table when it gets SIGUSR1: whoever gives no sign of life then is away.
"""

import signal
from threading import Thread
from unittest.mock import patch

from django.apps import AppConfig
from django.core.cache import cache

from config.settings import *  # noqa: F403  # settings are a namespace
from config.settings import INSTALLED_APPS

SECONDS = 600
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # to check a password takes a third of a second
PUSH_ANYWHERE = True  # to the push service of a test


class LongPauses(AppConfig):
    name = "tests.settings_long_pauses"

    def ready(self) -> None:
        from games.chat import services as chat_services  # models are there only now
        from games.play import bot_timing, presence

        def forget() -> None:
            cache.clear()
            # Or everybody would have some seconds to come back, after the cache was emptied and after the start.
            cache.set(presence._EMPTIED, 0.0, None)
            patch.object(presence, "_STARTED", 0.0).start()

        bot_timing.DRAW_SHOWN = bot_timing.SHEET_SHOWN = bot_timing.SHEET_SHOWN_ALONE = SECONDS
        patch.object(chat_services, "RATE_LIMIT_SECONDS", SECONDS).start()
        # The interrupted thread may hold the lock of the cache.
        signal.signal(signal.SIGUSR1, lambda *_: Thread(target=forget).start())


INSTALLED_APPS = [*INSTALLED_APPS, "tests.settings_long_pauses.LongPauses"]
