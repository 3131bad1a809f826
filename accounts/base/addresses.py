"""Addresses of pages by name, for markup that is rendered without importing views and the database.

The site looks them up in its URL configuration; another program may provide its own table.
"""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Final, TypeAlias

LookUp: TypeAlias = Callable[[str, Sequence[str | int]], str]
"""Returns the address of a page by its name and the arguments in its path."""

_source: Final = SimpleNamespace(look_up=None)


def come_from(look_up: LookUp) -> None:
    """Use this function to look up addresses from now on."""
    _source.look_up = look_up


def address(name: str, *args: str | int) -> str:
    """Return the address of the page of this name, such as "games:table", with these arguments."""
    return str(_source.look_up(name, args))
