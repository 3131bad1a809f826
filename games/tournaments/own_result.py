"""What a visitor has reached in a tournament that is over: the own place, and the results on the own boards."""

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Tournament, TournamentScore
from games.results.tournament_scores import board_number
from games.tournaments import queries
from games.tournaments.round_page import ResultRow, result_row
from games.tournaments.standings import Standing, fields_of
from games.words.names import per_cent


def own_figures(own: Standing | None, standings: Sequence[Standing]) -> list[tuple[str, str]]:
    """Return the place and the mean per cent with their labels; nothing for a visitor without a place."""
    if own is None or own.place is None or own.percent is None:
        return []
    ranked = sum(line.place is not None for line in standings)
    place = _("%(place)d of %(results)d") % {"place": own.place, "results": ranked}
    return [(place, _("place")), (per_cent(own.percent), _("mean per cent"))]


def own_boards(tournament: Tournament, user: User | AnonymousUser) -> list[tuple[int, ResultRow]]:
    """Return the visitor's results by the number of the board, in rounds that have ended."""
    if not isinstance(user, User):
        return []
    stored = TournamentScore.objects.filter(
        place__entry__user=user, place__round__tournament=tournament, place__round__ended_at__isnull=False
    )
    own = stored.select_related("place__entry__user", "place__game", "place__round").order_by("board")
    if not own:
        return []
    fields = fields_of(queries.scores_of(tournament))
    return [(row.board, result_row(row, fields, _deal_of(tournament, row))) for row in own]


def _deal_of(tournament: Tournament, row: TournamentScore) -> int:
    """Return the number that a board has at the tables of its round."""
    return row.board - board_number(row.place.round.number, tournament.boards, 1) + 1
