"""Tables that end by the clock: those of a round of a tournament, and boards of a set of deals that closes."""

from datetime import datetime
from functools import lru_cache
from time import monotonic
from typing import Final

from accounts.base.statements import Statement
from games.models import Board, Game, Stage, TournamentRound

_KEPT_FOR: Final = 60.0
"""For how many seconds a process keeps when a set closes: staff may change it, and hardly ever do."""

_END_OF_ROUND: Final = Statement(lambda pk: TournamentRound.objects.filter(pk=pk).values_list("ends_at"))


def closes_at(game: Game) -> datetime | None:
    """Return when the table ends at the latest, whatever has been played; None if it has ended, or no clock ends it."""
    if Stage(game.stage).has_ended:
        return None
    if game.round_id is not None:
        row: tuple[datetime] | None = _END_OF_ROUND.first(game.round_id)
        return row[0] if row else None
    if game.board_id is None or game.is_replay:
        return None
    return _end_of_set(game.board_id, game.chain_root, int(monotonic() // _KEPT_FOR))


@lru_cache(maxsize=4096)
def _end_of_set(board: int, _root: str, _since: int) -> datetime | None:
    """Return when the set of the board with this primary key closes, known for a while. The root distinguishes boards
    of restored databases.
    """
    return Board.objects.values_list("deal_set__closes_at", flat=True).get(pk=board)
