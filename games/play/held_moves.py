"""Moves that bots have chosen, held back for a fixed time: how long a bot takes to choose could reveal hidden cards."""

from collections.abc import Callable
from time import monotonic
from typing import Final

HELD_FOR: Final = 0.1
"""Seconds from asking a bot until its move is made. Few choices take longer, and a forced card is made no sooner."""


class HeldMoves:
    """The moves that one ticker holds back, by game and version. All are held equally long, so the first in is the
    first out.
    """

    def __init__(self, seconds: float = HELD_FOR) -> None:
        self._seconds = seconds
        self._moves: dict[tuple[str, int], tuple[float, Callable[[], object]]] = {}

    def __len__(self) -> int:
        return len(self._moves)

    def __contains__(self, game: tuple[str, int]) -> bool:
        return game in self._moves

    def hold(self, game: tuple[str, int], asked: float, make: Callable[[], object]) -> None:
        """Hold back a move that a bot was asked for at the time `asked` of `time.monotonic`."""
        self._moves[game] = asked + self._seconds, make

    def release(self) -> None:
        """Make the moves that were held back long enough."""
        for game, (at, make) in list(self._moves.items()):
            if at > monotonic():
                return
            del self._moves[game]
            make()

    def rest(self, longest: float) -> float:
        """Return the seconds until the next move may be made, or `longest` if that is less."""
        return min([longest, *(at - monotonic() for at, _ in self._moves.values())])
