"""What goes wrong in a campaign beside kills. A fault lasts some seconds and is over when its function returns."""

import asyncio
import os
import random
import resource
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import psycopg
from redis import Redis

from tests.crashes.people import Person
from tests.sites import Site

Fault: TypeAlias = Callable[[], Awaitable[None]]

NAME = "crashes"
"""The name of the connections to cut, which are those of the site and not of this process."""

CUT_ALL = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{NAME}'"


def faults_of(sites: Sequence[Site], people: Sequence[Person], database: str, redis: str) -> Mapping[str, Fault]:
    """Return the faults to choose from, by what they do."""
    everywhere: dict[str, Fault] = {
        "clocks set forward or back": lambda: _set_clocks(sites),
        "slow readers": lambda: _read_slowly(people),
    }
    if database and redis:
        return {**everywhere, "connections cut": lambda: asyncio.to_thread(_cut, database, redis)}
    file = Path(sites[0].database_url.removeprefix("sqlite:///"))
    return {**everywhere, "database locked": lambda: _lock(file), "disk full": lambda: _fill_disk(sites)}


async def _set_clocks(sites: Sequence[Site]) -> None:
    """Set the clocks of all processes some seconds forward or back (see `tests.settings_random_clock`)."""
    number = random.choice((signal.SIGUSR1, signal.SIGUSR2))
    for site in sites:
        os.kill(site.pid, number)


async def _read_slowly(people: Sequence[Person]) -> None:
    """Let a few browsers read nothing for a while."""
    await asyncio.gather(
        *[person.read_nothing(random.uniform(1, 10)) for person in random.sample(people, min(5, len(people)))]
    )


async def _lock(file: Path) -> None:
    """Keep the SQLite database locked."""
    with closing(sqlite3.connect(file, timeout=60, isolation_level=None, check_same_thread=False)) as other:
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
        await asyncio.sleep(random.uniform(1, 10))


async def _fill_disk(sites: Sequence[Site]) -> None:
    """Let the processes write nothing to any file, as if the disk were full."""
    for site in sites:
        resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    await asyncio.sleep(random.uniform(1, 5))
    for site in sites:
        resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def _cut(database: str, redis_url: str) -> None:
    """Cut all connections of the site to PostgreSQL, and all to this database of Redis."""
    redis, number = Redis.from_url(redis_url), urlsplit(redis_url).path.strip("/") or "0"
    with psycopg.connect(database, autocommit=True) as admin:
        admin.execute(CUT_ALL)
    for client in redis.client_list():
        if client["db"] == number and client["cmd"] != "client|list":
            redis.client_kill_filter(_id=client["id"])
