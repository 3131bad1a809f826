"""What this process remembers of running deals, so that a move need not read them again.

Two things for each table: the rows and the state for whoever writes next, and what it shows for whoever looks. Neither
is ever trusted over the database: a writer's first statement fails if the game has moved on, and a reader asks for a
version. What a failed transaction touched is forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Final

from django.db import transaction

from games.engine import Action, Player, Scores, Standing, State, next_dealer, standing_after
from games.models import Author, Deal, Game, Seat
from games.play import after
from games.play.queries import TableNow
from games.play.snapshot import Stage

REMEMBERED_TABLES: Final = 2000


@dataclass(slots=True)
class Table:
    """A running deal in the hands of one writer: its rows, its state, and the sequences that matter to who is late.

    `moved` is the sequence of the last event, `dealt` that of the deal, `claimed` that of the last claim.
    """

    game: Game
    seats: list[Seat]
    deal: Deal
    state: State
    moved: int
    dealt: int
    claimed: int


@dataclass(slots=True)
class Interval:
    """A game between two deals in the hands of one writer: its rows, whose deal comes next and how everybody stands.

    `since` is the version at which the score sheet came up, 0 for the draw.
    """

    game: Game
    seats: list[Seat]
    dealer: Player
    standing: Standing
    since: int


_tables: OrderedDict[str, Table | Interval] = OrderedDict()
_shown: OrderedDict[str, TableNow] = OrderedDict()
_lock = Lock()


def take(code: str) -> Table | Interval | None:
    """The game as remembered, which is forgotten with that: its only owner is now the caller."""
    return _tables.pop(code, None)


def keep_on_commit(table: Table, action: Action, author: Author, was_exposed: bool, before: int) -> None:
    """Remember a table, and what it shows, as soon as the move just written at version `before` is committed."""
    known = _shown_at(table.game.code, before)
    shown = after.move(known, table.game, table.seats, table.state, action, author, was_exposed) if known else None
    transaction.on_commit(partial(_keep, table, shown))


def keep_scored_on_commit(table: Table, action: Action, author: Author, scores: Scores, before: int) -> None:
    """Remember, after the commit, a game whose deal has just been scored, for whoever writes and whoever looks.

    The end of a game changes more than that, and is seldom enough to be read.
    """
    game, deal = table.game, table.deal
    if game.stage != Stage.SCORED:
        return
    known = _shown_at(game.code, before)
    shown = after.scored(known, game, table.seats, deal, table.state, action, author) if known else None
    waits = Interval(game, table.seats, next_dealer(deal.dealer), standing_after(scores), game.version)
    transaction.on_commit(partial(_keep, waits, shown))


def keep_ready_on_commit(interval: Interval, player: Player, before: int) -> None:
    """Remember, after the commit, that one more player waits for the next deal."""
    known = _shown_at(interval.game.code, before)
    shown = after.ready(known, interval.game, player) if known else None
    transaction.on_commit(partial(_keep, interval, shown))


def keep_dealt_on_commit(game: Game, seats: list[Seat], deal: Deal, state: State, before: int) -> None:
    """Remember, after the commit, the table with the deal just dealt, for whoever writes and whoever looks."""
    known = _shown_at(game.code, before)
    table = Table(game, seats, deal, state, game.version, game.version, game.version)
    transaction.on_commit(partial(_keep, table, after.dealt(known, game, seats, deal, state) if known else None))


def _shown_at(code: str, version: int) -> TableNow | None:
    """What the table showed at exactly this version, if it is remembered: what came between would be missed."""
    known = _shown.get(code)
    return known if known is not None and known.version == version else None


def _keep(kept: Table | Interval, shown: TableNow | None) -> None:
    with _lock:
        _tables[kept.game.code] = kept
        if len(_tables) > REMEMBERED_TABLES:
            _tables.popitem(last=False)
    if shown is not None:
        show(shown)


def show(now: TableNow) -> None:
    """Remember what a table shows, unless something newer is known."""
    with _lock:
        known = _shown.get(now.code)
        if known is None or known.version <= now.version:
            _shown[now.code] = now
            _shown.move_to_end(now.code)
        if len(_shown) > REMEMBERED_TABLES:
            _shown.popitem(last=False)


def now(code: str, version: int) -> TableNow | None:
    """What the table shows, if this version or a newer one is remembered."""
    known = _shown.get(code)
    return known if known is not None and known.version >= version else None
