"""The rival: the same game on the npm package boardgame.io, served by Node, with its state in memory or in files."""

import asyncio
import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from games.engine import DECK, Card, Dealt, Rules, Standing, State, replay
from tests.benchmarks.load.moves import Move
from tests.benchmarks.load.processes import SERVER_CORE, on_core
from tests.benchmarks.load.sockets import WebSocket
from tests.benchmarks.load.tables import Browser, Table
from tests.sites import ROOT, free_port, wait_until_it_answers

HERE = Path(__file__).parent / "rival"
NAMESPACE = "/spades"
_STATE_ID = re.compile(rb'"_stateID":(\d+)')


class RivalBrowser(Browser):
    """A boardgame.io client: Socket.IO, spoken over a WebSocket from the start."""

    def __init__(self, port: int, match: str, player: int) -> None:
        super().__init__()
        self.port = port
        self.match = match
        self.player = str(player)

    async def connect(self) -> None:
        """Return once the match is shown: the first browser to ask for it makes the server create it."""
        self.synced = asyncio.get_running_loop().create_future()
        headers = {"Host": f"127.0.0.1:{self.port}"}
        self.socket = WebSocket("/socket.io/?EIO=4&transport=websocket", headers, self._receive, self.fail)
        await asyncio.get_running_loop().create_connection(lambda: self.socket, "127.0.0.1", self.port)
        self.connections.append(self.socket)
        await self.synced

    def make(self, move: Move, version: int) -> None:
        arguments = [int(value) if value.isdigit() else value for value in move.fields.values()]
        payload = {"type": move.name, "args": arguments, "playerID": self.player}
        self._emit("update", {"type": "MAKE_MOVE", "payload": payload}, version, self.match, self.player)

    def version_in(self, text: bytes) -> int:
        match = _STATE_ID.search(text)
        return int(match[1]) if match else -1

    def _receive(self, text: bytes) -> None:
        if text.startswith(b"42"):
            self.show(text)
            if not self.synced.done() and self.version >= 0:
                self.synced.set_result(None)
        elif text == b"2":  # Engine.IO asks whether anybody is there
            self.socket.send(b"3")
        elif text.startswith(b"0"):
            self.socket.send(f"40{NAMESPACE},".encode())
        elif text.startswith(b"40"):
            self._emit("sync", self.match, self.player, None, 3)

    def _emit(self, *arguments: object) -> None:
        self.socket.send(f"42{NAMESPACE},{json.dumps(arguments, separators=(',', ':'))}".encode())


class Rival:
    """boardgame.io's server; its files, if any, are kept in `directory`."""

    ways: tuple[str, ...] = ("socket",)
    settles_after = 0.0
    idle_ways: tuple[str, ...] = ("table open",)

    def __init__(self, directory: Path | None = None) -> None:
        self.name = "boardgame.io " + ("FlatFile" if directory else "in memory")
        self._arguments = [str(directory)] if directory else []
        self._modules = installed()
        self._numbers = count()
        self.port = free_port()

    @contextmanager
    def serve(self) -> Iterator[list[int]]:
        environment = {"NODE_PATH": str(self._modules), "NODE_ENV": "production"}
        with on_core(SERVER_CORE):
            server = subprocess.Popen(
                ["node", str(HERE / "server.js"), str(self.port), *self._arguments],
                env=os.environ | environment,
                stdout=subprocess.DEVNULL,
            )
        try:
            if not wait_until_it_answers(f"http://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=polling", server):
                raise RuntimeError("boardgame.io's server did not start")
            yield [server.pid]
        finally:
            server.kill()
            server.wait()

    def new_table(self, way: str) -> Table:
        match = f"match{next(self._numbers)}"
        return Table(match, [RivalBrowser(self.port, match, player) for player in range(3)])

    def dealt(self, table: Table) -> State:
        """Each player's hand as that player's browser shows it; what is left is the dummy's."""
        shown = [_match_in(browser.newest) for browser in table.browsers]
        hands = [tuple(map(Card.parse, match["hands"][player])) for player, match in enumerate(shown)]
        hands.append(tuple(card for card in DECK if not any(card in hand for hand in hands)))
        return replay([Dealt(Rules(), shown[0]["dealer"], Standing(), tuple(hands))])


def _match_in(text: bytes) -> dict[str, Any]:
    """What a client is shown of the game: the `G` of an update, or of the answer to its first question."""
    _kind, _match, body, *_ = json.loads(text[text.index(b"[") :])
    shown: dict[str, Any] = body.get("state", body)["G"]
    return shown


def installed() -> Path:
    """The folder of the npm packages the rival is made of, installed once for each lock file."""
    lock = (HERE / "package-lock.json").read_bytes()
    folder = ROOT / "var" / f"rival-{hashlib.sha256(lock).hexdigest()[:12]}"
    if not (folder / "node_modules" / ".package-lock.json").exists():  # which npm writes last
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    return folder / "node_modules"
