"""Tables that end by the clock: those of a round of a tournament, and boards of a set of deals that closes."""

from datetime import datetime
from typing import Final

from accounts.base.statements import Statement
from games.models import Board, Game, TournamentRound
from games.values import Stage

_END_OF_ROUND: Final = Statement(lambda pk: TournamentRound.objects.filter(pk=pk).values_list("ends_at"))
_END_OF_SET: Final = Statement(lambda pk: Board.objects.filter(pk=pk).values_list("deal_set__closes_at"))


def closes_at(game: Game) -> datetime | None:
    """Return when the table ends at the latest, whatever has been played; None if it has ended, or no clock ends it.

    It is read anew each time: a pause of the tournament, a time without service or staff may have moved it.
    """
    if Stage(game.stage).has_ended:
        return None
    row: tuple[datetime | None] | None = None
    if game.round_id is not None:
        row = _END_OF_ROUND.first(game.round_id)
    elif game.mode.one_try:
        row = _END_OF_SET.first(game.board_id)
    return row[0] if row else None
