"""The page of a round that has ended: the results on each of its boards, by seat."""

from collections import defaultdict
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.competitions.tournaments import queries, words
from games.competitions.tournaments.standings import Fields, fields_of, percent_of
from games.engine import bidding_order
from games.models import Tournament, TournamentRound, TournamentScore
from games.values import board_number, dealer_of_board
from games.words.names import per_cent, signed


class ResultRow(NamedTuple):
    """A result in one seat of a board in words. `deal` is its number at the table with this `code`, whose review it
    leads to; "" and 0 where nothing was finished. `given` is why the host has given the per cent.
    """

    name: str
    avatar: str
    table: int
    points: str
    percent: str
    code: str
    deal: int
    by_bot: bool
    given: str


class SeatResults(NamedTuple):
    """The results of one seat of a board, the best first."""

    title: str
    rows: list[ResultRow]


class BoardResults(NamedTuple):
    """The results of one board, by seat in the order in which they bid."""

    number: int
    seats: list[SeatResults]


def round_results(tournament: Tournament, of_round: TournamentRound) -> list[BoardResults]:
    """Return the results of all boards of a round that has ended."""
    rows, stored = defaultdict[tuple[int, int], list[TournamentScore]](list), _stored(of_round)
    for row in stored:
        rows[row.board, row.place.player].append(row)
    fields = fields_of(map(queries.score_of, stored))
    first = board_number(of_round.number, tournament.boards, 1)
    return [
        BoardResults(board, _seats(board, rows, fields, first)) for board in range(first, first + tournament.boards)
    ]


def _stored(of_round: TournamentRound) -> list[TournamentScore]:
    scores = TournamentScore.objects.filter(place__round=of_round)
    return list(scores.select_related("place__entry__user", "place__game", "place__round").order_by("place__table"))


def _seats(
    board: int, rows: dict[tuple[int, int], list[TournamentScore]], fields: Fields, first: int
) -> list[SeatResults]:
    titles = (_("Bids first"), _("Bids second"), _("Deals, and bids last"))
    order = bidding_order(dealer_of_board(board))
    return [
        SeatResults(title, _rows(rows[board, player], fields, board - first + 1))
        for title, player in zip(titles, order, strict=True)
    ]


def _rows(stored: list[TournamentScore], fields: Fields, deal: int) -> list[ResultRow]:
    ordered = sorted(stored, key=lambda row: (row.points is None, -(row.points or 0), row.place.table))
    return [result_row(row, fields, deal) for row in ordered]


def result_row(row: TournamentScore, fields: Fields, deal: int) -> ResultRow:
    """Return a stored result of this deal of a table in words, compared with its field."""
    percent = percent_of(queries.score_of(row), fields)
    game = row.place.game if row.points is not None else None
    return ResultRow(
        name=words.name_of(row.place.entry),
        avatar=words.avatar_of(row.place.entry),
        table=row.place.table,
        points="–" if row.points is None else signed(row.points),
        percent=per_cent(percent),
        code=game.code if game else "",
        deal=deal if game else 0,
        by_bot=row.by_bot,
        given=row.reason if row.percent is not None else "",
    )


def of_number(tournament: Tournament, number: int) -> TournamentRound | None:
    """Return the round with this number, if it has ended."""
    return next((each for each in queries.rounds_of(tournament) if each.number == number and each.ended_at), None)
