"""The addresses of this site by the names of its views, each worked out once.

Django goes through the URL configuration for every link, which was a fifth of the work of a small page. What an address
follows from does not change while the site runs, so a kept one is always right.
"""

from collections.abc import Sequence
from functools import lru_cache

from django.urls import URLResolver, get_resolver, get_script_prefix, get_urlconf, reverse


def look_up(name: str, args: Sequence[str | int], current_app: str | None = None) -> str:
    """Return the address of a view; `current_app` is the instance of an app, as for `reverse`."""
    return _address(get_resolver(get_urlconf()), get_script_prefix(), current_app, name, *args)


@lru_cache(maxsize=4096, typed=True)
def _address(_site: URLResolver, _prefix: str, current_app: str | None, name: str, *args: str | int) -> str:
    return reverse(name, args=args, current_app=current_app)
