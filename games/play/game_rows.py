"""Everything that locks or writes rows of games: new games, turns, other changes, due times.

A caller that changes a game holds its lock, through `queue` or `lock`. With turns the rows of seats, deals and events
that depend on them are written too.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any, Final

from django.db import connection
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.base.statements import Statement
from accounts.models import User
from games.engine import Card, Event, to_json
from games.models import BotChoice, Deal, Event as EventRow, Game, PlannedCard, Seat, bulk
from games.play.errors import OtherChoice, StaleGame
from games.values import UNFINISHED, Author

CLOCK: Final = ("waiting_since", "used")
"""The columns of a seat that start, stop and set its clock during a turn."""

_LOCKED: Final = Statement(lambda code: Game.objects.select_for_update(no_key=True).filter(code=code))

GOING_ON: Final = (*CLOCK, "lag", "reserve", "spent", "ready")
"""The columns of a seat that a change of turn may change."""


def lock_all(codes: Iterable[str]) -> None:
    """Lock these games in the order in which all games are locked, that of their keys, so that nobody can deadlock.

    Their codes would give no common order: PostgreSQL sorts texts by locale, Python does not.
    """
    list(Game.objects.select_for_update(no_key=True).filter(code__in=codes).order_by("pk").values_list("pk"))


def lock(code: str) -> Game:
    """Return the game, locked until the end of the transaction. Raises Game.DoesNotExist.

    Rows that refer to the game, such as chat messages, can still be written: its key is not locked. SQLite has no row
    locks: there transactions begin IMMEDIATE, which keeps other writers out, and the unique (game, sequence) decides if
    that fails.
    """
    game = _LOCKED.first(code)
    if game is None:
        raise Game.DoesNotExist
    return game


def add(game: Game, seats: Sequence[Seat]) -> None:
    """Store a new game and its seats."""
    game.save()
    Seat.objects.bulk_create(seats)


def add_all(games: Sequence[Game], seats: Sequence[Seat]) -> None:
    """Store new games and their seats at once."""
    now = timezone.now()
    for game in games:
        game.created_at = game.updated_at = now
    bulk.add(games)
    Seat.objects.bulk_create(seats)


def save(game: Game, seats: Iterable[Seat]) -> None:
    """Save a game after a change that is not a turn, and those of its seats whose clocks have changed."""
    for seat in seats:
        seat.save(update_fields=GOING_ON)
    game.save()


def outdate_ended(games: Iterable[int]) -> None:
    """Give those of these games that have ended, by primary key, a new version: names at their tables have changed.

    Processes then render them again at the next request instead of using their caches. The games must be locked.
    """
    Game.objects.filter(pk__in=games).exclude(stage__in=UNFINISHED).update(version=F("version") + 1)


def change_host(games: QuerySet[Game], host: User) -> None:
    """Make a user the host of these games, when the host's account is merged into the user's."""
    games.update(host=host)


def mark_hinted(game: Game) -> None:
    """Store that a player has asked for a hint. Nothing at the table changes.

    The game then changes no rating, unless a deal has been scored: a player could otherwise avoid an expected loss.
    """
    Game.objects.filter(pk=game.pk, hinted=False).update(hinted=True, hinted_late=has_scored_deal(game))


def has_scored_deal(game: Game) -> bool:
    """Return whether a deal of the game has been scored."""
    return game.results.exists()


def put_off(games: QuerySet[Game], until: datetime | None, **more: datetime) -> None:
    """Set when the next step of these games is due, and perhaps `updated_at`."""
    games.update(due_at=until, **more)


class Draft:
    """Rows of one or many games to be written at once: one statement for each kind of row, not for each row.

    This is the write that a busy site makes most often.
    """

    def __init__(self) -> None:
        self._times: dict[datetime | None, Any] = {}
        self._games: list[tuple[Any, ...]] = []
        self._seats: list[tuple[Any, ...]] = []
        self._deals: list[Deal] = []
        self._events: list[tuple[Deal, tuple[Any, ...]]] = []
        self._played: list[tuple[Any, ...]] = []
        self._choices: list[tuple[int, str, str]] = []
        self._rest: list[Callable[[], None]] = []

    def _time(self, moment: datetime | None) -> Any:
        """Return the moment as the database stores it; the same one is written to several rows."""
        if moment not in self._times:
            self._times[moment] = connection.ops.adapt_datetimefield_value(moment)
        return self._times[moment]

    def move_on(self, game: Game, steps: int, seats: Iterable[Seat]) -> None:
        """Add a game that is `steps` versions further, and those of its seats that have changed."""
        time, known = self._time, game.version
        game.version += steps
        proposal = (str(game.proposal), game.proposed_by, game.proposed_version)
        values = (str(game.stage), game.deal_number, game.winner, time(game.due_at), time(game.updated_at), *proposal)
        self._games.append((game.version, *values, game.pk, known))
        self._seats += [
            (time(seat.waiting_since), seat.used, seat.lag, seat.reserve, seat.spent, seat.ready, seat.pk)
            for seat in seats
        ]

    def append(self, game: Game, deal: Deal, seats: Iterable[Seat], events: Sequence[Event], author: Author) -> None:
        """Add events that follow `game.version` and the rows they change; the first events of a deal add the deal."""
        if deal.pk is None:
            self._deals.append(deal)
        at = self._time(game.updated_at)
        for sequence, event in enumerate(events, start=game.version + 1):
            self._events.append((deal, (game.pk, sequence, json.dumps(to_json(event)), author.value, False, at)))
        self.move_on(game, len(events), seats)

    def remove_plans(self, game: Game, seat: Seat, played: Card, hand: Iterable[Card]) -> None:
        """Add the removal of a player's plans: this card, and the card chosen for the next turn of its hand."""
        self._played.append((seat.pk, game.deal_number, str(played), " ".join(map(str, hand))))

    def keep_choice(self, board: int, position: str, event: object) -> None:
        """Add what a bot has chosen at a position of a board, as the JSON of its event."""
        self._choices.append((board, position, json.dumps(event)))

    def then(self, write: Callable[[], None]) -> None:
        """Add a function that writes more rows after all these."""
        self._rest.append(write)

    def write(self) -> None:
        """Write all rows, and so lock the games in order (`lock_all`).

        Raises StaleGame if a game has moved on, and OtherChoice if a bot has chosen otherwise at the same position, at
        another table or in another process; the caller must then roll the transaction back.
        """
        self._games.sort(key=_KEY)
        self._choices.sort()  # transactions that store choices wait for one another: one order prevents deadlocks
        with connection.cursor() as cursor:
            cursor.executemany(_MOVE_ON, self._games)
            if cursor.rowcount != len(self._games):
                raise StaleGame
            cursor.executemany(_SAVE_SEAT, self._seats)
            if self._deals:
                bulk.add(self._deals)
            cursor.executemany(_ADD_EVENT, [(deal.pk, *row) for deal, row in self._events])
            if self._played:
                cursor.executemany(_REMOVE_PLANS, self._played)
            if self._choices:
                cursor.executemany(_KEEP_CHOICE, self._choices)
                if cursor.rowcount != len(self._choices):
                    self._check_choices()
        for write in self._rest:
            write()

    def _check_choices(self) -> None:
        """Raise OtherChoice if a stored choice at a position differs from the one to be written."""
        boards, positions, _events = zip(*self._choices, strict=True)
        rows = BotChoice.objects.filter(board__in=boards, position__in=positions)
        stored = {row[:2]: row[2] for row in rows.values_list("board", "position", "event")}
        if any(stored[board, position] != json.loads(event) for board, position, event in self._choices):
            raise OtherChoice


