"""People who play over sockets through every crash: they connect again, and note which of their moves were shown."""

import asyncio
import json
import random
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Protocol, TypeVar
from urllib.parse import urlencode

from django.db import OperationalError

from accounts.base import db_threads
from games.engine import Action, Bid, Play, Player, legal_actions
from games.models import Game
from games.play import event_log
from games.values import Stage
from tests.benchmarks.load.sockets import WebSocket

T = TypeVar("T")

_database: Final = ThreadPoolExecutor(1, "campaign")
"""The thread that looks into the database: Django would open a connection for each task of an event loop."""

UNANSWERED_AFTER: Final = 2.5
"""Seconds after which a move is sent again, as a page does."""

_VERSION: Final = re.compile(rb'data-version="(\d+)')


async def looked_up(look: Callable[[], T]) -> T:
    """Return what is found in the database, once it answers: its server may be started again meanwhile."""
    while True:
        try:
            return await asyncio.get_running_loop().run_in_executor(_database, db_threads.twice_if_cut(look))
        except OperationalError:
            await asyncio.sleep(0.2)


@dataclass(frozen=True)
class Made:
    """A bid or a card that its player was shown to be made: the event after `version` is this one."""

    code: str
    version: int
    action: Action


class Served(Protocol):
    """A process, or the proxy of several, that serves the site."""

    port: int
    address: str


@dataclass
class Person:
    """A player at a table, at one of the processes that serve the site. An idle one only looks."""

    sites: Sequence[Served]
    code: str
    player: Player
    session: str
    is_idle: bool = False
    version: int = -1
    made: list[Made] = field(default_factory=list)
    cuts: int = 0
    longest_behind: float = 0.0

    def __post_init__(self) -> None:
        self._socket: WebSocket | None = None
        self._news = asyncio.Event()
        self._sent: Made | None = None
        self._behind_since: float | None = None

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            if self._socket is None:
                await self._connect()
            self._news.clear()
            self._move(*await looked_up(self._look))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), UNANSWERED_AFTER)

    async def _connect(self) -> None:
        site = random.choice(self.sites)
        headers = {"Host": f"127.0.0.1:{site.port}", "Origin": site.address, "Cookie": f"sessionid={self.session}"}
        socket = WebSocket(f"/ws/tables/{self.code}/", headers, self._receive, self._lose)
        try:
            await asyncio.get_running_loop().create_connection(lambda: socket, "127.0.0.1", site.port)
            self._socket = None if socket.is_closing else socket  # a process may be killed before this task goes on
        except OSError:  # the process is dead
            await asyncio.sleep(0.1)

    def _receive(self, text: bytes) -> None:
        self.version = max([self.version, *map(int, _VERSION.findall(text))])
        self._news.set()

    def _lose(self, _error: Exception) -> None:
        self.cuts += self._socket is not None
        self._socket = None
        self._news.set()

    def _look(self) -> tuple[Game, Action | None]:
        """Return the game in the database, and a bid or card of this player, if it is the player's turn."""
        game = Game.objects.get(code=self.code)
        deal = event_log.current_deal(game) if game.stage == Stage.DEAL else None
        actions = legal_actions(event_log.load_state(deal, game.version + 1)) if deal else ()
        mine = [action for action in actions if action.player == self.player and isinstance(action, Bid | Play)]
        choice = [action for action in mine if not getattr(action, "nils", ())]
        return game, random.choice(choice) if choice else None

    def _move(self, game: Game, choice: Action | None) -> None:
        """Note that the last move is shown, and make the next one if the page shows that it is this player's turn."""
        if self._sent is not None and self.version > self._sent.version:
            self.made.append(self._sent)
            self._sent = None
        self._note_delay(game.version)
        if self._socket is None or self.is_idle or self.version != game.version:
            return
        if Stage(game.stage).waits_for_deal:
            self._send("ready", {})
        elif choice is not None:
            action = self._sent.action if self._sent else choice
            self._sent = Made(self.code, self.version, action)
            if isinstance(action, Play):
                self._send("play", {"card": action.card})
            elif isinstance(action, Bid):
                self._send("bid", {"tricks": action.tricks})

    def _note_delay(self, version: int) -> None:
        """Note for how long the open page has been behind the database."""
        if self.version >= version or self._socket is None:
            self._behind_since = None
        elif self._behind_since is None:
            self._behind_since = monotonic()
        else:
            self.longest_behind = max(self.longest_behind, monotonic() - self._behind_since)

    def _send(self, move: str, fields: dict[str, object]) -> None:
        assert self._socket is not None
        form = urlencode({"version": self.version, **fields})
        self._socket.send(json.dumps({"move": move, "form": form}).encode())

    async def read_nothing(self, seconds: float) -> None:
        """Leave what the server sends unread for a while, as a browser does that hangs."""
        if (socket := self._socket) is None:
            return
        socket.stop_reading()
        await asyncio.sleep(seconds)
        if socket is self._socket:
            socket.go_on_reading()

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
