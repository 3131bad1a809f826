"""So much in so long: how often something may happen."""

from __future__ import annotations

from collections import deque


class Allowance:
    """At most `count` times in any `seconds`."""

    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._taken: deque[float] = deque(maxlen=count)

    def take(self, now: float) -> bool:
        """Once more, at this time in seconds; False if that is once too often."""
        full = len(self._taken) == self._taken.maxlen
        if full and now - self._taken[0] < self._seconds:
            return False
        self._taken.append(now)
        return True
