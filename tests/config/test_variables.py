"""Every variable of the site: documented, read in one place, and refused with a sentence that names it."""

import ast
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

from tests.sites import ROOT

ANYTHING: Final = ()
"""What is refused of a text that may be anything."""

KEY: Final = "A" * 43
SECRET: Final = "the-password"
FLAG: Final = (["1", "0", "true", "False", "on", ""], ["maybe", "2", "-1", "ja"])
DAYS: Final = (["0", "30"], ["-1", "a year", "0.5", "1000000000"])
LIMIT: Final = (["1", "5000"], ["0", "-1", "many", "1.5"])

VARIABLES: Final[dict[str, tuple[list[str], list[str] | tuple[()]]]] = {
    "ALLOWED_HOSTS": (
        ["spades.example.org, www.example.org", "[::1],10.0.0.7", "localhost"],
        [",", "https://spades.example.org", "spades.example.org:8000", "spades.example.org/", "two words", "::1"],
    ),
    "BACKUP_DIR": ([""], ["/dev/null", "/dev/null/backups"]),
    "BOT_PACE": (["0", "1.5"], ["-5", "nan", "inf", "fast"]),
    "CONTACT": (["mailto:help@example.org", "https://example.org/help"], ["help@example.org", "mailto:", "https://"]),
    "DAILY_HOUR": (["0", "23"], ["24", "-1", "noon"]),
    "DATABASE_CONNECTIONS": LIMIT,
    "DATABASE_STATEMENT_SECONDS": LIMIT,
    "DATABASE_URL": (
        ["postgres://a:b@host:5432/spades?sslmode=require&connect_timeout=5", "postgres:///spades",
         "postgres://host/spades?DISABLE_SERVER_SIDE_CURSORS=true", "sqlite:////tmp/db.sqlite3"],
        ["oracle-of-delphi", f"mysql://a:{SECRET}@host/spades", f"postgres://a:{SECRET}@host", "sqlite:////missing/db",
         "sqlite://", "sqlite://:memory:", "sqlite:////tmp", f"postgres://a:{SECRET}@host:port/spades",
         "postgres://host/spades?colour=blue", "postgres://host/spades?conn_max_age=60"],
    ),
    "DATABASE_WAIT_SECONDS": LIMIT,
    "DEBUG": FLAG,
    "DEFAULT_FROM_EMAIL": (["Spades <spades@example.org>", "spades@example.org"], ["Spades", "Spades <spades@>"]),
    "EMAIL_URL": (
        ["smtp+tls://a:b@host:587", "smtp://host", "consolemail://", "dummymail://"],
        [f"smtp://{SECRET}:y", "smtp://", "host:25", f"pigeon://a:{SECRET}@host"],
    ),
    "HSTS_PRELOAD": ([""], ["1", "maybe"]),  # 1 only with the next
    "HSTS_SUBDOMAINS": FLAG,
    "HTTPS": FLAG,
    "JSON_LOGS": FLAG,
    "KEEP_ATTEMPTS_DAYS": DAYS,
    "KEEP_AUDIT_DAYS": DAYS,
    "KEEP_BACKUPS": LIMIT,
    "KEEP_CHAT_DAYS": DAYS,
    "METRICS_TOKEN": (["abc-123", ""], [f"{SECRET} {SECRET}", "contraseña"]),
    "PUSH_ANYWHERE": FLAG,
    "REDIS_URL": (
        ["redis://host:6379/0", "rediss://a:b@host", "unix:///run/redis.sock?db=1", "redis://host/0?socket_timeout=5"],
        [f"http://{SECRET}@redis", "redis://", f"redis://a:{SECRET}@host:port/0", "redis://host/first",
         "redis://host/0?colour=blue"],
    ),
    "SENTRY_DSN": (
        ["https://0a1b@o1.ingest.sentry.example.org/42", "http://key@127.0.0.1:9000/1", ""],
        [f"{SECRET}", f"https://{SECRET}@", f"https://{SECRET}@host/", f"https://{SECRET}@host:port/1", "https://host/1"],
    ),
    "SECRET_KEY": (["anything", ""], ANYTHING),
    "SECRET_KEY_FALLBACKS": (["one, another", ""], ANYTHING),
    "SITE_URL": (
        ["https://spades.example.org", "http://10.0.0.7:8000/", "http://[::1]:8000"],
        ["spades.example.org", "ftp://example.org", "https://", "https://example.org/spades", "https://*"],
    ),
    "SOCKETS_PER_ADDRESS": LIMIT,
    "SOCKETS_PER_PLAYER": LIMIT,
    "THINKING_THREADS": (["0", "1", "8"], ["-1", "two", "0.5"]),
    "TRUSTED_PROXIES": (["0", "2"], ["-1", "many", "0.5"]),
    "VAPID_KEY": ([KEY, f"{KEY}=", ""], [SECRET, f"{KEY}!", "A" * 42]),
    "SOLO_DIR": (["", "/srv/solo"], ANYTHING),
    "VAR_DIR": ([""], ["/dev/null", "/dev/null/var"]),
}  # fmt: skip
"""Of each variable, values that are taken and values that are refused."""

TAKEN: Final = [(name, value) for name, (taken, _) in VARIABLES.items() for value in taken]
REFUSED: Final = [(name, value) for name, (_, refused) in VARIABLES.items() for value in refused]


