"""What a visitor has reached in a tournament that is over: the own place, and the results on the own boards."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Tournament, TournamentScore, TournamentSeat
from games.results.tournament_scores import board_number
from games.tournaments import queries, words
from games.tournaments.round_page import ResultRow, result_row
from games.tournaments.standings import Standing, fields_of
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


def own_boards(tournament: Tournament, user: User | AnonymousUser) -> list[tuple[int, ResultRow, str]]:
    """Return the visitor's results by the number of the board, in rounds that have ended, and with whom they played."""
    if not isinstance(user, User):
        return []
    stored = TournamentScore.objects.filter(
        place__entry__user=user, place__round__tournament=tournament, place__round__ended_at__isnull=False
    )
    own = stored.select_related("place__entry__user", "place__game", "place__round").order_by("board")
    if not own:
        return []
    fields = fields_of(queries.scores_of(tournament))
    others = _others(tournament, user)
    return [
        (row.board, result_row(row, fields, _deal_of(tournament, row)), others.get(row.place.game_id or 0, ""))
        for row in own
    ]


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
