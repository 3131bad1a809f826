"""Tell in sentences what is wrong with a site: its configuration, and whatever it connects to."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core import checks
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts import mail
from accounts.site_config import counters
from games.management.checks import SITE
from games.play import due

MOST_APART: Final = timedelta(seconds=1)
"""How far the clocks of this machine and of the database may be apart: a player's time would run out early or late."""

MOST_MAIL: Final = 100


class Command(BaseCommand):
    help = "Say what is wrong with this site: variables, database, Redis, clocks, ticker, mail, static files."
    requires_system_checks = ()  # a fault is a sentence among the others

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(_findings())
        for sentence in found:
            self.stdout.write(f"- {sentence}")
        if found:
            raise CommandError(f"{len(found)} things to look at; docs/operations.md says more.")
        self.stdout.write("Everything is as it should be.")


def _findings() -> Iterator[str]:
    for message in checks.run_checks(tags=[SITE], include_deployment_checks=True):
        yield message.msg
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        yield f"The database does not answer: {error}".strip()
    else:
        yield from _of_the_database()
    yield from _of_redis()
    if not (settings.STATIC_ROOT / "staticfiles.json").exists():
        yield "No static files are collected: run collectstatic."


def _of_the_database() -> Iterator[str]:
    executor = MigrationExecutor(connection)
    if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield f"{len(plan)} migrations are missing: run migrate."
        return
    apart = abs(_database_time() - timezone.now())
    if apart > MOST_APART:
        yield f"The clocks of this machine and of the database are {apart.total_seconds():.0f} s apart."
    games, lag = due.backlog()
    if lag > due.LONGEST_LAG:
        seconds = f"{lag.total_seconds():.0f} s"
        yield f"{games} games wait for their next step, one of them for {seconds}: no ticker runs, or too few do."
    if mail.waiting() > MOST_MAIL:
        yield f"{mail.waiting()} mails wait: the mail host takes none, or no ticker runs."


def _database_time() -> datetime:
    with connection.cursor() as cursor:
        now = "now()" if connection.vendor == "postgresql" else "strftime('%Y-%m-%d %H:%M:%f+00:00')"
        cursor.execute(f"SELECT {now}")
        (found,) = cursor.fetchone()
    return found if isinstance(found, datetime) else datetime.fromisoformat(found)


def _of_redis() -> Iterator[str]:
    if not settings.REDIS_URL:
        return
    questions: dict[str, Callable[[], object]] = {
        "cache": counters.last_tick,
        "channel layer": lambda: async_to_sync(get_channel_layer().group_send)("nobody", {"type": "probe"}),
    }
    for name, ask in questions.items():
        try:
            ask()
        except Exception as error:  # whatever it is, the operator wants to know
            yield f"The {name} in Redis does not answer: {error}"
            return
    tick = counters.last_tick()
    if tick is None or timezone.now() - tick > due.LONGEST_LAG:
        yield "No ticker runs: bots do not move, and no clock runs out. Start manage.py ticker."
