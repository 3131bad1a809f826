"""A site of several processes behind nginx and PgBouncer, as its visitors meet it."""

import asyncio
import random
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import requests
from requests.adapters import HTTPAdapter

from games.models import Game
from tests import cluster
from tests.cluster import Cluster
from tests.conftest import unavailable
from tests.crashes import campaign
from tests.crashes.pauses import Pauses
from tests.crashes.people import looked_up
from tests.postgresql import database_at, new_database

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]


@pytest.fixture(scope="module")
def site(
    _tables_in_postgresql: str,
    postgres_server: str,
    redis_url: str,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: Any,
) -> Iterator[Cluster]:
    """Serve a site with two web processes, and use its database."""
    for program in ("nginx", "pgbouncer"):
        if shutil.which(program, path="/usr/sbin:/usr/bin") is None:
            unavailable(f"no {program}: install Debian's")
    with (
        new_database(postgres_server, urlsplit(_tables_in_postgresql).path[1:]) as address,
        cluster.serving(tmp_path_factory.mktemp("cluster"), address, redis_url) as served,
        django_db_blocker.unblock(),
        database_at(address),
    ):
        yield served


def get(site: Cluster, path: str, **headers: str) -> requests.Response:
    return requests.get(f"{site.address}{path}", headers=headers, timeout=30, allow_redirects=False)


def test_pages_come_compressed_and_with_the_id_of_their_request(site: Cluster) -> None:
    answer = get(site, "/")
    assert answer.status_code == HTTPStatus.OK
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert re.fullmatch("[0-9a-f]{32}", answer.headers["X-Request-ID"])


