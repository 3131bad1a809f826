"""The web server of `manage.py play`: uvicorn, with the site's limits, and all that a ticker does.

uvicorn reads a body only as fast as the site takes it, and so holds little of one that is too large
(config/request_limits.py). It waits for ever for the head of a request, so this module ends old connections.
"""

import asyncio
import signal
from argparse import ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress
from socket import socket
from typing import Any, Final
from weakref import WeakKeyDictionary

import uvicorn
from channels.routing import get_default_application
from django.core.management.base import OutputWrapper

from accounts.base.sockets import App, Receive, Scope, Send
from games.management.commands.ticker import run_all
from games.management.garbage import freeze_loaded_objects

PING_SECONDS: Final = 5
"""How often a socket is pinged, and how long its browser may take to answer: one that has gone may not send a close."""

LARGEST_MESSAGE: Final = 65_536
"""Bytes of a message over a socket; one that a browser has reason to send has a thousand."""

MOST_READ_OF_HEAD: Final = 131_072
"""After how many bytes a head that has no end yet is cut. The site refuses much smaller ones, with an explanation."""

CONNECTION_SECONDS: Final = 30.0
"""After how long a connection is closed that serves no request just then, also if the head of one is half read."""

CHECK_SECONDS: Final = 1.0
"""How often connections are checked for that."""

SHUTDOWN_SECONDS: Final = 10
"""How long requests may take that are being answered when the server gets the signal to end."""


LARGEST_PORT: Final = 65_535


def port(text: str) -> int:
    """Parse the port to listen on from the command line. Raises ArgumentTypeError."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= LARGEST_PORT:
        raise ArgumentTypeError(f"{text!r} is not a number from 1 to {LARGEST_PORT}")
    return int(text)


class WithTicker:
    """Runs the ticker from the server's start to its end, beside the site."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        await receive()
        ticker = asyncio.create_task(run_all(freeze_loaded_objects))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        ticker.cancel()
        await asyncio.gather(ticker, return_exceptions=True)
        await send({"type": "lifespan.shutdown.complete"})


class AnnouncedServer(uvicorn.Server):
    """Writes where the site is once it listens there: if the port is not free, the log says so, and nothing else."""

    def __init__(self, config: uvicorn.Config, stdout: OutputWrapper) -> None:
        super().__init__(config)
        self._stdout = stdout

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        host = f"[{self.config.host}]" if ":" in self.config.host else self.config.host
        self._stdout.write(f"Dummy Hand Spades: http://{host}:{self.config.port}/  (stop with Control-C)")
        self._stdout.flush()


def serve(host: str, port: int, stdout: OutputWrapper) -> None:
    """Serve the site, with all that the ticker does, until the process gets the signal to end."""
    server = AnnouncedServer(_config(host, port), stdout)
    with suppress(ValueError):  # only a main thread may handle signals
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn raises it again when it has ended
    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(run(server))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes the event loop: that of uvloop, which exists everywhere but on Windows."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _config(host: str, port: int) -> uvicorn.Config:
    return uvicorn.Config(
        WithTicker(get_default_application()),
        host=host,
        port=port,
        loop="none",  # `serve` makes it
        http="h11",  # of uvicorn's parsers the one that limits the head
        h11_max_incomplete_event_size=MOST_READ_OF_HEAD,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,  # lengths of compressed frames reveal something of what they hold
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the site knows how many proxies to trust
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


async def run(server: uvicorn.Server) -> None:
    """Run the server until it gets the signal to end."""
    ending = asyncio.create_task(_end_old_connections(server))
    try:
        await server.serve()
    finally:
        ending.cancel()


async def _end_old_connections(server: uvicorn.Server) -> None:
    """Close connections after CONNECTION_SECONDS: idle ones at once, and those that serve a request after its answer.

    Sockets stay: uvicorn pings them.
    """
    now = asyncio.get_running_loop().time
    since: WeakKeyDictionary[Any, float] = WeakKeyDictionary()
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        for connection in list(server.server_state.connections):
            if not isinstance(connection, server.config.http_protocol_class) or connection.transport.is_closing():
                continue
            if now() - since.setdefault(connection, now()) > CONNECTION_SECONDS:
                connection.shutdown()
