"""Modules import each other by the names under which browsers may keep them for good."""

import re
from pathlib import Path

from django.conf import LazySettings
from django.core.management import call_command

HASHED = re.compile(r"^[\w-]+\.[0-9a-f]{12}\.js$")


def test_modules_import_files_named_after_what_is_in_them(tmp_path: Path, settings: LazySettings) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.static_storage.StaticFilesStorage"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    files = {file.name: file.read_text() for file in (tmp_path / "js").glob("*.js")}
    imported = {
        name for file, text in files.items() if HASHED.match(file) for name in re.findall(r'from "\./(.+)"', text)
    }
    assert imported
    assert [name for name in imported if not (HASHED.match(name) and name in files)] == []
