"""Django's caches without the check that memcached could store each key, which took half the time of reading one."""

from django.core.cache.backends import locmem, redis


class LocMemCache(locmem.LocMemCache):
    """The cache of a site of one process."""

    def validate_key(self, key: str) -> None:
        """Accept each key."""


class RedisCache(redis.RedisCache):
    """The cache that all processes share."""

    def validate_key(self, key: str) -> None:
        """Accept each key."""
