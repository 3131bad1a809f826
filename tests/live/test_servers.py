"""The servers that docs/operations.md names: each serves, refuses what cannot be read safely, and ends.

That they start again is for test_cluster.py and tests/browser/test_restart.py.
"""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from threading import Event, Semaphore
from typing import Any, TypeAlias
from urllib.request import urlopen

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from config.request_limits import LARGEST_HEAD
from games.management import server
from tests.sites import DaphneSite, RunserverSite, Site, collect_static_files, free_port

HOST = b"Host: localhost\r\n"
FORM = b"POST /language/ HTTP/1.1\r\n" + HOST
UNSAFE = {
    "no host": b"GET /rules/ HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /rules/ HTTP/1.1\r\n" + 2 * HOST + b"\r\n",
    "two encodings": FORM + 2 * b"Transfer-Encoding: chunked\r\n" + b"\r\n0\r\n\r\n",
    "an encoding and a length": FORM + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "two lengths": FORM + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
}
TOO_MUCH = b"Content-Length: 200000\r\n\r\n" + b"a" * 200_000
VISITORS = 12
LARGE_HEAD = b"GET /rules/ HTTP/1.1\r\n" + HOST + b"X-Long: " + b"a" * LARGEST_HEAD + b"\r\n\r\n"


@pytest.fixture(scope="module")
def static_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files, collected for the servers that do not collect them themselves."""
    directory = tmp_path_factory.mktemp("collected")
    collect_static_files(directory, Site(directory).environment)
    return directory / "static"


@contextmanager
def started(site: Site) -> Iterator[Site]:
    """Let the site serve."""
    site.start()
    try:
        yield site
    finally:
        site.kill()


def status_of(site: Site, request: bytes) -> int:
    """Return the status of the answer to the bytes of a request; 0 if there was none."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=60) as connection:
        connection.sendall(request)
        return status_in(connection)


def status_in(connection: socket.socket) -> int:
    """Return the status of the answer; 0 if the connection ends without one."""
    try:
        line = connection.makefile("rb").readline()
    except ConnectionError:
        return 0
    return int(line.split()[1]) if line else 0


@contextmanager
def open_tables(site: Site) -> Iterator[ClientConnection]:
    """Open a socket that was sent the list of open tables, which is empty."""
    with connect(f"ws://127.0.0.1:{site.port}/ws/lobby/", origin=site.address) as browser:
        assert not str(browser.recv(timeout=30)).strip()
        yield browser


def check_answers(site: Site, to_large_head: int) -> None:
    """Pages and files are served, and what cannot be read safely is refused."""
    for page in (b"/rules/", b"/static/css/site.css"):
        assert status_of(site, b"GET " + page + b" HTTP/1.1\r\n" + HOST + b"\r\n") == HTTPStatus.OK
    answers = {name: status_of(site, request) for name, request in UNSAFE.items()}
    assert answers == dict.fromkeys(UNSAFE, HTTPStatus.BAD_REQUEST)
    assert status_of(site, FORM + TOO_MUCH) == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert status_of(site, LARGE_HEAD) == to_large_head


@pytest.mark.slow
@pytest.mark.parametrize("server", [DaphneSite, RunserverSite])
def test_server_serves_refuses_and_ends(server: type[Site], static_files: Path, tmp_path: Path) -> None:
    (tmp_path / "static").symlink_to(static_files)
    with started(server(tmp_path)) as site:
        check_answers(site, to_large_head=0)  # the connection is ended without the answer that a proxy gives
        with open_tables(site) as browser:
            site.stop()  # raises if it does not end, or has warned
            with pytest.raises(ConnectionClosed):
                browser.recv(timeout=30)


