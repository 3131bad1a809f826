"""A rate limit in memory."""


class RateLimit:
    """Allow at most `count` actions in any period of `seconds`."""

    def __init__(self, count: int, seconds: float) -> None:
        self._count, self._seconds = count, seconds
        self._times: list[float] = []

    def take(self, now: float) -> bool:
        """Count an action at the time `now` in seconds; return False, without counting it, if the limit is reached."""
        self._times = [time for time in self._times if now - time < self._seconds]
        if len(self._times) >= self._count:
            return False
        self._times.append(now)
        return True
