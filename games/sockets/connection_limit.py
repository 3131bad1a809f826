"""A limit on the open sockets of one player and of one address."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.conf import settings

from accounts.sockets import App, Receive, Scope, Send, address_of_socket


class ConnectionLimit:
    """Refuse a socket if its player or its address has too many open here. Runs inside `SessionMiddleware`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limits = _limits(scope)
        if any(self._open[key] >= limit for key, limit in limits.items()):
            await receive()
            await send({"type": "websocket.close"})
            return
        with self._counted(limits):
            await self._app(scope, receive, send)

    @contextmanager
    def _counted(self, keys: Mapping[str, int]) -> Iterator[None]:
        self._open.update(keys.keys())
        try:
            yield
        finally:
            self._open.subtract(keys.keys())
            self._open += Counter()  # drops the keys whose count is zero


def _limits(scope: Scope) -> dict[str, int]:
    """Return the limits that apply to this socket, by the key it is counted under."""
    limits = {}
    if address := address_of_socket(scope):
        limits[f"address {address}"] = settings.SOCKETS_PER_ADDRESS
    if scope["user"].is_authenticated:
        limits[f"player {scope['user'].pk}"] = settings.SOCKETS_PER_PLAYER
    return limits
