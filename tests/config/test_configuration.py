"""What a site lacks is said in sentences to who asks `manage.py doctor`; test_variables.py has what is refused."""

import re
from contextlib import suppress
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from environ import Env
from redis.asyncio import Redis

from accounts.site_config import processes
from accounts.site_config.models import Process
from games.management.checks import SITE
from games.management.commands import doctor
from games.models import Game
from tests.redis_server import OwnRedis
from tests.tables import new_player, open_table

PUBLIC = {"ALLOWED_HOSTS": ["spades.example.org"]}


def advice() -> set[str | None]:
    return {message.id for message in run_checks(tags=[SITE], include_deployment_checks=True)}


def test_site_on_its_own_machine_needs_no_advice(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    if connection.vendor == "sqlite":
        assert advice() == set()


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({}, {"site.HTTPS", "site.EMAIL_URL"}),
        ({"SESSION_COOKIE_SECURE": True}, {"site.TRUSTED_PROXIES", "site.EMAIL_URL"}),
        ({"SESSION_COOKIE_SECURE": True, "ALLAUTH_TRUSTED_PROXY_COUNT": 1}, {"site.EMAIL_URL"}),
    ],
)
def test_site_with_a_public_name_is_warned_of_what_it_lacks(
    settings: Any, changes: dict[str, Any], problems: set[str]
) -> None:
    for name, value in (PUBLIC | changes).items():
        setattr(settings, name, value)
    settings.MAIL_HOST = {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    assert problems <= advice()
    assert {"site.HTTPS", "site.TRUSTED_PROXIES", "site.EMAIL_URL"} & advice() == problems


@pytest.mark.parametrize("scheme", sorted(Env.EMAIL_SCHEMES))
def test_site_with_a_public_name_is_warned_of_mail_that_reaches_nobody(scheme: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["spades.example.org"]
    settings.MAIL_HOST = {"EMAIL_BACKEND": Env.EMAIL_SCHEMES[scheme]}
    assert ("site.EMAIL_URL" in advice()) is ("smtp" not in scheme)


@pytest.mark.parametrize(
    ("contact", "is_reachable"),
    [
        ("mailto:noreply@localhost", False),
        ("mailto:ana@laptop.local", False),
        ("https://localhost/help", False),
        ("https://[bad/", False),
        ("mailto:help@example.org", True),
        ("https://spades.example.org/help", True),
    ],
)
def test_contact_of_a_public_site_that_apple_refuses_is_named_at_the_start(
    settings: Any, contact: str, *, is_reachable: bool
) -> None:
    settings.CONTACT = contact
    for hosts, address, is_public in (
        (["localhost"], "http://localhost:8000", False),
        (["spades.example.org"], "http://localhost:8000", True),
        (["localhost"], "https://spades.example.org", True),
    ):
        settings.ALLOWED_HOSTS, settings.SITE_URL = hosts, address
        messages = run_checks(tags=[SITE])
        assert [message.id for message in messages] == ["site.CONTACT"] * (is_public and not is_reachable)
        assert not any(message.is_serious() for message in messages)


def test_site_on_a_database_server_needs_redis_and_its_own_keys(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    for variable in ("SECRET_KEY", "VAPID_KEY"):
        monkeypatch.delenv(variable, raising=False)
    settings.REDIS_URL = ""
    assert {"site.REDIS_URL", "site.SECRET_KEY", "site.VAPID_KEY"} <= advice()


def examined() -> str:
    """What the doctor says."""
    printed = StringIO()
    with suppress(CommandError):
        call_command("doctor", stdout=printed)
    return printed.getvalue()


@pytest.mark.django_db
def test_doctor_finds_games_that_no_ticker_serves_and_clocks_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    code = open_table(new_player())
    assert "ticker" not in examined()
    Game.objects.filter(code=code).update(due_at=timezone.now() - timedelta(minutes=2))
    assert "one for 120 s. No ticker runs" in examined()
    monkeypatch.setattr(doctor, "_database_time", lambda: timezone.now() - timedelta(seconds=90))
    assert "90 s apart" in examined()


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "says"), [(403, "they do not accept CONTACT"), (0, "a firewall")])
def test_doctor_names_pushes_that_are_not_taken(status: int, says: str) -> None:
    assert says not in examined()
    new_player().push_subscriptions.create(endpoint="a", failed_at=timezone.now(), failed_status=status)
    assert says in examined()


@pytest.mark.django_db
def test_doctor_is_content_with_a_site_that_works(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT, settings.ALLOWED_HOSTS = tmp_path, ["localhost"]
    assert "collectstatic" in examined()
    (tmp_path / "staticfiles.json").touch()
    if connection.vendor == "sqlite":
        assert re.fullmatch(
            r"Versions: Python .*\.\nLast done \(UTC\): backup never, .*\.\nEverything is as it should be\.\n",
            examined(),
        )


@pytest.mark.django_db
def test_doctor_names_versions_and_those_that_do_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"uvicorn {version('uvicorn')}" in examined()
    assert "install requirements.txt" not in examined()
    monkeypatch.setattr(doctor, "version", lambda name: "0.43.0" if name == "uvicorn" else version(name))
    assert "- uvicorn 0.43.0 is not >=0.52.1: install requirements.txt." in examined()


@pytest.mark.django_db
def test_doctor_names_a_package_that_is_missing_and_a_python_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_others(name: str) -> str:
        if name == "daphne":
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(doctor, "version", only_others)
    monkeypatch.setattr(doctor.platform, "python_version", lambda: "3.10.4")
    said = examined()
    assert "- The package daphne is missing: install requirements.txt." in said
    assert "- Python 3.10.4 is not >=3.11." in said


@pytest.mark.redis
@pytest.mark.django_db
async def test_doctor_names_a_redis_that_forgets_when_it_is_full(settings: Any, tmp_path: Path) -> None:
    redis = OwnRedis(tmp_path)
    await redis.start()
    settings.REDIS_URL = redis.url
    said = []
    for policy, most in (("noeviction", 10**8), ("allkeys-lru", 0), ("allkeys-lru", 10**8)):
        async with Redis.from_url(redis.url) as client:
            await client.config_set("maxmemory-policy", policy)
            await client.config_set("maxmemory", most)
        said.append("maxmemory-policy allkeys-lru" in await sync_to_async(examined)())
    redis.kill()
    assert said == [False, False, True]


@pytest.mark.django_db
def test_doctor_names_a_redis_that_does_not_answer_and_a_ticker_that_is_silent(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_key: str) -> None:
        raise ConnectionError("refused")

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert "No ticker runs" in examined()
    monkeypatch.setattr(doctor.cache, "get", fail)
    assert "The cache in Redis does not answer: refused" in examined()


@pytest.mark.django_db
def test_doctor_says_what_django_advises_for_a_public_site(settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.SECRET_KEY, settings.DEBUG = ["localhost"], "short", True
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS, settings.ALLAUTH_TRUSTED_PROXY_COUNT = 3600, 1
    assert "DEBUG" not in examined()
    settings.ALLOWED_HOSTS = ["spades.example.org"]
    said = examined()
    assert "You should not have DEBUG set to True in deployment." in said
    assert "Your SECRET_KEY has less than 50 characters" in said
    assert "HSTS" not in said, "subdomains and preloading are a choice"


@pytest.mark.django_db
def test_doctor_says_only_once_that_https_is_missing(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["spades.example.org"]
    assert len([line for line in examined().splitlines() if "HTTPS" in line or "SSL" in line or "SECURE" in line]) == 1


def process(name: str, **fields: Any) -> Process:
    now = timezone.now()
    fields = {**processes.fingerprints(), "started_at": now, "seen_at": now, "ticked_at": now, **fields}
    return Process.objects.create(name=name, **fields)


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["SECRET_KEY", "VAPID_KEY"])
def test_doctor_names_the_process_that_has_another_key(key: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    for name in ("web 1", "web 2"):
        process(name)
    assert key not in examined()
    own = getattr(settings, key)
    setattr(settings, key, "another key, which is as long as the keys of a site have to be at least")
    assert f"This command has another {key} than the processes of the site" in examined()
    process("web 3")
    setattr(settings, key, own)
    said = examined()
    assert f"Not all processes have the same {key}; different from most is that of: web 3." in said
    assert "This command" not in said
    assert not any(own in value for row in Process.objects.values_list() for value in map(str, row))


@pytest.mark.django_db
def test_doctor_leaves_out_processes_that_have_ended(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    process("web 1")
    process("web 2", secret_key="another", seen_at=timezone.now() - timedelta(minutes=2))
    assert "SECRET_KEY" not in examined()
    processes.forget_lost()
    assert Process.objects.count() == 2


@pytest.mark.django_db
def test_doctor_distinguishes_a_ticker_that_compiles_from_one_that_is_missing() -> None:
    process("web 1", ticked_at=None)
    assert "No ticker runs" in examined()
    ticker = process("ticker 1", ticked_at=None, prepares=True)
    assert "The ticker (ticker 1) has been compiling the bots since" in examined()
    assert "No ticker runs" not in examined()
    Process.objects.filter(pk=ticker.pk).update(ticked_at=timezone.now(), prepares=False)
    assert "ticker" not in examined()
