"""Limits on what one browser, player or address may do with sockets."""

from collections import Counter
from typing import Final

from django.conf import settings
from prometheus_client import Gauge

from accounts.base.sockets import App, Receive, Scope, Send, address_of_socket

OPEN: Final = Gauge("spades_open_sockets", "Sockets that browsers have open at this process.")


class RateLimit:
    """Allow at most `count` actions in any period of `seconds`."""

    def __init__(self, count: int, seconds: float) -> None:
        self._count, self._seconds = count, seconds
        self._times: list[float] = []

    def take(self, now: float) -> bool:
        """Count an action at the time `now` in seconds; return False, without counting it, if the limit is reached."""
        self._times = [time for time in self._times if now - time < self._seconds]
        if len(self._times) >= self._count:
            return False
        self._times.append(now)
        return True


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
        self._open.update(limits.keys())
        try:
            with OPEN.track_inprogress():
                await self._app(scope, receive, send)
        finally:
            self._open.subtract(limits.keys())
            self._open += Counter()  # drops the keys whose count is zero


def _limits(scope: Scope) -> dict[str, int]:
    """Return the limits that apply to this socket, by the key it is counted under."""
    limits = {}
    if address := address_of_socket(scope):
        limits[f"address {address}"] = settings.SOCKETS_PER_ADDRESS
    if scope["user"].is_authenticated:
        limits[f"player {scope['user'].pk}"] = settings.SOCKETS_PER_PLAYER
    return limits
