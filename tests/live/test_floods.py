"""Bodies of 300 MB and connections that send their heads byte by byte: the site holds none of it, and still answers."""

import os
import re
import select
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path

import pytest

from games.management.server import HEAD_SECONDS
from tests.sites import Site

pytestmark = pytest.mark.campaign

SIZE = 300_000_000
CHUNK = b"x" * 65_536
HEAD = b"POST /review/ HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    site.start()
    before = 0
    while before != memory(site):  # it loads the bots
        before = memory(site)
        time.sleep(5)
    yield site
    site.kill()


def memory(site: Site) -> int:
    """Return the megabytes of memory that the server uses."""
    match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{site.pid}/status").read_text())
    assert match is not None
    return int(match[1]) // 1024


def send(site: Site, number: int) -> int:
    """Send a body, by its length or in chunks, until the server answers; return the status."""
    is_chunked = number % 2
    framing = b"Transfer-Encoding: chunked" if is_chunked else b"Content-Length: %d" % SIZE
    piece = b"%x\r\n%b\r\n" % (len(CHUNK), CHUNK) if is_chunked else CHUNK
    with socket.create_connection(("127.0.0.1", site.port)) as connection:
        connection.sendall(HEAD + framing + b"\r\n\r\n")
        sent, rest = 0, b""
        while sent < SIZE:
            answered, _, _ = select.select([connection], [connection], [], 60)
            if answered:
                return int(connection.recv(65_536).split()[1])
            rest = rest or piece
            done = connection.send(rest)
            sent, rest = sent + done, rest[done:]
    return 0


@contextmanager
def answering(site: Site) -> Iterator[None]:
    """Ask /healthz all the while. Fails if an answer takes a second, or if the memory grows by 100 MB.

    If other work keeps the machine busy, an answer may take as many seconds as processes wait for each core.
    """
    before, slowest, is_over = memory(site), 0.0, threading.Event()

    def ask() -> float:
        slowest = 0.0
        while not is_over.wait(0.05):
            began = time.monotonic()
            urllib.request.urlopen(f"{site.address}/healthz", timeout=60).read()
            slowest = max(slowest, time.monotonic() - began)
        return slowest

    with ThreadPoolExecutor(1) as asking:
        asked = asking.submit(ask)
        try:
            yield
        finally:
            is_over.set()
        slowest = asked.result()
    assert slowest < max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert memory(site) - before < 100


def test_large_bodies_are_not_held(site: Site) -> None:
    with answering(site):
        assert {send(site, number) for number in range(30)} == {HTTPStatus.REQUEST_ENTITY_TOO_LARGE}
    with answering(site), ThreadPoolExecutor(5) as senders:
        statuses = set(senders.map(lambda number: send(site, number), range(5)))
        assert statuses == {HTTPStatus.REQUEST_ENTITY_TOO_LARGE}


@pytest.mark.parametrize("head", [b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", HEAD + b"Content-Length: 9000\r\n\r\n"])
def test_slow_connections_delay_nobody_and_are_ended(site: Site, head: bytes) -> None:
    slow = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(200)]
    with answering(site):
        for connection in slow:
            connection.sendall(head)
        deadline = time.monotonic() + 3 * HEAD_SECONDS
        while slow:
            assert time.monotonic() < deadline, f"{len(slow)} connections are still open"
            time.sleep(1)
            slow = [connection for connection in slow if _takes_a_byte(connection)]


def _takes_a_byte(connection: socket.socket) -> bool:
    with suppress(OSError):
        connection.sendall(b"a")
        return True
    return False
