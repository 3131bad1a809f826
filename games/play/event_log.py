"""Games in the database as the engine knows them: load the current deal from its events, append events at a version."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

from games.engine import (
    BiddingStyle,
    Card,
    CardPlayed,
    Dealt,
    Event,
    NilResult,
    PeekRule,
    Player,
    PlayerScore,
    Rules,
    State,
    first_dealer,
    from_json,
    replay,
    shuffled_pack,
    to_json,
)
from games.models import AllRules, Author, Deal, DealScore, Game, Seat, bulk
from games.models import Event as EventRow
from games.play.snapshot import RefusedProposal, Stage, TableOptions

LATEST_VERSION: Final = 2**31 - 1
"""The highest version the database can hold, and so the highest anybody may have seen."""


class StaleGame(Exception):
    """The game has changed since the version the writer knew; nothing was written."""


def lock_all(codes: Iterable[str]) -> None:
    """Lock these games in an order that all processes agree on, lest two wait for each other."""
    list(Game.objects.select_for_update(no_key=True).filter(code__in=codes).order_by("code").values_list("pk"))


def lock(code: str) -> Game:
    """The game, locked until the end of the transaction. Raises Game.DoesNotExist.

    Its key is not: rows that name the game, such as what is said at the table, are written meanwhile.

    SQLite has no row locks: there the transaction itself began IMMEDIATE, which keeps other writers out, and
    the unique (game, sequence) decides should anything slip through.
    """
    return Game.objects.select_for_update(no_key=True).get(code=code)


def rules_of(row: AllRules) -> Rules:
    """The rules that a row holds in its columns: a game, or a ready set of rules."""
    return Rules(PeekRule(row.peek), BiddingStyle(row.bidding), row.target, row.bag_limit, row.floor)


def options_of(game: Game) -> TableOptions:
    """What the table is besides its rules."""
    return TableOptions(**{option.name: getattr(game, option.name) for option in fields(TableOptions)})


def opening_dealer(game: Game) -> Player:
    """Who deals first: whoever drew the highest card, in a rematch whoever's turn it is (RULES section 2)."""
    return first_dealer(drawn_cards(game)) if game.opening_dealer is None else game.opening_dealer


def drawn_cards(game: Game) -> tuple[Card, Card, Card]:
    """The cards players 0, 1 and 2 drew for the first deal (RULES section 2)."""
    first, second, third, *_ = shuffled_pack(bytes.fromhex(game.secret), "draw")
    return first, second, third


def current_deal(game: Game) -> Deal | None:
    """The deal in progress or just finished, None before the first."""
    return game.deals.filter(number=game.deal_number).first()


@dataclass(frozen=True, slots=True)
class Log:
    """What the events of a deal add up to, and the sequences of three of them: the last one, the deal, the last claim
    (the deal if nobody claimed)."""

    state: State
    moved: int
    dealt: int
    claimed: int


def load_log(deal: Deal) -> Log:
    """The deal and what of its past matters to whoever acts late; taken back events count for that too."""
    rows = list(deal.events.order_by("sequence").values_list("sequence", "payload", "taken_back"))
    dealt = rows[0][0]
    claims = [sequence for sequence, payload, _ in rows if payload["kind"] == "ClaimMade"]
    state = replay(from_json(payload) for _, payload, taken_back in rows if not taken_back)
    return Log(state, rows[-1][0], dealt, claims[-1] if claims else dealt)


def load_state(deal: Deal, before: int | None = None) -> State:
    """The deal as the fold of its events, without those that were taken back; `before` leaves out later sequences."""
    return replay(_events(deal, before))


def state_if_kept(deal: Deal | None, version: int) -> State | None:
    """The deal as it stood when its game was at this version, whatever has happened since it was read; None before the
    first deal, and for one of which only the scores were kept.
    """
    events = _events(deal, before=version + 1) if deal else []
    return replay(events) if events else None


def _events(deal: Deal, before: int | None = None) -> list[Event]:
    events = deal.events.filter(taken_back=False).order_by("sequence")
    if before is not None:
        events = events.filter(sequence__lt=before)
    return [from_json(payload) for payload in events.values_list("payload", flat=True)]


def last_moves(game: Game) -> list[EventRow]:
    """The last two events of the current deal that stand at the game's version, latest first."""
    events = _known(game).filter(deal__number=game.deal_number, taken_back=False).select_related("deal")
    return list(events.order_by("-sequence")[:2])


def _known(game: Game) -> QuerySet[EventRow]:
    """The events up to the game's version: there may be newer ones since it was read."""
    return game.events.filter(sequence__lte=game.version)


def mover(event: EventRow) -> Player | None:
    """Whose move it was: the dummy's cards are the declarer's to play. None for the deal, which is nobody's."""
    happened = from_json(event.payload)
    if isinstance(happened, CardPlayed):
        return load_state(event.deal, before=event.sequence).player_to_play
    return None if isinstance(happened, Dealt) else happened.player


