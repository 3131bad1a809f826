"""Moves that bots have decided on, held until they may be seen: how long a thought took tells of a hidden hand."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

HELD_FOR: Final = 0.1
"""Seconds from the moment a bot is asked until its move may be seen. Few thoughts take longer; a forced card needs none
at all, and comes no sooner for that."""


class Held:
    """What one ticker holds: a move for a game at a version, each as long as the others, so first in is first out."""

    def __init__(self, seconds: float = HELD_FOR) -> None:
        self._seconds = seconds
        self._moves: dict[tuple[str, int], tuple[float, Callable[[], object]]] = {}

    def __len__(self) -> int:
        return len(self._moves)

    def __contains__(self, game: tuple[str, int]) -> bool:
        return game in self._moves

    def hold(self, game: tuple[str, int], asked: float, make: Callable[[], object]) -> None:
        """Hold a move that a bot was asked for at this time, on the clock of `time.monotonic`."""
        self._moves[game] = asked + self._seconds, make

    def release(self) -> None:
        """Make the moves that were held long enough."""
        for game, (at, make) in list(self._moves.items()):
            if at > monotonic():
                return
            del self._moves[game]
            make()

    def rest(self, longest: float) -> float:
        """The seconds until the next move may be seen, or `longest` if that is less."""
        return min([longest, *(at - monotonic() for at, _ in self._moves.values())])
