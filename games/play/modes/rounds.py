"""Tables of tournaments: which boards they play, what decides the cards (docs/fairness.md), and who may see them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import engine
from games.engine import PLAYERS, Player, Seeds
from games.models import BELONGING, Game, Tournament, TournamentRound
from games.results.tournament_scores import board_number

SEEDS: Final[Seeds] = ("", "", "")
"""The seeds of all players: nobody adds one, as the cards are the same at all tables."""


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What never changes of a round: its primary key and number, the code and the name of its tournament, and how many
    boards each of its tables plays.
    """

    pk: int
    number: int
    code: str
    name: str
    boards: int

    def board(self, deal: int) -> int:
        """Return the number of the board, from 1 through the tournament, that is this deal of a table."""
        return board_number(self.number, self.boards, deal)

    @property
    def first_dealer(self) -> Player:
        """Who deals the first board of the round. The deal passes on with each board of the tournament."""
        return dealer_of_board(self.board(1))

    def key(self, root: str, deal: int) -> bytes:
        """Return the key of this deal, given the root of the tournament in hexadecimal. It is not shown."""
        number = self.board(deal)
        return engine.deal_key(engine.chain_secret(bytes.fromhex(root), number), self.code, number, SEEDS)


def dealer_of_board(number: int) -> Player:
    """Return who deals the board with this number of a tournament: they take turns."""
    return (number - 1) % len(PLAYERS)


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