def taker(game: Game) -> Player | None:
    """The player who made the last move of a running deal, if nothing new was shown by it or since.

    A peek or a claim shows cards and the opening lead exposes the dummy, so none of them can be taken back; nor can a
    move after which another was seen, even if that one was taken back since.
    """
    moves = last_moves(game)
    if game.stage != Stage.DEAL or len(moves) < 2 or moves[0].author != Author.PLAYER:
        return None
    if _known(game).filter(sequence__gt=moves[0].sequence).exists():
        return None
    kind, is_first_card = moves[0].payload["kind"], moves[1].payload["kind"] == "BidMade"
    may_be_taken_back = kind == "BidMade" or (kind == "CardPlayed" and not is_first_card)
    return mover(moves[0]) if may_be_taken_back else None


def refused(game: Game, seats: Iterable[Seat]) -> RefusedProposal | None:
    """What the last proposal was, if it came to nothing and nobody has moved since. Whoever withdraws it disagrees."""
    if game.proposal or game.proposed_by is None or not game.refused:
        return None
    withdrawn = any(seat.player == game.proposed_by and not seat.agrees for seat in seats)
    return RefusedProposal(game.refused, game.proposed_by, withdrawn)


class Draft:
    """What is to be written at once, be it at one table or at many: a statement for each kind of row, not for each row.

    This is what a busy site does most.
    """

    def __init__(self) -> None:
        self._time = cache(connection.ops.adapt_datetimefield_value)  # one moment stands in several rows
        self._games: list[tuple[Any, ...]] = []
        self._seats: list[tuple[Any, ...]] = []
        self._deals: list[Deal] = []
        self._events: list[tuple[Deal, tuple[Any, ...]]] = []
        self._rest: list[Callable[[], None]] = []

    def move_on(self, game: Game, steps: int, seats: Iterable[Seat]) -> None:
        """A game that is `steps` versions further, and those of its seats that have changed."""
        time, known = self._time, game.version
        game.version += steps
        proposal = (str(game.proposal), game.proposed_by, game.proposed_version)
        values = (str(game.stage), game.deal_number, game.winner, time(game.due_at), time(game.updated_at), *proposal)
        self._games.append((game.version, *values, game.pk, known))
        self._seats += [
            (time(seat.waiting_since), seat.used, seat.lag, seat.reserve, seat.ready, seat.pk) for seat in seats
        ]

    def append(self, game: Game, deal: Deal, seats: Iterable[Seat], events: Sequence[Event], author: Author) -> None:
        """Events that follow on `game.version`, with what else they change; a deal's first events bring the deal."""
        if deal.pk is None:
            self._deals.append(deal)
        at = self._time(game.updated_at)
        for sequence, event in enumerate(events, start=game.version + 1):
            self._events.append((deal, (game.pk, sequence, json.dumps(to_json(event)), author.value, False, at)))
        self.move_on(game, len(events), seats)

    def then(self, write: Callable[[], None]) -> None:
        """Something else to be written after all this."""
        self._rest.append(write)

    def write(self) -> None:
        """Write all of it. Raises StaleGame if a game in the database is at another version than the one that moved on:
        then the transaction must be rolled back.
        """
        with connection.cursor() as cursor:
            cursor.executemany(_MOVE_ON, self._games)
            if cursor.rowcount != len(self._games):
                raise StaleGame
            cursor.executemany(_SAVE_SEAT, self._seats)
            if self._deals:
                bulk.add(self._deals)
            cursor.executemany(_ADD_EVENT, [(deal.pk, *row) for deal, row in self._events])
        for write in self._rest:
            write()


_MOVE_ON: Final = (
    f"UPDATE {Game._meta.db_table} SET version = %s, stage = %s, deal_number = %s, winner = %s,"  # noqa: S608  # the table of a model, and nothing else
    " due_at = %s, updated_at = %s, proposal = %s, proposed_by = %s, proposed_version = %s"
    " WHERE id = %s AND version = %s"
)
_SAVE_SEAT: Final = (
    f"UPDATE {Seat._meta.db_table}"  # noqa: S608  # the table of a model, and nothing else
    " SET waiting_since = %s, used = %s, lag = %s, reserve = %s, ready = %s WHERE id = %s"
)
_ADD_EVENT: Final = (
    f"INSERT INTO {EventRow._meta.db_table}"  # noqa: S608  # the table of a model, and nothing else
    " (deal_id, game_id, sequence, payload, author, taken_back, at) VALUES (%s, %s, %s, %s, %s, %s, %s)"
)


def score_from_row(row: DealScore) -> PlayerScore:
    """The engine's score of one player, as it was when the deal was scored."""
    nils = tuple(NilResult(nil["hand"], nil["made"], nil["points"]) for nil in row.nils)
    return PlayerScore(
        row.contract,
        row.side_tricks,
        row.contract_points,
        row.bags,
        nils,
        row.bag_penalty,
        row.total,
        row.points_after,
        row.bags_after,
    )
