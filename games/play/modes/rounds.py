"""Tables of tournaments: which boards they play, and what decides the cards (docs/fairness.md)."""

from functools import lru_cache

from games.models import Game, TournamentRound
from games.values import RoundFacts


def facts_of(game: Game) -> RoundFacts | None:
    """Return the facts of the game's round; None for a game of no tournament."""
    return None if game.round_id is None else _facts(game.round_id, game.chain_root)


@lru_cache(maxsize=1024)
def _facts(pk: int, _root: str) -> RoundFacts:
    """Return the facts of the round with this primary key. The root distinguishes rounds of restored databases."""
    columns = ("number", "tournament__code", "tournament__name", "tournament__boards")
    return RoundFacts(pk, *TournamentRound.objects.values_list(*columns).get(pk=pk))
