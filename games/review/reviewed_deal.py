"""A finished deal, or one from a record, as its review is made of it."""

from dataclasses import dataclass
from datetime import datetime

from games.engine import Event, Player, Proof
from games.play.snapshot import SeatInfo


@dataclass(frozen=True, slots=True)
class ReviewedDeal:
    """A deal to review: the whole `log`, hidden cards included.

    `viewer` is the reader's player, if any. `code`, `name` and `played_on` are those of the table, "" and None for an
    imported record; `deals` is the number of the table's deals that can be reviewed, and `is_live` tells whether the
    reader watches a running game one deal behind. `proof` is None for an imported record and for a deal that has none.
    Anybody may review a deal that is `open_to_all`. `key` is the primary key of the deal, None for an imported record.
    """

    seats: tuple[SeatInfo, SeatInfo, SeatInfo]
    viewer: Player | None
    log: tuple[Event, ...]
    code: str = ""
    name: str = ""
    number: int = 1
    deals: int = 1
    played_on: datetime | None = None
    proof: Proof | None = None
    open_to_all: bool = False
    is_live: bool = False
    key: int | None = None
