"""Say in sentences what is wrong with a site: its configuration, its processes, and whatever it connects to."""

import platform
import tomllib
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from redis import Redis

from accounts.base import mail
from accounts.base.outages import OF_REDIS
from accounts.base.redis_outages import ANSWERS_WITHIN
from accounts.notifications.pushes import REFUSED
from accounts.notifications.services import failing_browsers
from accounts.site_config import processes
from accounts.site_config.models import Process
from games.management import daily, joined_migrations
from games.management.checks import deployment_faults
from games.play import due_steps, ticker

MOST_APART: Final = timedelta(seconds=1)
"""How far the clocks of this machine and of the database may be apart: a player's time would run out early or late."""

MOST_MAIL: Final = 100

KEEPS_ALL: Final = "noeviction"
"""The policy of a Redis that is full and refuses to store more, instead of forgetting something."""


class Command(BaseCommand):
    help = "Say what is wrong with this site: variables, processes, database, Redis, clocks, mail, static files."
    requires_system_checks = ()  # a fault is a sentence among the others

    def handle(self, *args: Any, **options: Any) -> None:
        findings = list(_findings(self.stdout.write))
        for sentence in findings:
            self.stdout.write(f"- {sentence}")
        if findings:
            raise CommandError(f"Things to look at: {len(findings)}; docs/operations.md says more.")
        self.stdout.write("Everything is as it should be.")


def _findings(report: Callable[[str], object]) -> Iterator[str]:
    report(_versions())
    yield from _unfit_versions()
    yield from deployment_faults()
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        yield f"The database does not answer: {error}".strip()
    else:
        yield from _of_the_database(report)
    yield from _of_redis()
    if not (settings.STATIC_ROOT / "staticfiles.json").exists():
        yield "No static files are collected: run collectstatic."


def _of_the_database(report: Callable[[str], object]) -> Iterator[str]:
    """Yield what is wrong, and report when the daily jobs were done, which is not wrong by itself."""
    if fault := joined_migrations.gap(connection):
        yield fault
        return
    executor = MigrationExecutor(connection)
    if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield f"Migrations that are missing: {len(plan)}. Run migrate."
        return
    apart = abs(_database_time() - timezone.now())
    if apart > MOST_APART:
        yield f"The clocks of this machine and of the database are {apart.total_seconds():.0f} s apart."
    running = processes.running()
    yield from _of_keys(running)
    yield from _of_tickers(running)
    report(daily.summary())
    yield from daily.findings()
    games, lag = ticker.backlog()
    if lag > due_steps.LONGEST_LAG:
        seconds = f"{lag.total_seconds():.0f} s"
        yield f"Games that wait for their next step: {games}, one for {seconds}. No ticker runs, or too few do."
    for status, browsers in failing_browsers().items():
        yield _of_pushes(status, browsers)
    if mail.waiting() > MOST_MAIL:
        yield f"{mail.waiting()} mails wait: the mail host takes none, or no ticker runs."


def _of_pushes(status: int, browsers: int) -> str:
    """Say what it means that so many browsers' push services take nothing and answered the last push so."""
    if status in REFUSED:
        return (
            f"Push services answer {status} for {browsers} browsers: they do not accept CONTACT ({settings.CONTACT}) "
            "or VAPID_KEY, or the clock of this machine is wrong."
        )
    return f"Push services answer {status or 'nothing'} for {browsers} browsers: look whether a firewall is in between."


def _database_time() -> datetime:
    with connection.cursor() as cursor:
        now = "now()" if connection.vendor == "postgresql" else "strftime('%Y-%m-%d %H:%M:%f+00:00')"
        cursor.execute(f"SELECT {now}")
        (read,) = cursor.fetchone()
    return read if isinstance(read, datetime) else datetime.fromisoformat(read)


def _of_keys(running: list[Process]) -> Iterator[str]:
    """Name running processes whose keys differ from those of the others, or else from those of this command."""
    different = processes.with_other_keys(running)
    for key, names in different.items():
        yield (
            f"Not all processes have the same {key}; different from most is that of: {', '.join(names)}. "
            "What one signs the others refuse: give all the same, and restart them."
        )
    of_this = processes.fingerprints()
    for key in processes.KEYS:
        if running and key.upper() not in different and getattr(running[0], key) != of_this[key]:
            yield f"This command has another {key.upper()} than the processes of the site: run it with their variables."


def _of_tickers(running: list[Process]) -> Iterator[str]:
    """Say that no ticker runs, unless nothing else runs either on a site of one process."""
    if any(processes.ticks(process) for process in running):
        return
    if preparing := [process for process in running if process.prepares]:
        since = f"{preparing[0].started_at:%H:%M:%S} UTC"
        yield f"The ticker ({preparing[0].name}) has been compiling the bots since {since}; it begins after that."
    elif running or settings.REDIS_URL:
        yield "No ticker runs: bots do not move, and no clock runs out. Start manage.py ticker."


def _of_redis() -> Iterator[str]:
    if not settings.REDIS_URL:
        return
    questions: dict[str, Callable[[], object]] = {
        "cache": lambda: cache.get("doctor"),
        "channel layer": lambda: async_to_sync(get_channel_layer().group_send)("nobody", {"type": "probe"}),
    }
    for name, ask in questions.items():
        try:
            ask()
        except Exception as error:  # whatever it is, the operator wants to know
            yield f"The {name} in Redis does not answer: {error}"
            return
    try:
        yield from _of_its_memory()
    except OF_REDIS as error:
        yield f"Redis does not answer: {error}"


def _of_its_memory() -> Iterator[str]:
    """Say that Redis forgets at will when it is full: the site's processes would be in no group any more."""
    with Redis.from_url(settings.REDIS_URL, socket_timeout=ANSWERS_WITHIN) as server:
        memory: Any = server.info("memory")
    policy = memory.get("maxmemory_policy", KEEPS_ALL)
    if memory.get("maxmemory") and policy != KEEPS_ALL:
        yield f"Redis forgets what it likes when it is full (maxmemory-policy {policy}): set {KEEPS_ALL}."


_NAMED: Final = ("django", "channels", "channels-redis", "daphne", "uvicorn", "psycopg", "redis", "numba")
"""The packages in which most faults of servers, sockets and connections were."""


def _versions() -> str:
    """Return the versions of Python and of the packages that matter most."""
    installed = [f"{name} {number}" for name in _NAMED if (number := _version(name))]
    return f"Versions: Python {platform.python_version()}, {', '.join(installed)}."


def _unfit_versions() -> Iterator[str]:
    """Yield a sentence for each package that is missing, or of a version that this version of the site excludes."""
    described = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    project = described["project"]
    if not SpecifierSet(project["requires-python"]).contains(platform.python_version(), prereleases=True):
        yield f"Python {platform.python_version()} is not {project['requires-python']}."
    lines = (*project["optional-dependencies"]["bots"], *described["dependency-groups"]["site"])
    for needed in map(Requirement, lines):
        if needed.marker is None or needed.marker.evaluate():
            yield from _fault_of(needed)


def _fault_of(needed: Requirement) -> Iterator[str]:
    installed = _version(needed.name)
    if installed is None:
        yield f"The package {needed.name} is missing: install requirements.txt."
    elif not needed.specifier.contains(installed, prereleases=True):
        yield f"{needed.name} {installed} is not {needed.specifier}: install requirements.txt."


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
