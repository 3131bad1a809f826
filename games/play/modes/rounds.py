"""Tables of tournaments: which boards they play, and what decides the cards (docs/fairness.md); and when a table ends
by the clock, that of a round or of a set that closes.
"""

from datetime import datetime
from functools import lru_cache
from typing import Final

from accounts.base.statements import Statement
from games.models import Board, Game, TournamentRound
from games.values import RoundFacts, Stage


def facts_of(game: Game) -> RoundFacts | None:
    """Return the facts of the game's round; None for a game outside tournaments."""
    return None if game.round_id is None else _facts(game.round_id, game.chain_root)


@lru_cache(maxsize=1024)
def _facts(pk: int, _root: str) -> RoundFacts:
    """Return the facts of the round with this primary key. The root distinguishes rounds of restored databases."""
    columns = ("number", "tournament__code", "tournament__name", "tournament__boards")
    return RoundFacts(pk, *TournamentRound.objects.values_list(*columns).get(pk=pk))


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
