"""Boards of sets of deals and of tournaments: what never changes of them, and what decides their cards
(docs/fairness.md).
"""

from dataclasses import dataclass
from typing import Final

from games import engine
from games.engine import BOT_SEED, PLAYERS, Player, Seeds


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """What never changes of a board: its primary key, the code of its set, its number from 1, the seat of whoever plays
    it, and how many boards the set has.
    """

    pk: int
    code: str
    number: int
    player: Player
    boards: int = 1

    @property
    def seeds(self) -> Seeds:
        """The seeds of its players: nobody adds one, as the cards are the same for all."""
        one, two, three = ("" if player == self.player else BOT_SEED for player in PLAYERS)
        return one, two, three

    def key(self, root: str) -> bytes:
        """Return the key of the deal, given the root of its set in hexadecimal (docs/fairness.md). It is not shown."""
        secret = engine.chain_secret(bytes.fromhex(root), self.number)
        return engine.deal_key(secret, self.code, self.number, self.seeds)


NO_SEEDS: Final[Seeds] = ("", "", "")
"""The seeds of all players: nobody adds one, as the cards are the same at all tables."""


def board_number(of_round: int, boards: int, deal: int) -> int:
    """Return the number of a board, from 1 through the tournament: this deal of a table in the round `of_round`, each
    round having so many `boards`.
    """
    return (of_round - 1) * boards + deal


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
        return engine.deal_key(engine.chain_secret(bytes.fromhex(root), number), self.code, number, NO_SEEDS)


def dealer_of_board(number: int) -> Player:
    """Return who deals the board with this number of a tournament: they take turns."""
    return (number - 1) % len(PLAYERS)
