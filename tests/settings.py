"""The site's settings, with the changes that tests need."""

import tempfile
from pathlib import Path

from config.settings import *  # noqa: F403  # settings are a namespace
from config.settings import DATABASES, STORAGES
from tests.sites import SECRET_KEY  # noqa: F401  # a setting

SCRATCH = tempfile.TemporaryDirectory(prefix="dummy-hand-spades-")
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, because tests of races need one connection a thread; a place of its own, because runs may overlap.
    DATABASES["default"]["TEST"] = {"NAME": f"{SCRATCH.name}/test.sqlite3"}
# What a test has written need not survive a power cut; the sites that tests kill have the site's own settings.
if "init_command" in (options := DATABASES["default"].get("OPTIONS", {})):
    options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
# Empty, or every test client would list and stat all the files a site has collected.
STATIC_ROOT = Path(SCRATCH.name)
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
BOT_PACE = 0.0
HEARTBEAT_SECONDS = 0.0
CONTACT = "mailto:help@spades.example.org"
SOLO_DIR = Path(SCRATCH.name) / "solo"  # what a developer has made there is no part of a test
