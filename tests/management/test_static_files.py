"""Static files are collected at the start of the site if they have changed, and only then."""

import os
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.conf import LazySettings
from django.core.management import call_command

from games.management.commands import play
from games.management.commands.play import collect

NAME = "site.css"


@pytest.fixture
def source(tmp_path: Path, settings: LazySettings) -> Path:
    """Return the only static file of a new site, which has not been collected yet."""
    settings.VAR_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    source = tmp_path / "source" / NAME
    source.parent.mkdir()
    source.write_text("red")
    return source


@pytest.fixture
def collections(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Return what counts the collections."""
    counter = Mock(wraps=call_command)
    monkeypatch.setattr(play, "call_command", counter)
    return counter


def test_unchanged_files_are_collected_once(source: Path, collections: Mock, settings: LazySettings) -> None:
    for _ in range(3):
        collect()
    assert collections.call_count == 1
    assert (settings.STATIC_ROOT / NAME).read_text() == source.read_text()


def test_changed_file_of_the_same_length_is_collected(source: Path, settings: LazySettings) -> None:
    collect()
    source.write_text("tan")
    os.utime(source, (timestamp := source.stat().st_mtime + 2, timestamp))  # collectstatic compares seconds
    collect()
    assert (settings.STATIC_ROOT / NAME).read_text() == "tan"


def test_new_file_is_collected(source: Path, settings: LazySettings) -> None:
    collect()
    source.with_name("new.css").touch()
    collect()
    assert (settings.STATIC_ROOT / "new.css").exists()


def test_lost_file_is_collected(source: Path, settings: LazySettings) -> None:
    collect()
    (settings.STATIC_ROOT / NAME).unlink()
    collect()
    assert (settings.STATIC_ROOT / NAME).read_text() == source.read_text()


@pytest.mark.usefixtures("source")
def test_other_way_to_store_the_files_collects_them(settings: LazySettings) -> None:
    collect()
    backend = {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    collect()
    assert (settings.STATIC_ROOT / "staticfiles.json").exists()


def test_collection_that_was_killed_is_done_again(
    source: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patches:
        patches.setattr(play, "call_command", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            collect()
    collect()
    assert (settings.STATIC_ROOT / NAME).read_text() == source.read_text()
