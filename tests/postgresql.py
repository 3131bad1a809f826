"""The tests' own process on another database, and on PostgreSQL several transactions that wait for each other."""

import json
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import environ
import psycopg
import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, connections
from psycopg.sql import SQL, Composed, Identifier

from tests import permissions
from tests.once import alone

LOOK_EVERY = 0.01

_CUT_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@contextmanager
def database_at(address: str) -> Iterator[None]:
    """Let this process use the database there instead of its own.

    It does so without a pool: those that Django has made already lead to its own database. And without the limits of
    processes that serve the site, which a test may have given this one by importing what serves.
    """
    ours, settings = connections["default"], connections.settings["default"]
    there = environ.Env.db_url_config(address)
    options = settings["OPTIONS"] if there["ENGINE"] == settings["ENGINE"] else {}
    options = {name: value for name, value in options.items() if name not in ("pool", "options")}
    connections.settings["default"] = {**settings, **there, "OPTIONS": options}
    connections["default"] = connections.create_connection("default")
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"], connections["default"] = settings, ours
        ContentType.objects.clear_cache()


def make_tables(address: str) -> None:
    """Make an empty database there ready for use."""
    with database_at(address):
        call_command("migrate", verbosity=0)
        permissions.write()


def cut_others() -> None:
    """Cut all other connections to the database of this process, if PostgreSQL has it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_CUT_OTHERS)


@contextmanager
def new_database(server: str, template: str = "template1") -> Iterator[str]:
    """Create a database as a copy of another one, which nobody uses meanwhile; drop it at the end."""
    name = _create(server, template)
    try:
        yield _address(server, name)
    finally:
        _drop(server, name)


@contextmanager
def shared_database(server: str, directory: Path, fill: Callable[[str], None]) -> Iterator[str]:
    """Return the address of a database that all processes that name this directory share.

    The first one makes and fills it, the last one drops it.
    """
    users, lock = directory / "users-of-database.json", directory / "database-lock"
    with alone(lock):
        if users.exists():
            name, count = json.loads(users.read_text())
        else:
            name, count = _create(server, "template1"), 0
            fill(_address(server, name))
        users.write_text(json.dumps([name, count + 1]))
    yield _address(server, name)
    with alone(lock):
        name, count = json.loads(users.read_text())
        users.write_text(json.dumps([name, count - 1]))
        if count == 1:
            users.unlink()
            _drop(server, name)


def _create(server: str, template: str) -> str:
    name = f"dummy_hand_spades_{uuid.uuid4().hex}"
    _execute(server, SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(template)))
    return name


def _drop(server: str, name: str) -> None:
    _execute(server, SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def _execute(server: str, statement: Composed) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement)


def _address(server: str, name: str) -> str:
    return urlsplit(server)._replace(path=name).geturl()


class Beside:
    """What happens elsewhere, in a transaction of its own, while the test is in the middle of another."""

    def __init__(self, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._address, self._patch = address, monkeypatch
        self._pool, self._begun = ThreadPoolExecutor(4), list[Future[object]]()

    def begin(self, happens: Callable[[], object]) -> None:
        """Let this happen until it, and all that has begun before, is over or has to wait for a lock."""
        self._begun.append(self._pool.submit(_connected, happens))
        with psycopg.connect(self._address, autocommit=True) as watcher:
            while len(wait(self._begun, LOOK_EVERY).not_done) > _waiting(watcher):
                pass

    def just_before(self, module: object, name: str, happens: Callable[[], object]) -> None:
        """The same just before a function of a module is called for the first time."""
        function = getattr(module, name)

        def called(*args: object, **named: object) -> object:
            self._patch.setattr(module, name, function)
            self.begin(happens)
            return function(*args, **named)

        self._patch.setattr(module, name, called)

    def end(self) -> list[object]:
        """What came of all that has begun; raises what it raised."""
        self._pool.shutdown()
        assert self._begun, "nothing has begun"
        return [begun.result() for begun in self._begun]


def _connected(happens: Callable[[], object]) -> object:
    try:
        return happens()
    finally:
        connection.close()


def _waiting(watcher: psycopg.Connection) -> int:
    """Return how many wait for a lock in this database."""
    waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    return watcher.execute(waiting).rowcount