def test_each_connection_has_limits_that_pgbouncer_gives_it(site: Cluster) -> None:
    """It refuses those that come from the site. What visitors get who wait is for test_database_limits.py."""
    with ExitStack() as stack:
        for _ in range(4):
            one = stack.enter_context(psycopg.connect(site.environment["DATABASE_URL"].partition("?")[0]))
            limits = one.execute("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
            assert limits.fetchone() == ("5s", "20s")


def test_static_files_are_kept_for_ever_and_come_from_the_proxy(site: Cluster) -> None:
    style = re.search(r'href="(/static/css/site\.[^"]+)"', get(site, "/").text)
    assert style is not None
    answer = get(site, style[1])
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Server"] == "nginx"
    assert "immutable" not in get(site, "/static/css/site.css").headers["Cache-Control"]


def asked_for(site: Cluster, path: str, *headers: dict[str, str]) -> int:
    """Return how many of these requests the site answered; the others, the proxy."""
    return sum(logged(site, get(site, path, **given))[-2] != "-" for given in headers)


def logged(site: Cluster, answer: requests.Response) -> list[str]:
    """Return the words of the line that the proxy's log has for a request."""
    number, log = answer.headers["X-Request-ID"], site.directory / "access.log"
    deadline = time.monotonic() + 30
    while not (matching := [line for line in log.read_text().splitlines() if line.endswith(number)]):
        assert time.monotonic() < deadline, "nginx writes it after the answer"
        time.sleep(0.02)
    [line] = matching
    return line.split(" ")


def test_each_answer_has_the_id_of_its_request_in_the_log_of_the_proxy(site: Cluster) -> None:
    answers = [get(site, path) for path in ("/rules/", "/rules/", "/people/", "/nowhere/")]
    assert len({answer.headers["X-Request-ID"] for answer in answers}) == 4, "also of a page that was kept"
    for answer in answers:
        assert str(answer.status_code) in logged(site, answer)
    key = "MTI-a-secret-key"
    assert "/accounts/password/reset/key/..." in " ".join(
        logged(site, get(site, f"/accounts/password/reset/key/{key}/"))
    )
    assert key not in (site.directory / "access.log").read_text()


def test_only_what_is_public_is_kept_by_the_proxy(site: Cluster) -> None:
    for path in ("/picture.png", "/", "/rules/", "/learn/bidding/"):
        get(site, path)
        assert asked_for(site, path, {}, {}, {}) == 0, path
    for path in ("/people/", "/accounts/login/", "/review/"):
        assert asked_for(site, path, {}, {}, {}) == 3, path


def test_page_is_kept_for_strangers_only(site: Cluster) -> None:
    get(site, "/learn/bidding/")
    others = [
        {"Cookie": "sessionid=abc"},
        {"Cookie": "a=b; sessionid=0"},
        {"Cookie": "messages=a"},
        {"HX-Request": "true"},
    ]
    assert asked_for(site, "/learn/bidding/", *others) == len(others)
    assert asked_for(site, "/learn/bidding/", {}, {"Cookie": "csrftoken=a"}, {"User-Agent": "another"}) == 0
    answer = get(site, "/learn/bidding/", Cookie="sessionid=abc")
    assert "no-store" in answer.headers["Cache-Control"]
    assert "csrfmiddlewaretoken" in answer.text


def test_kept_page_is_compressed_and_need_not_be_sent_again(site: Cluster) -> None:
    answer = get(site, "/rules/")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "csrf" not in answer.text
    again = get(site, "/rules/", **{"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (HTTPStatus.NOT_MODIFIED, b"")


def test_pages_in_two_languages_are_kept_apart(site: Cluster) -> None:
    """Whichever cookies a browser sends: one that the site and the proxy read differently would be kept for others."""
    spanish = [{"Accept-Language": "es-MX,es;q=0.9,en;q=0.8"}, {"Cookie": "django_language=es"}]
    english: list[dict[str, str]] = [
        {}, {"Accept-Language": "de,en;q=0.5"}, {"Cookie": 'django_language="es"'},
        {"Cookie": "django_language=en; django_language=es"}, {"Cookie": "DJANGO_LANGUAGE=en; django_language=es"},
    ]  # fmt: skip
    for language, given in (("es", spanish), ("en", english)):
        for headers in (*reversed(given), *given):
            assert f'<html lang="{language}"' in get(site, "/learn/bidding/", **headers).text, headers


@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
def test_figures_are_not_for_the_public(site: Cluster, path: str) -> None:
    assert get(site, path).status_code == HTTPStatus.NOT_FOUND


def test_large_body_is_refused_by_the_proxy(site: Cluster) -> None:
    answer = requests.post(f"{site.address}/review/", data=b"x" * 1_100_000, timeout=30)
    assert answer.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class FromAnotherAddress(HTTPAdapter):
    """Connects from an address of this machine that nobody else has, as Redis may remember those of other runs."""

    address = f"127.{random.randrange(1, 250)}.{random.randrange(250)}.{random.randrange(1, 250)}"

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options, source_address=(self.address, 0))


def test_rate_limits_are_shared_by_the_processes(site: Cluster) -> None:
    """Failed sign-ins of one address are counted together, whichever process answers."""
    lines = []
    for _ in range(12):
        with requests.Session() as visitor:
            visitor.mount("http://", FromAnotherAddress())
            page = visitor.get(f"{site.address}/accounts/login/", timeout=30).text
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            assert token is not None
            form = {"csrfmiddlewaretoken": token[1], "login": "Nobody", "password": "wrong"}
            lines.append(visitor.post(f"{site.address}/accounts/login/", form, timeout=30))
    assert "failed too often" in lines[-1].text
    assert "Too many" not in lines[8].text


async def test_no_move_is_lost_while_one_process_after_the_other_is_restarted(site: Cluster) -> None:
    """People play on meanwhile, over sockets that come through the proxy, until a deal is over."""
    seated = await looked_up(lambda: campaign.seat([site], 3))
    people = [person for person in seated if not person.is_idle]
    pauses, report = Pauses(people), campaign.Report()
    playing = [asyncio.create_task(work) for work in (*(person.play() for person in people), pauses.watch())]
    while min(pauses.versions().values()) < 5:
        await asyncio.sleep(0.05)
    for service in (*site.web, *site.tickers):
        await asyncio.to_thread(service.restart)
    second_deals = Game.objects.filter(code__in=pauses.versions(), deal_number__gte=2)
    while not await looked_up(second_deals.exists):
        await asyncio.sleep(0.1)
    await campaign.conclude(people, playing, report)
    assert report.is_good, report
    assert report.made > 20
    assert report.sockets_lost > 0, "everybody had to connect again"
