"""How long the way to a browser and back takes: it is sent a word now and then, and sends it back at once."""

from __future__ import annotations

import json
import secrets
from collections import deque
from statistics import fmean


class RoundTrips:
    """The last few ways to one browser and back. The words are random, so that no answer comes before its question."""

    def __init__(self, remembered: int = 5) -> None:
        self._word = ""
        self._asked_at = 0.0
        self._took: deque[float] = deque(maxlen=remembered)

    def ask(self, now: float) -> str | None:
        """A word to send at this time in seconds; None while the last one is still on its way."""
        if self._word:
            return None
        self._word, self._asked_at = json.dumps({"echo": secrets.token_hex(4)}), now
        return self._word

    def hear(self, text: str | None, now: float) -> float | None:
        """What a way takes lately, in seconds, if `text` is the word sent back; None if it is something else."""
        if not self._word or text != self._word:
            return None
        self._word = ""
        self._took.append(now - self._asked_at)
        return fmean(self._took)
