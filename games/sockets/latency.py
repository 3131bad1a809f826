"""The round trip time to a browser: now and then it is sent a word, which it sends back at once."""

import json
import secrets
from statistics import fmean
from typing import Final

ROUND_TRIPS: Final = 5
"""Over how many of the last round trips the average is taken."""


class Latency:
    """The last few round trips to one browser. Words are random, so that nobody can answer before being asked."""

    def __init__(self) -> None:
        self._word = ""
        self._asked_at = 0.0
        self._took: tuple[float, ...] = ()

    def ask(self, now: float) -> str | None:
        """Return a word to send at the time `now` in seconds; None while the last one has not come back."""
        if self._word:
            return None
        self._word, self._asked_at = json.dumps({"echo": secrets.token_hex(4)}), now
        return self._word

    def hear(self, text: str | None, now: float) -> float | None:
        """Return the average round trip in seconds if `text` is the word sent back; None if it is something else."""
        if not self._word or text != self._word:
            return None
        self._word = ""
        self._took = (*self._took, now - self._asked_at)[-ROUND_TRIPS:]
        return fmean(self._took)
