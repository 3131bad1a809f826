"""A duplicate game: three boards, each dealt three times, so that every player has every hand once (docs/duplicate.md).

The hands of a *board* belong to positions: 0 bids first, 1 bids second, 2 deals, and `DUMMY` is the dummy's. From one
deal of a board to the next the players change positions, and the three side suits change names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from .cards import DECK, Card, Suit
from .events import Triple
from .seats import DUMMY, PLAYERS, Player, bidding_order, triple

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The four hands of a deal, of players 0, 1 and 2 and of the dummy."""

Position: TypeAlias = int

BOARDS: Final = 3
"""The number of boards in a duplicate game; each is played three times."""

DUPLICATE_DEALS: Final = BOARDS * len(PLAYERS)
"""The number of deals in a duplicate game."""

SIDE_SUITS: Final[tuple[Suit, Suit, Suit]] = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The suits that are no trumps."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How a board is dealt once: who deals, and which suits its hearts, diamonds and clubs become."""

    dealer: Player
    suits: tuple[Suit, Suit, Suit]

    def card(self, card: Card) -> Card:
        """Return the card that this card of the board becomes; spades stay."""
        return card if card.suit is Suit.SPADES else _CARDS[self.suits[SIDE_SUITS.index(card.suit)], card.rank]

    def hands(self, board: Sequence[Sequence[Card]]) -> Hands:
        """Return the hands of players 0, 1, 2 and the dummy, given those of the board by position.

        Cards keep their order, so the same card, by its new name, is at each place of the face-down dummy.
        """
        positions = [position_of(player, self.dealer) for player in PLAYERS]
        return tuple(tuple(map(self.card, board[position])) for position in (*positions, DUMMY))


Plan: TypeAlias = tuple[Arrangement, ...]
"""The arrangements of the deals of a duplicate game, the first deal's first."""

_CARDS: Final = {(card.suit, card.rank): card for card in DECK}


def board_of(number: int) -> int:
    """Return which board, 1 to 3, the deal with this number is of: they take turns, so none returns within three."""
    return (number - 1) % BOARDS + 1


def position_of(player: Player, dealer: Player) -> Position:
    """Return the player's position at a board: the place in the bidding order (docs/rules.md section 5)."""
    return bidding_order(dealer).index(player)


def plan_of(dealers: Sequence[Sequence[Player]], suits: Sequence[Sequence[Suit]]) -> Plan:
    """Return the plan that has, for each board, these dealers in turn, and these side suits.

    In the first deal of a board, its hearts, diamonds and clubs become `suits` in this order; in each one after, the
    first of these moves to the end. So no side suit keeps its name.
    """
    return tuple(
        Arrangement(dealers[board][turn], _turned(suits[board], turn))
        for turn in range(len(PLAYERS))
        for board in range(BOARDS)
    )


def _turned(suits: Sequence[Suit], times: int) -> tuple[Suit, Suit, Suit]:
    return triple(suits[(index + times) % 3] for index in range(3))


def duplicate_winner(points: Triple) -> Player | None:
    """Return who wins a duplicate game with these totals after its last deal; None if the highest is shared."""
    highest = max(points)
    return points.index(highest) if points.count(highest) == 1 else None
