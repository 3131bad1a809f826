"""Reads for reviews: finished deals, whose hands are open to everyone who may look at the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from typing import Final

from django.contrib.auth.models import AnonymousUser

from accounts.base.statements import Statement
from accounts.models import User
from games.engine import Event, Player, Proof, State, from_json, replay
from games.models import Deal, Event as EventRow, Game, Report, logs
from games.play import loading, proofs, queries as table_queries
from games.play.modes import access, boards
from games.play.snapshot import SeatInfo
from games.play.spectators import check_may_watch
from games.values import Closed, Stage
from games.words.names import Names


@dataclass(frozen=True)
class ReviewedDeal:
    """A deal to review: the whole `log`, hidden cards included.

    `viewer` is the reader's player, if any. `code`, `name` and `played_on` are those of the table, "" and None for an
    imported record; `deals` is the number of the table's deals that can be reviewed, and `is_live` says whether the
    reader watches a running game one deal behind. `proof` is None for an imported record and for a deal that has none.
    `is_board` says whether it was played in a set of deals. Anybody may review a deal that is `open_to_all`. `key` is
    the primary key of the deal and `game` the row of its table with the seats, None for an imported record. `took` are
    the seconds from each event to the next one of `log`, moves taken back included; empty if they are not known.
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
    is_board: bool = False
    key: int | None = None
    game: Game | None = None
    took: tuple[float, ...] = ()

    @cached_property
    def end(self) -> State:
        """The deal after its last event."""
        return replay(self.log)

    @property
    def names(self) -> Names:
        return Names(self.seats, self.viewer)


class DealsClosed(Exception):
    """The finished deals of the table are closed until its game ends, or `in_tournament` until the round has ended."""

    def __init__(self, *, in_tournament: bool) -> None:
        self.in_tournament = in_tournament
        super().__init__()


class OnlyScoresStored(Exception):
    """The events of the deal are not stored, only its scores."""


_FINISHED: Final = Statement(lambda game: Deal.objects.filter(game=game, finished=True).order_by("number"))


def reviewed_deals(
    code: str, user: User | AnonymousUser, number: int | None = None, *, judges: bool = True
) -> list[ReviewedDeal]:
    """Return all finished deals of a table, oldest first, or only the one with this number.

    Staff who have to judge a report of a player see them too, if they ask in that role (`judges`). Raises
    Game.DoesNotExist, Deal.DoesNotExist (if there is no such deal), NotForSpectators, DealsClosed or OnlyScoresStored.
    """
    game = loading.game_by_code(code)
    viewer = table_queries.player_of(game, user)
    if not access.are_open_to(game, user) and not (judges and _has_to_judge(game, user)):
        check_may_watch(game, game.stage, viewer, finished_deals=True)
    if access.are_closed(game):
        raise DealsClosed(in_tournament=game.mode.closed is Closed.ROUND)
    finished = _FINISHED.all(game.pk)
    deals = [deal for deal in finished if number in (None, deal.number)]
    if not deals:
        raise Deal.DoesNotExist
    logs.load(deals)
    return [_reviewed_deal(game, deal, user, viewer, len(finished)) for deal in deals]


def _reviewed_deal(
    game: Game, deal: Deal, user: User | AnonymousUser, viewer: Player | None, count: int
) -> ReviewedDeal:
    """Return a deal whose log is loaded, one of `count` that can be reviewed. Raises OnlyScoresStored."""
    rows = logs.rows_of(deal)
    log = tuple(from_json(row.payload) for row in rows if not row.taken_back)
    if not log:
        raise OnlyScoresStored
    return ReviewedDeal(
        seats=_seats(game),
        viewer=viewer,
        log=log,
        code=game.code,
        name=game.title_at_table,
        number=deal.number,
        deals=count,
        is_live=viewer is None and game.delayed and Stage(game.stage).is_running,
        played_on=deal.dealt_at,
        proof=_proof(game, deal, user),
        open_to_all=access.are_open_to_all(game),
        is_board=game.mode.on_board,
        key=deal.pk,
        game=game,
        took=_took(rows),
    )


def _seats(game: Game) -> tuple[SeatInfo, SeatInfo, SeatInfo]:
    one, two, three = (
        SeatInfo(seat.player, seat.player_name, seat.is_bot, account=seat.account) for seat in game.seats.all()
    )
    return one, two, three


def names_at(game: Game, viewer: Player | None) -> Names:
    """Return the names at a table, whose seats are loaded, for this reader."""
    return Names(_seats(game), viewer)


def _proof(game: Game, deal: Deal, user: User | AnonymousUser) -> Proof | None:
    """Return the proof of the deal, if this visitor may see it."""
    of_table = proofs.proof_of(game, deal, game.seats.all())
    return of_table or proofs.proof_of_board(game, deal, user) or proofs.proof_in_round(game, deal)


def _took(rows: Sequence[EventRow]) -> tuple[float, ...]:
    """Return the seconds before each standing event except the first, counted from the previous event of any kind."""
    seconds = [(row.at - before.at).total_seconds() for before, row in pairwise(rows)]
    return tuple([took for took, row in zip(seconds, rows[1:], strict=True) if not row.taken_back])


def finished_deals(code: str, user: User | AnonymousUser) -> tuple[int, bool]:
    """Return how many deals of a table can be reviewed, and whether more will follow.

    Raises Game.DoesNotExist, NotForSpectators.
    """
    game = loading.game_by_code(code)
    check_may_watch(game, game.stage, table_queries.player_of(game, user), finished_deals=True)
    has_ended = Stage(game.stage).has_ended
    if access.are_closed(game):
        return 0, not has_ended
    return game.deals.filter(finished=True).count(), not has_ended


def _has_to_judge(game: Game, user: User | AnonymousUser) -> bool:
    """Return whether this member of the staff may have to judge a report of a player of a table closed to spectators.

    A report of their own does not open a table, and neither does any report if they may still play its board.
    """
    if game.spectators or isinstance(user, AnonymousUser) or not user.has_perm("games.resolve_report"):
        return False
    board = boards.board_shown_at(game)
    if board is not None and not access.may_see_board(board, user):
        return False
    return Report.objects.filter(subject__seats__game=game).exclude(reporter=user).exists()
