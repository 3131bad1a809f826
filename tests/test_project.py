"""What must be true of the project as a whole: its settings, migrations, imports, texts and files."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import call_command

from config import secret_key
from tests.texts import texts

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted(ROOT.glob("config/locale/*/LC_MESSAGES/*.po"))
OUR_FILES = [
    path
    for name in ("accounts", "config", "games", "templates", "static", "tests", ".ci")
    for path in (ROOT / name).rglob("*")
    if path.suffix not in {".png", ".mo"} and "__pycache__" not in path.parts and path.is_file()
] + [path for path in ROOT.iterdir() if path.is_file()]


def manage(*arguments: str, **environment: str) -> str:
    """Run manage.py with *arguments* as an installation with just this *environment* would; return what it said."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    answer = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout + answer.stderr


def test_production_settings_pass_django_s_deployment_checks(tmp_path: Path) -> None:
    said = manage(
        *("check", "--deploy", "--fail-level", "WARNING"),
        HTTPS="1",
        ALLOWED_HOSTS="spades.example",
        VAR_DIR=str(tmp_path),
    )
    assert "no issues" in said


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_imports_go_the_way_the_architecture_says() -> None:
    program = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout


@pytest.mark.postgres
def test_postgresql_takes_the_place_of_sqlite(postgres_url: str, tmp_path: Path) -> None:
    manage("migrate", DATABASE_URL=postgres_url, VAR_DIR=str(tmp_path))
    program = """
from accounts.models import User
from accounts.services import create_guest
from django.db import connection

print(User.objects.filter(pk=create_guest("Ana").pk).count(), connection.vendor)
"""
    said = manage("shell", "-c", program, DATABASE_URL=postgres_url, VAR_DIR=str(tmp_path))
    assert said.endswith("1 postgresql\n")


@pytest.mark.redis
def test_redis_takes_the_place_of_memory(redis_url: str, tmp_path: Path) -> None:
    program = """
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache

async def send_and_receive():
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "hello"})
    print("cached", cache.__class__.__name__, (await layer.receive(channel))["type"])
    pool = layer.connection(0).connection_pool
    print("patient", pool.connection_kwargs["socket_timeout"] > layer.brpop_timeout)

async_to_sync(send_and_receive)()
"""
    said = manage("shell", "-c", program, REDIS_URL=redis_url, VAR_DIR=str(tmp_path))
    assert "hello" in said
    assert "InMemory" not in said
    assert "patient True" in said


def test_an_installation_makes_its_secret_key_once_and_for_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret-key"
    key = secret_key.load_or_create(path)
    assert secret_key.load_or_create(path) == key
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_every_language_but_that_of_the_sources_has_a_catalogue() -> None:
    languages = [code for code, _name in settings.LANGUAGES if code != "en"]
    assert [path.parent.parent.name for path in CATALOGUES] == sorted(languages)


def test_no_text_hides_where_the_search_for_texts_does_not_look() -> None:
    """Inside an f-string a text to translate is not found, so no catalogue would have it."""
    sources = [path for path in OUR_FILES if path.suffix == ".py" and "tests" not in path.parts]
    assert [path for path in sources if re.search(r"\{n?gettext\(|\{_\(", path.read_text())] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=str)
def test_a_catalogue_has_every_text_of_the_sources_and_no_other(path: Path) -> None:
    listed = {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in polib.pofile(str(path))}
    assert listed == texts(ROOT)


def test_no_apostrophe_is_straight() -> None:
    assert [text for text in texts(ROOT) if re.search(r"\w'\w|s' ", " ".join(filter(None, text)))] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=str)
def test_every_text_is_translated_and_compiled(path: Path) -> None:
    catalogue = polib.pofile(str(path))
    assert [entry.msgid for entry in catalogue.untranslated_entries() + catalogue.fuzzy_entries()] == []
    compiled = polib.mofile(str(path.with_suffix(".mo")))
    texts = {
        (entry.msgctxt, entry.msgid, entry.msgstr, str(entry.msgstr_plural))
        for entry in catalogue
        if not entry.obsolete
    }
    assert texts == {(entry.msgctxt, entry.msgid, entry.msgstr, str(entry.msgstr_plural)) for entry in compiled}


@pytest.mark.parametrize("place", [str(ROOT), str(Path.home())])
def test_no_file_names_a_place_on_the_machine_it_was_written_on(place: str) -> None:
    assert [path for path in OUR_FILES if f"{place}/" in path.read_text(errors="replace")] == []


def test_no_file_is_a_link_to_somewhere_else() -> None:
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not [line for line in listed.stdout.splitlines() if line.startswith("120000")]
