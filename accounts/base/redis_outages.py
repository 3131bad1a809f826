"""Outages of a Redis server, shared by all its users in this process: once it has failed to answer, nothing waits for
it, and every use fails at once until it answers again.
"""

import logging
from collections.abc import Callable
from functools import cache
from threading import Lock, Thread
from time import sleep
from typing import Final

from redis import Redis
from redis.exceptions import ConnectionError as NotConnected, TimeoutError as TooSlow

from accounts.base.outages import Attempts

logger = logging.getLogger(__name__)

ANSWERS_WITHIN: Final = 1.0
"""Seconds after which a Redis that has not answered counts as down."""

ASKED_EVERY: Final = 0.5
"""Seconds between two checks whether it answers again."""


class RedisServer:
    """What this process knows of the Redis at one address. Functions in `when_back` are called after each outage."""

    def __init__(self, url: str) -> None:
        self._url, self._lock = url, Lock()
        self.is_away = False
        self.is_asked = False  # whether it answers again
        self.when_back: set[Callable[[], object]] = set()
        self._attempts = Attempts(logger, "the connection to Redis is lost")

    def check(self) -> None:
        """Raise NotConnected during an outage."""
        if self.is_away:
            raise NotConnected("it has not answered a moment ago")

    def has_failed(self, error: Exception) -> None:
        """Record that Redis has not answered in time or has closed a connection, perhaps only that one."""
        with self._lock:
            if self.is_asked:
                return
            self.is_asked, self.is_away = True, isinstance(error, TooSlow)
        self._attempts.failed(error)
        Thread(target=self._wait, name="redis", daemon=True).start()

    def _wait(self) -> None:
        while not self._answers():
            self.is_away = True
            sleep(ASKED_EVERY)
        self.is_asked = self.is_away = False
        self._attempts.worked()
        for call in tuple(self.when_back):
            call()

    def _answers(self) -> bool:
        try:
            with Redis.from_url(
                self._url, socket_timeout=ANSWERS_WITHIN, socket_connect_timeout=ANSWERS_WITHIN
            ) as asking:
                return bool(asking.ping())
        except Exception:  # any error: no other code checks the server
            return False


@cache
def server_at(url: str) -> RedisServer:
    """Return what this process knows of the Redis at this address."""
    return RedisServer(url)
