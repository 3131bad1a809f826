"""How many sockets one player, or one address, may have open: enough for anybody, too few to fill the site with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.conf import settings

from accounts.sockets import App, Receive, Scope, Send, address_of_socket


class Turnstile:
    """Opens no more sockets for whoever has too many open at this process. Stands behind `WithVisitor`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limits = _limits(scope)
        if any(self._open[whose] >= limit for whose, limit in limits.items()):
            await receive()
            await send({"type": "websocket.close"})
            return
        with self._counted(limits):
            await self._app(scope, receive, send)

    @contextmanager
    def _counted(self, whose: Mapping[str, int]) -> Iterator[None]:
        self._open.update(whose.keys())
        try:
            yield
        finally:
            self._open.subtract(whose.keys())
            self._open += Counter()  # keeps those above zero


def _limits(scope: Scope) -> dict[str, int]:
    """How many sockets those behind this one may have open, by what each is counted under."""
    limits = {}
    if address := address_of_socket(scope):
        limits[f"address {address}"] = settings.SOCKETS_PER_ADDRESS
    if scope["user"].is_authenticated:
        limits[f"player {scope['user'].pk}"] = settings.SOCKETS_PER_PLAYER
    return limits
