"""Django's caches without the check that memcached could store each key, which took half the time of reading one; that
of Redis waits for no answer longer than a second, and not at all while there is none.
"""

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, Final

from django.core.cache.backends import locmem, redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected, TimeoutError as TooSlow
from redis.retry import Retry

from accounts.base.redis_outages import ANSWERS_WITHIN, RedisServer, server_at

_LIMITS: Final = {
    "socket_timeout": ANSWERS_WITHIN,
    "socket_connect_timeout": ANSWERS_WITHIN,
    "retry": Retry(NoBackoff(), 1, (NotConnected,)),  # a connection may have been cut while nobody used it
}


class LocMemCache(locmem.LocMemCache):
    """The cache of a site of one process."""

    def validate_key(self, key: str) -> None:
        """Accept each key."""


class RedisCache(redis.RedisCache):
    """The cache that all processes share."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, {**params, "OPTIONS": {**_LIMITS, **params.get("OPTIONS", {})}})
        self._server = server_at(server)

    def validate_key(self, key: str) -> None:
        """Accept each key."""

    @cached_property
    def _cache(self) -> Any:
        return _Client(super()._cache, self._server)


class _Client:
    """Django's client, which is not asked while Redis is away."""

    def __init__(self, client: redis.RedisCacheClient, server: RedisServer) -> None:
        self._client, self._server = client, server

    def __getattr__(self, name: str) -> Callable[..., Any]:
        ask = getattr(self._client, name)

        @wraps(ask)
        def ask_unless_away(*args: Any, **kwargs: Any) -> Any:
            self._server.check()
            try:
                return ask(*args, **kwargs)
            except (NotConnected, TooSlow) as error:
                self._server.has_failed(error)
                raise

        vars(self)[name] = ask_unless_away
        return ask_unless_away