_MOVE_ON: Final = (
    f"UPDATE {Game._meta.db_table} SET version = %s, stage = %s, deal_number = %s, winner = %s,"  # noqa: S608  # only a model's table name is inserted
    " due_at = %s, updated_at = %s, proposal = %s, proposed_by = %s, proposed_version = %s"
    " WHERE id = %s AND version = %s"
)
_KEY: Final = itemgetter(-2)
"""The primary key among the values of `_MOVE_ON`."""
_SAVE_SEAT: Final = (
    f"UPDATE {Seat._meta.db_table}"  # noqa: S608  # only a model's table name is inserted
    " SET waiting_since = %s, used = %s, lag = %s, reserve = %s, spent = %s, ready = %s WHERE id = %s"
)
_ADD_EVENT: Final = (
    f"INSERT INTO {EventRow._meta.db_table}"  # noqa: S608  # only a model's table name is inserted
    " (deal_id, game_id, sequence, payload, author, taken_back, at) VALUES (%s, %s, %s, %s, %s, %s, %s)"
)
_REMOVE_PLANS: Final = (
    f"DELETE FROM {PlannedCard._meta.db_table}"  # noqa: S608  # only a model's table name is inserted
    " WHERE seat_id = %s AND deal_number = %s AND (card = %s OR led = '' AND %s LIKE '%%' || card || '%%')"
)
"""The last value is the hand, as text."""
_KEEP_CHOICE: Final = (
    f"INSERT INTO {BotChoice._meta.db_table} (board_id, position, event) VALUES (%s, %s, %s)"  # noqa: S608  # only a model's table name is inserted
    " ON CONFLICT DO NOTHING"
)
