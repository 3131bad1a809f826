"""Tables of tournaments: which boards they play, what decides the cards (docs/fairness.md), and who may see them."""

from functools import lru_cache

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import BELONGING, Game, Tournament, TournamentRound
from games.values import RoundFacts


def facts_of(game: Game) -> RoundFacts | None:
    """Return the facts of the game's round; None for a game of no tournament."""
    return None if game.round_id is None else _facts(game.round_id, game.chain_root)


@lru_cache(maxsize=1024)
def _facts(pk: int, _root: str) -> RoundFacts:
    """Return the facts of the round with this primary key. The root distinguishes rounds of restored databases."""
    columns = ("number", "tournament__code", "tournament__name", "tournament__boards")
    return RoundFacts(pk, *TournamentRound.objects.values_list(*columns).get(pk=pk))


def is_shown_to(tournament: Tournament, user: User | AnonymousUser) -> bool:
    """Return whether the visitor may see it: that of a private club is shown to its members, those who entered, and
    staff who make tournaments.
    """
    if tournament.club is None or tournament.club.is_shown:
        return True
    if not isinstance(user, User):
        return False
    is_member = user.clubs.filter(club=tournament.club, role__in=BELONGING).exists()
    has_entered = is_member or tournament.entries.filter(user=user).exists()
    return has_entered or user.has_perm("games.change_tournament")
