"""Who is present at a table, as its page shows it, and who therefore acts as host."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from games.engine import Player
from games.play.snapshot import Snapshot


class Onlookers(NamedTuple):
    """The names of people at a table without a seat: onlookers, with "" for each anonymous one, and invited players."""

    looking: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()


NOBODY: Final = Onlookers()


@dataclass(frozen=True, slots=True)
class Attendance:
    """Which players have the table open, and whom the others may replace by a bot. It is not part of a version.

    `around` are the people around a table that waits for players. `bot_at` says for each player who has been away for
    half a minute when a bot may be called; None for the others.
    """

    here: frozenset[Player] = frozenset()
    away_too_long: frozenset[Player] = frozenset()
    around: Onlookers = NOBODY
    bot_at: tuple[datetime | None, ...] = (None, None, None)

    def with_back(self, players: frozenset[Player]) -> "Attendance":
        """Return the attendance after these players have come back."""
        bot_at = tuple([None if player in players else at for player, at in enumerate(self.bot_at)])
        return Attendance(self.here | players, self.away_too_long - players, self.around, bot_at)

    def host_of(self, table: Snapshot) -> Player | None:
        """Return the seat of the player who acts as host, as `presence.host_now` does; None if the host has no seat."""
        return self.acting_host(table.host, (seat.player for seat in table.seats if seat.is_person))

    def acting_host(self, host: Player | None, people: Iterable[Player]) -> Player | None:
        """Return the host, or the first of the people present while the host has been away too long."""
        if host not in self.away_too_long:
            return host
        return next((player for player in people if player in self.here), host)
