"""This site in the comparison: served by `manage.py play`, with every acknowledged move committed first."""

import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

from games.engine import State, from_json, replay
from tests.benchmarks.load.moves import Move
from tests.benchmarks.load.processes import SERVER_CORE, on_core
from tests.benchmarks.load.sockets import Connection, KeptAlive, Refused, WebSocket
from tests.benchmarks.load.tables import Browser, Table
from tests.sites import ROOT, DaphneSite, Site

AnyConnection = TypeVar("AnyConnection", bound=Connection)
OK = 200
CSRF_TOKEN = 32 * "x"
_VERSION = re.compile(rb'data-version="(\d+)')
_NOTICE = re.compile(rb'id="notice"[^>]*>([^<]*)')
_SOCKETS = re.compile(rb'hx-ws:connect="([^"]+)"')
_LAST_DEAL = """
SELECT event.payload FROM games_event AS event JOIN games_game AS game ON event.game_id = game.id
WHERE game.code = ? AND event.sequence = ?
"""


class IdleBrowser(Browser):
    """A browser that only looks: the table's socket is open."""

    def __init__(self, port: int, code: str, session: str) -> None:
        super().__init__()
        self.port = port
        self.code = code
        self.headers = {
            "Host": f"127.0.0.1:{port}",
            "Origin": f"http://127.0.0.1:{port}",
            "Cookie": f"sessionid={session}; csrftoken={CSRF_TOKEN}",
        }

    async def connect(self) -> None:
        self.socket = await self._socket_at(f"/ws/tables/{self.code}/")

    def version_in(self, text: bytes) -> int:
        match = _VERSION.search(text)
        return int(match[1]) if match else -1

    async def _socket_at(self, path: str) -> WebSocket:
        return await self._open(WebSocket(path, self.headers, self._receive, self.fail))

    async def _open(self, connection: AnyConnection) -> AnyConnection:
        await asyncio.get_running_loop().create_connection(lambda: connection, "127.0.0.1", self.port)
        self.connections.append(connection)
        return connection

    def _receive(self, text: bytes) -> None:
        if notice := _NOTICE.search(text):
            self.fail(Refused(notice[1].decode()))
        self.show(text)


class IdlePageBrowser(IdleBrowser):
    """The same with every socket the page of the table asks for."""

    async def connect(self) -> None:
        page: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        asking = await self._open(KeptAlive(lambda _status, body: page.set_result(body), self.fail))
        asking.get(f"/tables/{self.code}/", self.headers)
        for path in _SOCKETS.findall(await page):
            await self._socket_at(path.decode())
        asking.close()


class FormBrowser(IdleBrowser):
    """A browser that posts its moves as forms, and shows what comes first: the answer or the live update."""

    posts: KeptAlive | None = None
    opening: asyncio.Task[None] | None = None

    def make(self, move: Move, version: int) -> None:
        if self.posts is None or self.posts.is_closed:
            self.opening = asyncio.get_running_loop().create_task(self._open_and_post(move, version))
        else:
            self._post(self.posts, move, version)

    async def _open_and_post(self, move: Move, version: int) -> None:
        self.posts = await self._open(KeptAlive(self._answered, self.fail))
        self._post(self.posts, move, version)

    def _post(self, posts: KeptAlive, move: Move, version: int) -> None:
        headers = {**self.headers, "X-CSRFToken": CSRF_TOKEN, "HX-Request": "true"}
        posts.post(f"/tables/{self.code}/{move.name}/", headers, form_of(move, version).encode())

    def hurry(self, move: Move, version: int) -> None:
        self.socket.send(json.dumps({"move": move.name, "form": form_of(move, version)}).encode())

    def _answered(self, status: int, body: bytes) -> None:
        if status == OK:
            self.show(body)
        else:
            notice = _NOTICE.search(body)
            self.fail(Refused(f"{status} {notice[1].decode() if notice else ''}"))


class SocketBrowser(FormBrowser):
    """A browser that sends everything over the table's socket."""

    def make(self, move: Move, version: int) -> None:
        self.hurry(move, version)


def form_of(move: Move, version: int) -> str:
    """The body of the form in which a player who saw the table at `version` makes this move."""
    return urlencode({"version": version, **move.fields})


BROWSERS = {"socket": SocketBrowser, "form post": FormBrowser, "table open": IdleBrowser, "page open": IdlePageBrowser}


class OurSite:
    """The site with a fresh SQLite database in `directory` and this many tables, at which `trios` of people sit."""

    name = "this site"
    kind: type[Site] = Site
    settles_after = 5.0  # each browser has given its first sign of life, and reads no more at once with all the others
    ways: tuple[str, ...] = ("socket", "form post")
    idle_ways: tuple[str, ...] = ("table open", "page open")

    def __init__(self, directory: Path, tables: int, trios: int) -> None:
        self.site = self.kind(directory, BOT_PACE="1")
        self._tables = iter(prepared(self.site.environment, tables, trios))
        # A reader waits for nobody, and nobody for a reader.
        self._database = sqlite3.connect(f"file:{directory}/db.sqlite3?mode=ro", uri=True)

    @contextmanager
    def serve(self) -> Iterator[list[int]]:
        with on_core(SERVER_CORE):
            self.site.start()
        try:
            yield [self.site.pid]
        finally:
            self.site.stop()

    def new_table(self, way: str) -> Table:
        code, sessions = next(self._tables)
        return Table(code, [BROWSERS[way](self.site.port, code, session) for session in sessions])

    def dealt(self, table: Table) -> State:
        (payload,) = self._database.execute(_LAST_DEAL, (table.code, table.version)).fetchone()
        return replay([from_json(json.loads(payload))])


class OurSiteOnDaphne(OurSite):
    """The same, served by Daphne, without a ticker."""

    name = "on Daphne"
    kind = DaphneSite

    def __init__(self, directory: Path, tables: int, trios: int) -> None:
        super().__init__(directory, tables, trios)
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
        subprocess.run(collect, cwd=ROOT, env=os.environ | self.site.environment, check=True)


def prepared(environment: Mapping[str, str], tables: int, trios: int) -> list[tuple[str, list[str]]]:
    """Codes of fresh tables, each with its players' session cookies."""
    command = [sys.executable, "-m", "tests.benchmarks.load.prepare", str(tables), str(trios)]
    answer = subprocess.run(command, cwd=ROOT, env=os.environ | environment, stdout=subprocess.PIPE, check=True)
    return [(table["code"], table["sessions"]) for table in json.loads(answer.stdout)]
