"""Kinds of competitions of one sort, by their codes. A subject plugs its own in (`games.subjects`)."""

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar


class HasCode(Protocol):
    """A kind, which rows store by its code."""

    @property
    def code(self) -> str: ...


K = TypeVar("K", bound=HasCode)


class Kinds(Generic[K]):
    """The kinds that the site knows, in the order in which they were registered."""

    def __init__(self) -> None:
        self._by_code: dict[str, K] = {}

    def register(self, kinds: Iterable[K]) -> None:
        """Add these kinds."""
        self._by_code |= {kind.code: kind for kind in kinds}

    def all(self) -> list[K]:
        """Return all kinds."""
        return list(self._by_code.values())

    def of(self, code: str) -> K:
        """Return the kind with this code. A kind must stay registered as long as competitions of it are stored."""
        return self._by_code[code]
