"""A running process needs no file of the site any more, as an upgrade replaces them below it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sites import ROOT, SECRET_KEY, migrated_database

VISIT = """
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path
import config.asgi
from django.template.loaders import filesystem
from django.test import Client

class Replaced(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("accounts", "config", "games"):
            raise ImportError(f"{name} is of the new version")

def replaced(_loader, origin):
    if "site-packages" not in origin.name and Path(origin.name).exists():
        raise OSError(f"{origin.name} is of the new version")
    return read(_loader, origin)

sys.meta_path.insert(0, Replaced())
read, filesystem.Loader.get_contents = filesystem.Loader.get_contents, replaced
client = Client(HTTP_HOST="localhost", raise_request_exception=True)
for page in sys.argv[1:]:
    answer = client.get(page, follow=True)
    assert answer.status_code == 200, (page, answer.status_code)
assert "twisted" not in sys.modules, "Daphne is loaded, which serves no site but its own"
"""
PAGES = (
    "/", "/rules/", "/people/ranks/", "/people/ranks/?company=people", "/today/", "/review/", "/verify/", "/api/",
    "/learn/bidding/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/admin/",
)  # fmt: skip


@pytest.mark.slow
def test_started_process_answers_without_loading_more_of_the_site(tmp_path: Path) -> None:
    shutil.copyfile(migrated_database(), tmp_path / "db.sqlite3")
    environment = {
        "VAR_DIR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3",
        "SECRET_KEY": SECRET_KEY,
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    visit = [sys.executable, "-c", VISIT, *PAGES]
    run = subprocess.run(visit, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
