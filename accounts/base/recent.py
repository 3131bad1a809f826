"""A cache in memory of recently used values."""

from collections import OrderedDict
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Values by key. Whenever one is put, those are removed that were not used for so many `seconds`, and the one not
    used for longest if there are more than `most`. Any thread may use it.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._values = OrderedDict[K, tuple[float, V]]()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return the value with this key and mark it as used; None if there is none."""
        with self._lock:
            kept = self._values.get(key)
            if kept is None:
                return None
            self._values[key] = monotonic(), kept[1]
            self._values.move_to_end(key)
            return kept[1]

    def put(self, key: K, value: V) -> None:
        """Store a value, and remove those that have not been used for long."""
        now = monotonic()
        with self._lock:
            self._values[key] = now, value
            self._values.move_to_end(key)
            while len(self._values) > self._most or next(iter(self._values.values()))[0] < now - self._seconds:
                self._values.popitem(last=False)

    def pop(self, key: K) -> V | None:
        """Remove a value and return it; None if there is none."""
        with self._lock:
            kept = self._values.pop(key, None)
        return kept and kept[1]

    def clear(self) -> None:
        """Remove everything."""
        with self._lock:
            self._values.clear()
