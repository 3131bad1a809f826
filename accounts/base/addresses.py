"""Addresses of pages by name, for markup that is drawn without the views, as those know the database.

The site looks them up among its URLs, and a program without the site in a table of its own.
"""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Final, TypeAlias

LookUp: TypeAlias = Callable[[str, Sequence[str | int]], str]
"""Returns the address of a page by its name and the arguments in its path."""

_source: Final = SimpleNamespace(look_up=None)


def come_from(look_up: LookUp) -> None:
    """Let this function look up all addresses from now on."""
    _source.look_up = look_up


def address(name: str, *args: str | int) -> str:
    """Return the address of the page of this name, such as "games:table", with these arguments."""
    return str(_source.look_up(name, args))
