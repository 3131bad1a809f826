"""The web server of `manage.py play`: uvicorn, with the site's limits, and all that a ticker does.

uvicorn reads a body only as fast as the site takes it, and so holds little of one that is too large
(config/request_limits.py). It waits for ever for the head of a request, so this module ends old connections.
"""

import asyncio
import logging
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

from accounts.base.outages import Attempts
from accounts.base.sockets import App, Receive, Scope, Send
from games.management.commands.ticker import run_all
from games.management.garbage import freeze_loaded_objects

logger = logging.getLogger(__name__)
_CLOSING: Final = Attempts(logger, "a connection could not be closed")

PING_SECONDS: Final = 5
"""How often a socket is pinged, and how long its browser may take to answer: one that has gone may not send a close."""

LARGEST_MESSAGE: Final = 65_536
"""Bytes of a message over a socket; one that a browser has reason to send has a thousand."""

MOST_READ_OF_HEAD: Final = 131_072
"""After how many bytes a head that has no end yet is cut. The site refuses much smaller ones, with an explanation."""

HEAD_SECONDS: Final = 30.0
"""How long the head of a request may take, also the first one of a connection. Then the connection is closed."""

KEEP_ALIVE_SECONDS: Final = 150
"""How long a connection is kept after an answer: longer than proxies keep it, or a request that one sends at the moment
at which it is closed would be lost. nginx and the balancers of most clouds keep it for 60 seconds, Caddy for 120.
"""

CHECK_SECONDS: Final = 1.0
"""How often connections are checked for heads that do not come."""

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
        ticker.add_done_callback(_say_that_it_failed)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        ticker.cancel()
        await asyncio.gather(ticker, return_exceptions=True)
        await send({"type": "lifespan.shutdown.complete"})


def _say_that_it_failed(ticker: asyncio.Task[None]) -> None:
    if not ticker.cancelled() and (error := ticker.exception()):
        logger.error("the ticker has ended, and bots do not move: restart the site", exc_info=error)


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
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


async def run(server: uvicorn.Server) -> None:
    """Run the server until it gets the signal to end."""
    ending = asyncio.create_task(_end_slow_connections(server))
    try:
        await server.serve()
    finally:
        ending.cancel()


async def _end_slow_connections(server: uvicorn.Server) -> None:
    """Close connections that have waited for the head of a request for longer than HEAD_SECONDS.

    Sockets stay: uvicorn pings them.
    """
    now = asyncio.get_running_loop().time
    since: WeakKeyDictionary[Any, float] = WeakKeyDictionary()
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        for connection in list(server.server_state.connections):
            with _CLOSING.attempt():
                if not _waits_for_head(connection, server):
                    since.pop(connection, None)
                elif now() - since.setdefault(connection, now()) > HEAD_SECONDS:
                    connection.shutdown()


def _waits_for_head(connection: Any, server: uvicorn.Server) -> bool:
    """Return whether a connection serves no request, and is not kept after an answer: uvicorn ends those itself."""
    is_http = isinstance(connection, server.config.http_protocol_class)
    if not is_http or connection.transport.is_closing():
        return False
    is_serving = connection.cycle is not None and not connection.cycle.response_complete
    return not is_serving and connection.timeout_keep_alive_task is None
