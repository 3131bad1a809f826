"""A rate limit in memory."""

from collections import deque


class RateLimit:
    """Allow at most `count` actions in any period of `seconds`."""

    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._times: deque[float] = deque(maxlen=count)

    def take(self, now: float) -> bool:
        """Count an action at the time `now` in seconds; return False, without counting it, if the limit is reached."""
        full = len(self._times) == self._times.maxlen
        if full and now - self._times[0] < self._seconds:
            return False
        self._times.append(now)
        return True
