"""Properties of the whole project: its settings, migrations, imports, texts and files."""

import json
import os
import re
import stat
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import call_command
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config import secret_key
from games.engine.records import check
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


@pytest.mark.slow
def test_production_settings_pass_the_deployment_checks(tmp_path: Path) -> None:
    said = manage(
        *("check", "--deploy", "--fail-level", "WARNING"),
        HTTPS="1",
        ALLOWED_HOSTS="spades.example",
        TRUSTED_PROXIES="1",
        CONTACT="mailto:help@spades.example.org",
        EMAIL_URL="smtp://mail.example:25",
        VAR_DIR=str(tmp_path),
    )
    assert "no issues" in said


@pytest.mark.xdist_group("project")
def test_groups_of_tests_reach_xdist(request: pytest.FixtureRequest) -> None:
    """Else one process after the other would make what the tests of a group share, and nothing would say so."""
    assert request.node.nodeid.endswith("@project") == request.config.getoption("loadgroup", False)


@pytest.mark.django_db
def test_every_model_change_has_its_migration() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_contract_of_the_api_names_all_views() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [named] = [each["forbidden_modules"] for each in settings if "games.operations" in each.get("source_modules", ())]
    paths = [path.relative_to(ROOT).with_suffix("") for path in ROOT.glob("games/**/*.py")]
    views = {".".join(path.parts) for path in paths if re.fullmatch(r"(\w+_)?views", path.name)}
    assert set(named) == {"games.views"} | {name for name in views if not name.startswith("games.api.")}


@pytest.mark.slow  # `make check` runs lint-imports itself
def test_imports_follow_the_architecture() -> None:
    program = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout


@pytest.mark.postgres
def test_postgresql_replaces_sqlite(postgres_url: str, tmp_path: Path) -> None:
    manage("migrate", DATABASE_URL=postgres_url, VAR_DIR=str(tmp_path))
    program = """
from accounts.models import User
from accounts.signing_in.guests import create_guest
from django.db import connection

print(User.objects.filter(pk=create_guest("Ana").pk).count(), connection.vendor)
"""
    said = manage("shell", "-c", program, DATABASE_URL=postgres_url, VAR_DIR=str(tmp_path))
    assert said.endswith("1 postgresql\n")


@pytest.mark.redis
def test_redis_replaces_memory(redis_url: str, tmp_path: Path) -> None:
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


def test_secret_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret-key"
    key = secret_key.load_or_create(path, secret_key.new_secret)
    assert secret_key.load_or_create(path, secret_key.new_secret) == key
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_every_language_but_english_has_a_catalogue() -> None:
    languages = [code for code, _name in settings.LANGUAGES if code != "en"]
    missing = set(languages) ^ {path.parent.parent.name for path in CATALOGUES}
    assert not missing, (
        "LANGUAGES in config/settings.py, and a folder config/locale/CODE/LC_MESSAGES for each but English"
    )


def test_no_text_to_translate_is_inside_an_f_string() -> None:
    """Inside an f-string a text to translate is not found, so no catalogue would have it."""
    sources = [path for path in OUR_FILES if path.suffix == ".py" and "tests" not in path.parts]
    assert [path for path in sources if re.search(r"\{n?gettext\(|\{_\(", path.read_text())] == []


@pytest.mark.xdist_group("texts")  # to find them takes a second
@pytest.mark.parametrize("path", CATALOGUES, ids=str)
def test_catalogue_has_exactly_the_texts_of_the_sources(path: Path) -> None:
    listed = {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in polib.pofile(str(path))}
    differences = listed ^ texts(ROOT)
    assert not differences, f"{path.relative_to(ROOT)}: run `make texts`, then translate what is new"


@pytest.mark.xdist_group("texts")
def test_no_apostrophe_is_straight() -> None:
    assert [text for text in texts(ROOT) if re.search(r"\w'\w|s' ", " ".join(filter(None, text)))] == []


