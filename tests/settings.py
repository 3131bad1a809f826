"""The site's settings, as far as tests need them otherwise."""

import os
import tempfile

from config.settings import *  # noqa: F403
from config.settings import DATABASES, STORAGES

# A file, because tests of races need one connection a thread; a name of its own, because runs may overlap.
DATABASES["default"]["TEST"] = {"NAME": f"{tempfile.gettempdir()}/dummy-hand-spades-{os.getpid()}.sqlite3"}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
SECRET_KEY = "only for tests"
GAME_PACE = 0.0
