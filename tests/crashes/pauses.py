"""How long players saw nothing happen at their tables."""

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Final

from tests.crashes.people import Person

LOOK_EVERY: Final = 0.02


class Pauses:
    """The longest time, in seconds, between two versions of a table that its players were shown."""

    def __init__(self, people: Sequence[Person]) -> None:
        self._people = people
        self.longest = 0.0

    async def watch(self) -> None:
        """Look at the tables until cancelled."""
        shown = self.versions()
        since = dict.fromkeys(shown, monotonic())
        while True:
            await asyncio.sleep(LOOK_EVERY)
            now = monotonic()
            for code, version in self.versions().items():
                self.longest = max(self.longest, now - since[code])
                if version != shown[code]:
                    shown[code], since[code] = version, now

    def versions(self) -> dict[str, int]:
        """Return the newest version that a player of each table is shown."""
        return {
            code: max(person.version for person in self._people if person.code == code)
            for code in {person.code for person in self._people}
        }