@pytest.mark.parametrize("path", CATALOGUES, ids=str)
def test_every_text_is_translated_and_compiled(path: Path) -> None:
    catalogue = polib.pofile(str(path))
    waiting = [entry.msgid for entry in catalogue.untranslated_entries() + catalogue.fuzzy_entries()]
    assert not waiting, (
        f"translate these in {path.relative_to(ROOT)}, delete the marks and guesses above them, and run `make texts`"
    )
    compiled = polib.mofile(str(path.with_suffix(".mo")))
    texts = {
        (entry.msgctxt, entry.msgid, entry.msgstr, str(entry.msgstr_plural))
        for entry in catalogue
        if not entry.obsolete
    }
    stored = {(entry.msgctxt, entry.msgid, entry.msgstr, str(entry.msgstr_plural)) for entry in compiled}
    assert stored == texts, "run `make texts`, which compiles the translations, and commit the file ending in .mo too"


NOT_IN_SPANISH = {"guest": "invitad", "token": "token", "review": "revisi"}
"""Words that another one stands for everywhere: "visitante", "clave", "repaso"."""


@pytest.mark.parametrize(("word", "other"), NOT_IN_SPANISH.items())
def test_spanish_has_one_word_for_each_thing(word: str, other: str) -> None:
    catalogue = polib.pofile(str(ROOT / "config/locale/es/LC_MESSAGES/django.po"))
    no_words = re.compile(r"%\(\w+\)|/me/[\w/]+/")
    about = [entry for entry in catalogue if word in no_words.sub("", entry.msgid).lower()]
    assert about
    assert [entry.msgstr for entry in about if other in no_words.sub("", entry.msgstr).lower()] == []


@pytest.mark.parametrize("place", [str(ROOT), str(Path.home())])
def test_no_file_names_a_path_of_this_machine(place: str) -> None:
    assert [path for path in OUR_FILES if f"{place}/" in path.read_text(errors="replace")] == []


def test_no_file_is_a_symbolic_link() -> None:
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not [line for line in listed.stdout.splitlines() if line.startswith("120000")]


CITED_SECTIONS = re.compile(r"docs/rules\.md[\s#]+sections?[\s#]+(\d+(?:(?:,|[\s#]+(?:and|or|to))[\s#]+\d+)*)")
"""Finds "section 5", "sections 1, 2 and 6" and "sections 1 to 3" of the rules, also over the end of a line."""


def test_cited_sections_of_the_rules_exist() -> None:
    sections = re.findall(r"^## (\d+)\. ", (ROOT / "docs/rules.md").read_text(), re.MULTILINE)
    assert sections == [str(number) for number in range(1, 11)]
    cited = [
        (path, number)
        for path in OUR_FILES
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in {"accounts", "games", "tests"}
        for numbers in CITED_SECTIONS.findall(path.read_text())
        for number in re.findall(r"\d+", numbers)
    ]
    assert cited
    assert [(path, number) for path, number in cited if number not in sections] == []


def test_worked_example_of_a_record_has_the_documented_results() -> None:
    example = (ROOT / "docs/records.md").read_text().partition("## Worked example")[2]
    record, result, stopped, fault = map(json.loads, re.findall(r"```json\n(.*?)```", example, re.DOTALL))
    without_claim = {key: value for key, value in record.items() if key != "claim"}
    first_bid = without_claim | {"bids": record["bids"][:1], "plays": []}
    assert check(json.dumps(record).encode()) == result
    assert check(json.dumps(first_bid).encode(), "0") == stopped
    assert check(json.dumps(record | {"plays": ["HA", "HQ", "S2"]}).encode()) == fault


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    optional = [line for extra in project["project"]["optional-dependencies"].values() for line in extra]
    groups = [line for group in project["dependency-groups"].values() for line in group]
    lines = {*project["project"]["dependencies"], *optional, *groups}
    tables = (ROOT / "CONTRIBUTING.md").read_text().partition("\n## Dependencies\n")[2]
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in tables.splitlines() if row.startswith("| `")
    ]
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row[0])}
    assert named == {re.split("[<>=]", line)[0] for line in lines}
    assert all(all(row) for row in rows)


def test_lock_names_the_extras_that_packages_ask_for() -> None:
    """Without them, pip 23 takes a package with an extra for another one that has no hash, and installs nothing."""
    locked = (ROOT / "requirements-dev.txt").read_text()
    for distribution in metadata.distributions():
        for requirement in map(Requirement, distribution.requires or []):
            if requirement.extras and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
                line = re.search(rf"^{re.escape(canonicalize_name(requirement.name))}\[(.*)\]==", locked, re.MULTILINE)
                named = set(re.split(", ?", line.group(1))) if line else set()
                assert requirement.extras <= named, requirement