@pytest.mark.slow
def test_play_answers_what_was_asked_before_the_signal_to_end(tmp_path: Path) -> None:
    """Also while many ask for pages."""
    with started(Site(tmp_path)) as site:
        check_answers(site, to_large_head=HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        with socket.create_connection(("127.0.0.1", site.port), timeout=60) as connection, many_visitors(site):
            connection.sendall(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
            assert status_in(connection) == HTTPStatus.OK
            connection.sendall(FORM + b"Content-Length: 4\r\n\r\nab")
            with open_tables(site) as browser:  # by then the server has read the request's head
                os.kill(site.pid, signal.SIGTERM)
                with pytest.raises(ConnectionClosed) as closed:
                    browser.recv(timeout=30)
            connection.sendall(b"cd")
            assert b"HTTP/1.1 403 Forbidden" in b"".join(connection.makefile("rb"))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        site.stop()


@contextmanager
def many_visitors(site: Site) -> Iterator[None]:
    """Let visitors ask for pages, one after another, until the site has ended."""
    answered, is_over = Semaphore(0), Event()

    def visit() -> None:
        while not is_over.is_set():
            try:
                with urlopen(site.address, timeout=10) as page:
                    page.read()
                answered.release()
            except (OSError, HTTPException):  # the site has ended; without a pause, to ask again takes all the time
                is_over.wait(0.05)

    with ThreadPoolExecutor(VISITORS) as visitors:
        for _ in range(VISITORS):
            visitors.submit(visit)
        try:
            for _ in range(VISITORS):
                assert answered.acquire(timeout=30)
            yield
        finally:
            is_over.set()


async def answer(_scope: Any, receive: Any, send: Any) -> None:
    """The application of these tests."""
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
async def impatient(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[uvicorn.Server]:
    """A server as that of `play`, which waits for no head."""
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.0)
    monkeypatch.setattr(server, "CHECK_SECONDS", 0.01)
    serving = uvicorn.Server(uvicorn.Config(answer, port=free_port(), http="h11", lifespan="off", log_config=None))
    running = asyncio.create_task(server.run(serving))
    async with asyncio.timeout(30):
        while not serving.started:
            await asyncio.sleep(0)
    yield serving
    serving.should_exit = True
    await running


Connection: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connected(serving: uvicorn.Server, sent: bytes = b"") -> Connection:
    reader, writer = await asyncio.open_connection("127.0.0.1", serving.config.port)
    writer.write(sent)
    return reader, writer


async def is_ended(connection: Connection) -> bool:
    """Wait until the server ends the connection, over which it has sent nothing."""
    rest = await connection[0].read()
    connection[1].close()
    return rest == b""


async def is_answered(connection: Connection) -> bool:
    reader, writer = connection
    writer.write(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n")
    return (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\nHo"])
async def test_connection_over_which_no_request_arrives_is_ended(head: bytes, impatient: uvicorn.Server) -> None:
    assert await is_ended(await connected(impatient, head))


async def test_connection_is_kept_after_an_answer_but_not_for_half_a_head(impatient: uvicorn.Server) -> None:
    """A proxy keeps it too, and sends the next request over it: until it is closed by the proxy, if all is well."""
    kept = await connected(impatient)
    assert await is_answered(kept)
    for _ in range(2):  # by the end of the second one, all connections were looked at after the answer
        assert await is_ended(await connected(impatient))
    assert await is_answered(kept)
    kept[1].write(b"GET / HTTP/1.1\r\nHo")
    assert await is_ended(kept)


def test_site_keeps_a_connection_for_longer_than_proxies_do() -> None:
    of_nginx, of_caddy = 60, 120
    assert server._config("127.0.0.1", 8000).timeout_keep_alive > max(of_nginx, of_caddy)


async def test_connection_that_cannot_be_closed_keeps_no_other_open(
    impatient: uvicorn.Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kind, broken = impatient.config.http_protocol_class, list[object]()
    shut_down = kind.shutdown

    def fail_for_the_first(connection: Any) -> None:
        if not broken:
            broken.append(connection)
        if connection in broken:
            raise RuntimeError("it does not close")
        shut_down(connection)

    with monkeypatch.context() as patch:
        patch.setattr(kind, "shutdown", fail_for_the_first)
        first = await connected(impatient)
        while not broken:
            await asyncio.sleep(0)
        assert await is_ended(await connected(impatient))
    assert "a connection could not be closed" in caplog.text
    assert await is_ended(first)


async def test_ticker_of_play_that_fails_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_when_ready: object) -> None:
        raise RuntimeError("nothing is served")

    monkeypatch.setattr(server, "run_all", fail)
    received, sent = asyncio.Queue[dict[str, str]](), asyncio.Queue[dict[str, str]]()
    serving = asyncio.create_task(server.WithTicker(answer)({"type": "lifespan"}, received.get, sent.put))
    await received.put({"type": "lifespan.startup"})
    while "the ticker has ended" not in caplog.text:
        await asyncio.sleep(0)
    serving.cancel()
    assert "nothing is served" in caplog.text