@pytest.fixture
def configure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Return a function that reads the settings with these variables, and no others."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)

    def settings(**variables: str) -> dict[str, Any]:
        for name, value in {"VAR_DIR": str(tmp_path), **variables}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "config" / "settings.py"))

    return settings


def read_in(file: Path) -> set[str]:
    """Return the names of the variables that a file reads."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and re.fullmatch(r"env\.\w+|os\.environ\.get|os\.getenv", ast.unparse(node.func)):
            names.add(ast.unparse(node.args[0]))
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            names.add(ast.unparse(node.slice))
    return {name.strip("'") for name in names}


def test_every_variable_is_in_the_table_above_and_in_the_documentation() -> None:
    read = set().union(*(read_in(file) for file in (ROOT / "config").rglob("*.py") if file.name != "environment.py"))
    table = (ROOT / "docs" / "operations.md").read_text().partition("| variable |")[2].partition("\n\n")[0]
    documented = {name for line in table.splitlines() for name in re.findall(r"`([A-Z_]+)`", line.split(" | ")[0])}
    assert read == set(VARIABLES)
    assert documented == set(VARIABLES)


@pytest.mark.parametrize(("name", "value"), TAKEN)
def test_variable_is_taken(name: str, value: str, configure: Callable[..., dict[str, Any]]) -> None:
    assert configure(**{name: value})["SECRET_KEY"]


@pytest.mark.parametrize(("name", "value"), REFUSED)
def test_variable_that_cannot_be_used_is_refused_with_a_sentence(
    name: str, value: str, configure: Callable[..., dict[str, Any]]
) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        configure(**{name: value})
    sentence = str(refusal.value)
    assert sentence.startswith(f"{name} ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert SECRET not in sentence


def test_empty_variable_counts_as_one_that_is_not_set(configure: Callable[..., dict[str, Any]]) -> None:
    ours = [name for name in VARIABLES if name != "VAR_DIR"]

    def values(settings: dict[str, Any]) -> dict[str, str]:
        return {name: repr(value) for name, value in settings.items() if name.isupper() and name != "LOGGING"}

    assert values(configure(**dict.fromkeys(ours, ""))) == values(configure())


def test_password_may_begin_with_a_dollar(configure: Callable[..., dict[str, Any]]) -> None:
    assert configure(SECRET_KEY="$HOME")["SECRET_KEY"] == "$HOME"


@pytest.mark.parametrize("hosts", ["*", ".example.org, example.org"])
def test_site_of_many_names_has_to_say_where_it_is(hosts: str, configure: Callable[..., dict[str, Any]]) -> None:
    with pytest.raises(ImproperlyConfigured, match="SITE_URL has to be set, as the first of ALLOWED_HOSTS"):
        configure(ALLOWED_HOSTS=hosts)
    assert configure(ALLOWED_HOSTS=hosts, SITE_URL="https://example.org/")["SITE_URL"] == "https://example.org"


def test_key_that_can_be_neither_read_nor_stored_is_named(
    configure: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    (tmp_path / "secret-key").mkdir()
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set, and its file cannot be used"):
        configure()


def test_other_hosts_of_the_domain_are_bound_to_tls_only_if_asked(configure: Callable[..., dict[str, Any]]) -> None:
    alone = configure(HTTPS="1")
    assert (alone["SECURE_HSTS_SECONDS"], alone["SECURE_HSTS_INCLUDE_SUBDOMAINS"], alone["SECURE_HSTS_PRELOAD"]) == (
        365 * 24 * 3600, False, False,
    )  # fmt: skip
    both = configure(HTTPS="1", HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1")
    assert (both["SECURE_HSTS_INCLUDE_SUBDOMAINS"], both["SECURE_HSTS_PRELOAD"]) == (True, True)


@pytest.mark.slow
@pytest.mark.parametrize("command", [["manage.py", "ticker"], ["-c", "import config.asgi"]], ids=["manage.py", "asgi"])
def test_process_with_a_faulty_variable_ends_with_the_sentence(command: list[str], tmp_path: Path) -> None:
    environment = os.environ | {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings", "HTTPS": "maybe"}
    answer = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 1
    assert answer.stderr == "HTTPS is 'maybe', and has to be 1 or 0 (docs/operations.md).\n"


def test_site_behind_tls_satisfies_the_checks_of_django(
    configure: Callable[..., dict[str, Any]], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in configure(HTTPS="1").items():
        if re.match("SECURE_|SECRET_KEY$|CSRF_|SESSION_|LANGUAGE_COOKIE|SILENCED_", name):
            setattr(settings, name, value)
    warnings = run_checks(tags=["security"], include_deployment_checks=True)
    assert [fault.msg for fault in warnings if not fault.is_silenced()] == []
    monkeypatch.setattr(settings, "SESSION_COOKIE_SECURE", False)
    assert run_checks(tags=["security"], include_deployment_checks=True) != warnings


def test_pool_tries_again_to_connect_before_those_who_wait_give_up(configure: Callable[..., dict[str, Any]]) -> None:
    """It waits twice as long after each try that fails, as long as it does not give up, by default for five minutes."""
    options = configure(DATABASE_URL="postgres:///spades")["DATABASES"]["default"]["OPTIONS"]
    assert options["pool"]["reconnect_timeout"] <= options["pool"]["timeout"]
    assert options["connect_timeout"] <= options["pool"]["timeout"]
