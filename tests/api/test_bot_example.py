"""The bot of the examples plays a game at a served site, and at one that fails in each way that a bot may meet."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope, User
from games.engine import Rules
from games.lobby import tables
from games.models import Game
from games.values import Stage
from tests.sites import ROOT
from tests.tables import gather, new_player, user_at

BOT = ROOT / "examples" / "bot.py"
TABLE: dict[str, Any] = {
    "code": "table", "player": 0, "version": 1, "stage": "drawing", "ready": [], "paused_until": None, "deal": None,
    "points": [0, 0, 0],
}  # fmt: skip
OVER = TABLE | {"version": 3, "stage": "over", "points": [100, 20, 30]}
MOST_REQUESTS = 20
"""More than a bot sends that waits before it asks again."""


def start(user: User, directory: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the bot as this player, with the standard library only.

    Each has its own copy: a Python that starts while its file is written once more reads an empty one, and ends.
    """
    token = api_tokens.create(user, name="example", scopes=list(Scope))
    command = [sys.executable, "-I", shutil.copy(BOT, directory / f"bot-{user.pk}.py"), *arguments]
    return subprocess.Popen(
        command, cwd=directory, env=os.environ | {"TOKEN": token}, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.usefixtures("site_database")
def test_three_bots_play_each_other(live_site: str, tmp_path: Path) -> None:
    """The game ends as soon as a player is below zero: most often with the first deal."""
    people = [new_player() for _ in range(3)]
    code = gather(*people, rules=Rules(target=100, floor=-1))
    tables.start(code=code, host=user_at(code), version=Game.objects.get(code=code).version)
    bots = [start(user, tmp_path, live_site, code) for user in people]
    printed = {bot.communicate()[0] for bot in bots}
    assert [bot.returncode for bot in bots] == [0, 0, 0]
    assert Game.objects.get(code=code).stage == Stage.OVER
    assert len(printed) == 1
    assert printed.pop().startswith("points: [")


class FailingSite(ThreadingHTTPServer):
    """A site with one table, whose game is over when player 0 has been ready. Each fault is met once."""

    daemon_threads = True

    def __init__(self, faults: dict[str, list["Fault"]]) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.faults = {"reads": [], "streams": [], "moves": []} | {kind: [*some] for kind, some in faults.items()}
        self.requests = 0
        self.table = TABLE
        self.versions = SimpleQueue[dict[str, Any]]()
        """What the stream has yet to send."""
        self.is_closed = Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answering(BaseHTTPRequestHandler):
    """Answers one request of the bot to a `FailingSite`."""

    protocol_version = "HTTP/1.1"
    server: FailingSite

    def do_GET(self) -> None:
        self._answer("streams" if self.path.endswith("/stream") else "reads")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer("moves")

    def _answer(self, kind: str) -> None:
        self.close_connection = True
        self.server.requests += 1
        if self.server.requests > MOST_REQUESTS:
            self.send(410, b'{"detail": "too many requests"}')
        elif faults := self.server.faults[kind]:
            faults.pop(0)(self)
        elif kind == "streams":
            self.stream(self.server.table)
            while self.server.table is not OVER:
                self.server.table = self.server.versions.get()
                self.part(json.dumps(self.server.table).encode() + b"\n")
            self.part(b"")
        else:
            if kind == "moves":
                self.server.versions.put(OVER)
            self.send(200, json.dumps(self.server.table | {"ready": [0] if kind == "moves" else []}).encode())

    def send(self, status: int, body: bytes, kind: str = "application/problem+json") -> None:
        """Send a whole answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, *sent: dict[str, Any]) -> None:
        """Begin a stream with these versions of the table, and a sign of life."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for table in sent:
            self.part(json.dumps(table).encode() + b"\n")
        self.part(b"\n")

    def part(self, part: bytes) -> None:
        """Send a part of a stream; an empty one ends it."""
        self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        self.wfile.flush()

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


Fault = Callable[[Answering], object]


def is_busy(answering: Answering) -> None:
    answering.send(503, b"<html>The site is very busy", "text/html")


def is_flooded(answering: Answering) -> None:
    answering.send(429, b'{"status": 429, "detail": "Too many requests"}')


def hangs_up(_answering: Answering) -> None:
    """The connection is closed without an answer, as by a site that restarts."""


def ends(answering: Answering) -> None:
    """A stream ends, as after five minutes."""
    answering.stream()
    answering.part(b"")


def is_cut(answering: Answering) -> None:
    """A stream is cut within a part."""
    answering.stream()
    answering.wfile.write(b'ff\r\n{"code": "tab')


def falls_silent(answering: Answering) -> None:
    """A stream sends nothing any more, as over a connection of which one end has gone."""
    answering.stream()
    answering.server.is_closed.wait()


def has_moved_on(answering: Answering) -> None:
    """A move is refused: the table is at a version that the stream is yet to send."""
    answering.server.versions.put(TABLE | {"version": 2})
    answering.send(409, b'{"status": 409, "detail": "The table had moved on"}')


def stands_still(answering: Answering) -> None:
    """Moves are refused, as while the game is paused, until it is closed."""
    answering.server.faults["moves"].append(stands_still)
    answering.send(409, b'{"status": 409, "detail": "The game is paused"}')
    answering.server.versions.put(OVER)


FAULTS: dict[str, dict[str, list[Fault]]] = {
    "none": {},
    "busy": {"reads": [is_busy], "streams": [is_busy], "moves": [is_busy]},
    "flooded": {"reads": [is_flooded], "streams": [is_flooded], "moves": [is_flooded]},
    "restarts": {"reads": [hangs_up], "streams": [hangs_up], "moves": [hangs_up]},
    "stream ends": {"streams": [ends]},
    "stream is cut": {"streams": [is_cut]},
    "stream falls silent": {"streams": [falls_silent]},
    "table moves on": {"moves": [has_moved_on]},
    "game is paused": {"moves": [stands_still]},
}


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the bot, which waits for nothing and takes a silent connection for cut after a third of a second."""
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("TOKEN", "dhs_token")
    monkeypatch.setattr(module, "time", SimpleNamespace(sleep=lambda _seconds: None))
    monkeypatch.setattr(module, "HTTPConnection", lambda host, timeout: HTTPConnection(host, timeout=timeout / 100))
    return module


@pytest.fixture
def failing_site(request: pytest.FixtureRequest) -> Iterator[FailingSite]:
    """Serve a site with the faults of this name."""
    with FailingSite(FAULTS[request.param]) as site:
        Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield site
        site.is_closed.set()
        site.versions.put(OVER)
        site.shutdown()


@pytest.mark.parametrize("failing_site", FAULTS, indirect=True)
def test_bot_plays_on_after_a_fault(
    failing_site: FailingSite, bot: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bot.py", failing_site.address, "table"])
    bot.main()
    assert capsys.readouterr().out == f"points: {OVER['points']}\n"


@pytest.mark.parametrize("failing_site", ["none"], indirect=True)
@pytest.mark.parametrize("kind", ["reads", "streams", "moves"])
def test_bot_ends_with_the_reason_if_it_is_refused(
    failing_site: FailingSite, bot: ModuleType, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    failing_site.faults[kind] = [lambda answering: answering.send(401, b'{"detail": "A token is needed that works"}')]
    monkeypatch.setattr(sys, "argv", ["bot.py", failing_site.address, "table"])
    with pytest.raises(SystemExit, match=r"was refused: .*A token is needed that works"):
        bot.main()


@pytest.mark.parametrize(
    ("token", "arguments"), [("dhs_x", []), ("", ["http://127.0.0.1:8000"]), ("dhs_x", ["a", "b", "c"])]
)
def test_bot_that_lacks_its_arguments_says_how_it_is_called(token: str, arguments: list[str]) -> None:
    answer = subprocess.run(
        [sys.executable, str(BOT), *arguments], env=os.environ | {"TOKEN": token}, capture_output=True, text=True
    )
    assert answer.returncode == 1
    assert "TOKEN=dhs_... python bot.py http://127.0.0.1:8000" in answer.stderr
    assert "Traceback" not in answer.stderr
