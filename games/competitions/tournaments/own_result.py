"""What a visitor has reached in a tournament that is over: the own place, and the results on the own boards."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games.competitions.tournaments import queries, words
from games.competitions.tournaments.round_page import ResultRow, result_row
from games.competitions.tournaments.standings import Fields, Standing, fields_of
from games.models import DealScore, Tournament, TournamentScore, TournamentSeat
from games.values import board_number
from games.words.endings import verdict_on
from games.words.names import listing, per_cent


class OwnPlace(NamedTuple):
    """The visitor's place among so many that have one, and the mean per cent in words."""

    place: int
    ranked: int
    percent: str


def own_place(own: Standing | None, standings: Sequence[Standing]) -> OwnPlace | None:
    """Return the place of the visitor; None without one."""
    if own is None or own.place is None or own.percent is None:
        return None
    ranked = sum(line.place is not None for line in standings)
    return OwnPlace(own.place, ranked, per_cent(own.percent))


class OwnBoard(NamedTuple):
    """The visitor's result on a board; what they made of it, "" if the table has not played it; and with whom."""

    number: int
    row: ResultRow
    verdict: str
    others: str


def own_boards(tournament: Tournament, user: User | AnonymousUser) -> list[OwnBoard]:
    """Return the visitor's results on the boards of rounds that have ended."""
    if not isinstance(user, User):
        return []
    stored = TournamentScore.objects.filter(
        place__entry__user=user, place__round__tournament=tournament, place__round__ended_at__isnull=False
    )
    own = stored.select_related("place__entry__user", "place__game", "place__round").order_by("board")
    if not own:
        return []
    fields = fields_of(queries.scores_of(tournament))
    others, verdicts = _others(tournament, user), _verdicts(own)
    return [_own_board(row, _deal_of(tournament, row), fields, verdicts, others) for row in own]


def _own_board(
    row: TournamentScore,
    deal: int,
    fields: Fields,
    verdicts: Mapping[tuple[int, int, int], str],
    others: Mapping[int, str],
) -> OwnBoard:
    game = row.place.game_id or 0
    verdict = verdicts.get((game, deal, row.place.player), "")
    return OwnBoard(row.board, result_row(row, fields, deal), verdict, others.get(game, ""))


def _verdicts(own: Iterable[TournamentScore]) -> dict[tuple[int, int, int], str]:
    """Return what each player has made of each deal at these tables, by game, number of the deal and player."""
    scores = DealScore.objects.filter(deal__game__in={row.place.game_id for row in own if row.place.game_id})
    return {
        (score.deal.game_id, score.deal.number, score.player): verdict_on(
            score.contract, score.side_tricks, [nil["made"] for nil in score.nils]
        )
        for score in scores.select_related("deal")
    }


def _others(tournament: Tournament, user: User) -> dict[int, str]:
    """Return with whom the visitor sat at each of their tables, by the key of the game."""
    seats = TournamentSeat.objects.filter(round__tournament=tournament, game__tournament_places__entry__user=user)
    names: defaultdict[int, list[str]] = defaultdict(list)
    for seat in seats.exclude(entry__user=user).select_related("entry__user").order_by("player"):
        names[seat.game_id or 0].append(words.name_of(seat.entry))
    return {game: _("with %(names)s") % {"names": listing(who)} for game, who in names.items()}


def _deal_of(tournament: Tournament, row: TournamentScore) -> int:
    """Return the number that a board has at the tables of its round."""
    return row.board - board_number(row.place.round.number, tournament.boards, 1) + 1
