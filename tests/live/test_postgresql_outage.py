"""A PostgreSQL that is away for a while: what people see, how soon the site serves again, and what the log says."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

import pytest
import requests
from django.utils import timezone

from games.models import Event, Game, Seat
from games.values import Author
from tests.cluster import COLLECT, Service, Version, running, ticker_process, web_process
from tests.conftest import unavailable
from tests.crashes import campaign
from tests.crashes.people import looked_up
from tests.postgresql import database_at, make_tables
from tests.postgresql_server import OwnPostgresql, own_postgresql, programs
from tests.sites import ROOT, SECRET_KEY, free_port
from tests.tables import begin, new_player

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(0), pytest.mark.xdist_group("cluster")]

AWAY: Final = 36.0
"""Seconds of the outage. With psycopg's own settings the pool's next try to connect is 27 seconds after it."""

SOON: Final = 10.0
"""Seconds after its end within which all is served again: a few, and as many again for a machine that is busy."""

TABLES: Final = 4


@dataclass
class Served:
    """A web process at `address` and a ticker, which use a PostgreSQL of their own."""

    postgresql: OwnPostgresql
    port: int
    services: tuple[Service, Service]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answers(self, path: str) -> bool:
        """Return whether a page is there, or is answered with a sentence for an outage. Nothing else is right."""
        answer = requests.get(self.address + path, timeout=60)
        assert answer.status_code == 200 or (answer.status_code == 503 and "The site is very busy" in answer.text)
        return answer.status_code == 200

    def warnings(self) -> list[str]:
        """Return the lines of the logs that are not those of served requests."""
        lines = [line for service in self.services for line in service.log.read_text().splitlines()]
        return [line for line in lines if not line.startswith("127.0.0.1:")]


@pytest.fixture
def site(redis_url: str, tmp_path: Path, django_db_blocker: Any) -> Iterator[Served]:
    """Serve a site, and use its database."""
    if (where := programs()) is None:
        unavailable("no PostgreSQL server: install Debian's postgresql")
    with ExitStack() as stack:
        postgresql = stack.enter_context(own_postgresql(where))
        stack.enter_context(django_db_blocker.unblock())
        make_tables(postgresql.url)
        environment = {
            "VAR_DIR": str(tmp_path),
            "NUMBA_CACHE_DIR": str(ROOT / "var" / "compiled"),
            "DATABASE_URL": postgresql.url,
            "REDIS_URL": redis_url,
            "SECRET_KEY": SECRET_KEY,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "TRUSTED_PROXIES": "1",
            "BOT_PACE": "0.2",
        }
        Version().manage(environment, *COLLECT)
        port = free_port()
        services = web_process(tmp_path, port, environment), ticker_process(tmp_path, 0, environment)
        for service in services:
            stack.enter_context(running(service))
        stack.enter_context(database_at(postgresql.url))
        yield Served(postgresql, port, services)


def table_of_bots() -> str:
    """Return the code of a table that goes on by the ticker alone."""
    code = begin(new_player(), bot_level="beginner")
    Seat.objects.filter(game__code=code, bot_name="").update(bot_name="Otto")
    Game.objects.filter(code=code).update(due_at=timezone.now())
    return code


def moves_of_bots(code: str) -> int:
    return Event.objects.filter(game__code=code, author=Author.BOT).count()


async def test_site_serves_again_soon_and_logs_the_outage_once(site: Served) -> None:
    code = await looked_up(table_of_bots)
    people = await looked_up(lambda: campaign.seat([site], TABLES))
    playing, report = [asyncio.create_task(person.play()) for person in people], campaign.Report()
    while not await looked_up(lambda: moves_of_bots(code)) or not all(person.made for person in people[1:]):
        await asyncio.sleep(0.1)
    await asyncio.to_thread(site.postgresql.stop)
    began = monotonic()
    while monotonic() < began + AWAY:
        assert not await asyncio.to_thread(site.answers, "/tournaments/")
        await asyncio.sleep(1)
    await asyncio.to_thread(site.postgresql.start)
    back, before = monotonic(), await looked_up(lambda: moves_of_bots(code))

    async def pages() -> float:
        while not await asyncio.to_thread(site.answers, "/tournaments/"):
            await asyncio.sleep(0.1)
        return monotonic() - back

    async def ticker() -> float:
        while await looked_up(lambda: moves_of_bots(code)) == before:
            await asyncio.sleep(0.1)
        return monotonic() - back

    seconds = await asyncio.gather(pages(), ticker())
    await campaign.conclude(people, playing, report)
    lines = site.warnings()
    assert report.is_good, str(report)
    assert max(seconds) < SOON, "until pages were served, and until the ticker made a move"
    assert not [line for line in lines if "Traceback" in line or " ERROR " in line]
    said = Counter(re.sub(r"^\S+ \S+ | [0-9a-f]{32}:", "", line) for line in lines)
    repeated = [line for line, times in said.items() if times > len(site.services) and "was not served" not in line]
    assert not repeated, "each has a line when it begins and one when it is over"
