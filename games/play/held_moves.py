"""Moves of bots that are held back until a fixed time has passed since the bot was asked."""

from collections.abc import Callable, Iterator
from time import monotonic, sleep
from typing import Final

HELD_FOR: Final = 0.1
"""Seconds from asking a bot until its move is made. Few choices take longer, and a forced card is made no sooner."""


class HeldMoves:
    """The moves that a ticker holds back, by the code of the game: how long a bot thinks could reveal hidden cards.

    All are held equally long, so the first in is the first out.
    """

    def __init__(self, seconds: float = HELD_FOR) -> None:
        self._seconds = seconds
        self._moves: dict[str, tuple[float, Callable[[], object]]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._moves)

    def hold(self, code: str, asked: float, make: Callable[[], object]) -> None:
        """Hold back a move that a bot was asked for at the time `asked` of `time.monotonic`."""
        self._moves[code] = asked + self._seconds, make

    def release(self) -> None:
        """Make the moves that were held back long enough."""
        for code, (at, make) in list(self._moves.items()):
            if at > monotonic():
                return
            del self._moves[code]
            make()

    def finish(self) -> None:
        """Wait until all moves that are held back may be made, and make them."""
        while self._moves:
            sleep(max(0.0, self.rest(self._seconds)))
            self.release()

    def rest(self, longest: float) -> float:
        """Return the seconds until the next move may be made, or `longest` if that is less."""
        return min([longest, *(at - monotonic() for at, _ in self._moves.values())])
