"""Fixtures for all tests. Tests whose browser or server is missing are skipped."""

import gc
import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any, NoReturn
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import TestCase
from django.utils import translation
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright
from pytest_django import Settings

from accounts.models import User
from accounts.site_config import downtime, service, settings_cache
from games.components import frames
from games.play import checking, table_cache
from games.pubsub import groups
from tests import permissions
from tests.chromium import FLAGS, path
from tests.clients import ClientFor, session_of, signed_in
from tests.downtimes import Tickers
from tests.groups import end_with_group, pytest_runtest_teardown  # noqa: F401  # pytest looks for hooks here
from tests.once import run_directory
from tests.postgresql import Beside, cut_others, database_at, make_tables, new_database, shared_database
from tests.selection import pytest_addoption, pytest_collection_modifyitems  # noqa: F401  # likewise
from tests.sites import Site, migrated_database
from tests.summary import pytest_sessionfinish, pytest_terminal_summary  # noqa: F401  # likewise
from tests.tables import Time, begin, new_player

# `HYPOTHESIS_PROFILE=thorough` takes minutes, the default seconds. Examples have no deadline: the machine may be
# busy with something else.
BASE = settings(stateful_step_count=70, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", BASE, max_examples=25, derandomize=True)
settings.register_profile("thorough", BASE, max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

gc.set_threshold(100_000, 50, 100)  # by default the suite spends a twentieth of its time looking for garbage
expect.set_options(timeout=20_000)  # on a machine with much else to do pages take their time


def unavailable(what: str) -> NoReturn:
    """Skip the test because of *what*; fail it on a CI machine, where everything must be available."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}, and with CI=true that is a failure")
    pytest.skip(what)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:  # noqa: ARG001  # which names the database
    """Begin with a SQLite database that has all tables already: to migrate takes longer than most tests."""
    if connection.vendor != "sqlite":
        return False
    shutil.copyfile(migrated_database(), connection.settings_dict["TEST"]["NAME"])
    permissions.leave_out()
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:  # noqa: ARG001  # which makes the database
    """Let PostgreSQL drop the database at the end, to which threads that tests have used may still be connected."""
    yield
    with django_db_blocker.unblock():
        cut_others()


@pytest.fixture(scope="module")
def rows_of_the_module(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:  # noqa: ARG001  # which makes the tables
    """Let fixtures of a module write rows that all of its tests begin with; what a test writes is undone after it.

    The tests' own transactions are savepoints in the one that is open here. It is one of Django's test cases, as moves
    insist on a commit of their own unless nothing is to stay, as after a test.
    """

    class Module(TestCase):
        pass

    with django_db_blocker.unblock():
        Module.setUpClass()
        try:
            yield
        finally:
            Module.tearDownClass()
            Module.doClassCleanups()


@pytest.fixture(autouse=True)
def _begin_afresh() -> None:
    """Let each test begin in English, with empty caches: of rate limits and sessions, of tables and of drawings."""
    translation.activate("en")
    cache.clear()
    table_cache.clear()
    frames.clear()
    downtime.forget()
    service.forget()


@pytest.fixture
def ana() -> User:
    return new_player()


@pytest.fixture
def ben() -> User:
    return new_player()


@pytest.fixture
def code(ana: User, ben: User) -> str:
    """Return the code of a running game of Ana and Ben."""
    return begin(ana, ben)


@pytest.fixture
def client_for() -> ClientFor:
    """Return a function that makes a client in which *user* is signed in."""
    return signed_in


@pytest.fixture
def settings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the cached settings of the site not expire during the test."""
    monkeypatch.setattr(settings_cache, "CACHED_SECONDS", None)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Return the site's clock, which the test moves on."""
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time)
    return time


@pytest.fixture
def tickers(time: Time, monkeypatch: pytest.MonkeyPatch) -> Tickers:
    """Return the tickers of a site, which serve and are down as the test says."""
    return Tickers(time, monkeypatch)


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """Return the address of a PostgreSQL server, on which the tests may create databases."""
    return os.environ.get("TEST_POSTGRES_URL") or unavailable("TEST_POSTGRES_URL names no PostgreSQL server")


@pytest.fixture(scope="session")
def _tables_in_postgresql(
    postgres_server: str, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[str]:
    """Return the address of a database with the site's tables, of which the others are copies."""

    def fill(address: str) -> None:
        with django_db_blocker.unblock():
            make_tables(address)

    with shared_database(postgres_server, run_directory(tmp_path_factory), fill) as address:
        yield address


@pytest.fixture(scope="session")
def postgres_url(postgres_server: str, _tables_in_postgresql: str) -> Iterator[str]:
    """Return the address of a database with the site's tables, dropped after the tests, which share it."""
    with new_database(postgres_server, urlsplit(_tables_in_postgresql).path[1:]) as address:
        yield address


@pytest.fixture
def beside(postgres_url: str, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Beside]:
    """Let a test use PostgreSQL, and run transactions beside it. The database keeps the rows of other tests."""
    with django_db_blocker.unblock(), database_at(postgres_url):
        yield Beside(postgres_url, monkeypatch)


@pytest.fixture(scope="session")
def redis_url() -> str:
    """Return the address of a Redis database the tests may write to."""
    return os.environ.get("TEST_REDIS_URL") or unavailable("TEST_REDIS_URL names no Redis server")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of a browser."""
    return path() or unavailable("no Chromium: set CHROMIUM or install Debian's chromium")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Return Playwright, of which a process can have only one at a time."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, in which Django would refuse to use the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def expected_complaints() -> str:
    """Return a regular expression for console errors that are part of the test.

    A page that is left before its sockets are open says so; a socket that is refused complains besides.
    """
    return "Failed to load resource|htmx:ws:error"


@pytest.fixture
def new_visitor(browser: Browser, live_site: str, expected_complaints: str) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page of *live_site* for one more visitor, who has an address and cookies of
    their own; its options are those of Playwright's `new_context`.

    Nothing moves, which takes a third of the processor time of a game, unless `reduced_motion` is "no-preference".
    Once the test is over, any script error and any breach of the content security policy has failed it.
    """
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and not re.search(expected_complaints, message.text):
            complaints.append(message.text)

    def make(**options: Any) -> Page:
        address = ".".join(str(byte) for byte in random.randbytes(4))
        usual = {"base_url": live_site, "locale": "en-GB", "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, "extra_http_headers": {"X-Forwarded-For": address}, **options})
        contexts.append(context)
        context.on("console", note)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def site_database(served_site: Site, django_db_blocker: Any) -> Iterator[None]:
    """Let the test's own process use the database of *served_site*, so that services of the test store states there."""
    with django_db_blocker.unblock(), database_at(served_site.database_url):
        yield


@pytest.fixture
def visit_as(
    new_visitor: Callable[..., Page],
    live_site: str,
    site_database: None,  # noqa: ARG001  # where the session is stored
) -> Callable[..., Page]:
    """Return a function that opens an empty page of *served_site* for *user*, who is signed in."""

    def visit(user: User, **options: Any) -> Page:
        page = new_visitor(**options)
        session = session_of(user)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": options.get("base_url", live_site)}])
        return page

    return visit


@pytest.fixture
def page(new_visitor: Callable[..., Page]) -> Page:
    """Open an empty page of one visitor of *live_site*."""
    return new_visitor()


@pytest.fixture(scope="session")
def served_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the whole site with pauses so long that nothing happens by itself."""
    site = Site(tmp_path_factory.mktemp("site"), DJANGO_SETTINGS_MODULE="tests.settings_long_pauses")
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="session")
def live_site(served_site: Site) -> str:
    """Serve the whole site; return its address."""
    return served_site.address


@pytest.fixture(scope="session")
def random_clock_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the whole site on SQLite, with a "fast" clock that often runs out; a test may kill and start it."""
    site = Site(tmp_path_factory.mktemp("site"), DJANGO_SETTINGS_MODULE="tests.settings_random_clock")
    site.start()
    end_with_group(site.stop)
    yield site
    site.stop()


@pytest.fixture(scope="session")
def two_processes(
    _tables_in_postgresql: str, postgres_server: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Site]]:
    """Serve one site by two processes, with PostgreSQL, Redis, and the same clock."""
    with new_database(postgres_server, urlsplit(_tables_in_postgresql).path[1:]) as address:
        directory = tmp_path_factory.mktemp("site")
        environment = {"DATABASE_URL": address, "REDIS_URL": redis_url}
        environment["DJANGO_SETTINGS_MODULE"] = "tests.settings_random_clock"
        processes = [Site(directory, **environment) for _ in range(2)]
        for process in processes:
            process.start()
            end_with_group(process.stop)
        yield processes
        for process in processes:
            process.stop()


@pytest.fixture
def watcher() -> User:
    return new_player()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of announced tables and versions."""
    announced: list[str] = []
    monkeypatch.setattr(groups, "changed", lambda code, version: announced.append(f"{code} {version}"))
    return announced


@pytest.fixture
def checked_in_one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `check_games` run in the transaction of its test: in PostgreSQL only a new one can read a snapshot."""
    monkeypatch.setattr(checking, "one_snapshot", transaction.atomic)


@pytest.fixture
def lobby_changes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list with an entry for each announced change of the lobby's list."""
    changes: list[str] = []
    monkeypatch.setattr("games.pubsub.groups.lobby_changed_on_commit", lambda: changes.append("changed"))
    return changes


@pytest.fixture
def limit(settings: Settings) -> Callable[[str, str], None]:
    """Return a function that limits an action, in allauth's notation: `limit("hint", "1/m/user")`."""

    def change(action: str, rate: str) -> None:
        assert action in settings.ACCOUNT_RATE_LIMITS, "what the site does not limit would be limited for the test only"
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {action: rate}

    return change
