"""Results of rounds that have ended, for each board by seat; and a visitor's own place and boards at the end."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.base.statements import Statement
from accounts.models import User
from games.competitions.tournaments import queries, words
from games.competitions.tournaments.standings import Fields, Standing, fields_of, percent_of
from games.engine import bidding_order
from games.models import DealScore, Tournament, TournamentRound, TournamentScore, TournamentSeat
from games.values import board_number, dealer_of_board
from games.words.endings import verdict_on
from games.words.names import listing, signed


class ResultRow(NamedTuple):
    """A result in one seat of a board, with its per cent. `deal` is its number at its table, 0 where nothing was
    finished.
    """

    score: TournamentScore
    percent: Fraction | None
    deal: int

    @property
    def points(self) -> str:
        """The points in words; a dash for a deal that was not finished."""
        return "–" if self.score.points is None else signed(self.score.points)

    @property
    def given(self) -> str:
        """Why the host has given the per cent; "" for one that was played for."""
        return self.score.reason if self.score.percent is not None else ""


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
    scores = TournamentScore.objects.filter(place__round=of_round).order_by("place__table")
    stored = list(scores.select_related("place__entry__user", "place__game", "place__round"))
    rows = defaultdict[tuple[int, int], list[TournamentScore]](list)
    for row in stored:
        rows[row.board, row.place.player].append(row)
    fields = fields_of(map(queries.score_of, stored))
    first = board_number(of_round.number, tournament.boards, 1)
    return [
        BoardResults(board, _seats(board, rows, fields, first)) for board in range(first, first + tournament.boards)
    ]


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
    """Return a stored result of this deal of a table, compared with its field."""
    is_finished = row.points is not None and row.place.game_id is not None
    return ResultRow(row, percent_of(queries.score_of(row), fields), deal if is_finished else 0)


def of_number(tournament: Tournament, number: int) -> TournamentRound | None:
    """Return the round with this number, if it has ended."""
    return next((each for each in queries.rounds_of(tournament) if each.number == number and each.ended_at), None)


class OwnPlace(NamedTuple):
    """The visitor's place among so many that have one, and the result in words."""

    place: int
    ranked: int
    result: str


def own_place(own: Standing | None, standings: Sequence[Standing]) -> OwnPlace | None:
    """Return the place of the visitor; None without one."""
    if own is None or own.place is None:
        return None
    ranked = sum(line.place is not None for line in standings)
    return OwnPlace(own.place, ranked, words.result_in_words(own))


class OwnBoard(NamedTuple):
    """The visitor's result on a board; the verdict, "" if the table has not played it; and the others at the table."""

    row: ResultRow
    verdict: str
    others: str


_OF_PLAYER: Final = Statement(
    lambda tournament, user: (
        TournamentScore.objects.filter(
            place__entry__user=user, place__round__tournament=tournament, place__round__ended_at__isnull=False
        )
        .select_related("place__entry__user", "place__game", "place__round")
        .order_by("board")
    )
)


def own_boards(tournament: Tournament, user: User | AnonymousUser) -> list[OwnBoard]:
    """Return the visitor's results on the boards of rounds that have ended."""
    own = _OF_PLAYER.all(tournament.pk, user.pk) if isinstance(user, User) else []
    if not own:
        return []
    fields = fields_of(queries.scores_of(tournament))
    others, verdicts = _others(tournament, user), _verdicts(own)
    boards = []
    for row in own:
        game, deal = row.place.game_id or 0, _deal_of(tournament, row)
        verdict = verdicts.get((game, deal, row.place.player), "")
        boards.append(OwnBoard(result_row(row, fields, deal), verdict, others.get(game, "")))
    return boards


_DEALS: Final = Statement(
    lambda games: DealScore.objects.filter(deal__game__in=games).values_list(
        "deal__game", "deal__number", "player", "contract", "side_tricks", "nils"
    )
)


def _verdicts(own: Iterable[TournamentScore]) -> dict[tuple[int, int, int], str]:
    """Return the verdict for each player on each deal at these tables, by game, number of the deal and player."""
    games = {row.place.game_id for row in own if row.place.game_id}
    return {
        (game, number, player): verdict_on(contract, tricks, [nil["made"] for nil in nils])
        for game, number, player, contract, tricks, nils in _DEALS.all(list(games))
    }


_AT_TABLES_OF: Final = Statement(
    lambda tournament, user: (
        TournamentSeat.objects.filter(round__tournament=tournament, game__tournament_places__entry__user=user)
        .exclude(entry__user=user)
        .select_related("entry__user")
        .order_by("player")
    )
)


def _others(tournament: Tournament, user: User | AnonymousUser) -> dict[int, str]:
    """Return the others at each of the visitor's tables, by the key of the game."""
    names: defaultdict[int, list[str]] = defaultdict(list)
    for seat in _AT_TABLES_OF.all(tournament.pk, user.pk):
        names[seat.game_id or 0].append(words.name_of(seat.entry))
    return {game: _("with %(names)s") % {"names": listing(who)} for game, who in names.items()}


def _deal_of(tournament: Tournament, row: TournamentScore) -> int:
    """Return the number that a board has at the tables of its round."""
    return row.board - board_number(row.place.round.number, tournament.boards, 1) + 1
