"""Knowledge from a view during the play: cards each hand may hold, nils still alive.

Sets of cards are 52-bit integers, for speed. A card is bit number `card.index`, so each suit takes 13 adjacent bits,
with the ace as the lowest.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from .. import engine
from ..engine import DECK, DUMMY, HANDS, Card, CardPlayed, HandId, Player, Suit, View, owner, partner

CardSet: TypeAlias = int

SUIT_SIZE: Final = 13
ONE_SUIT: Final[CardSet] = (1 << SUIT_SIZE) - 1
WHOLE_DECK: Final[CardSet] = (1 << len(DECK)) - 1
OF_SUIT: Final[tuple[CardSet, ...]] = tuple(ONE_SUIT << SUIT_SIZE * suit for suit in Suit)
SPADES: Final[CardSet] = OF_SUIT[Suit.SPADES]
BIT: Final[tuple[CardSet, ...]] = tuple(1 << index for index in range(len(DECK)))
HIGHER: Final[tuple[CardSet, ...]] = tuple(OF_SUIT[card.suit] & (BIT[card.index] - 1) for card in DECK)
"""The higher cards of the same suit, by card index."""


def card_set(cards: Iterable[Card]) -> CardSet:
    """Return the set of these cards."""
    bits = 0
    for card in cards:
        bits |= BIT[card.index]
    return bits


def in_suit(cards: CardSet, suit: Suit) -> CardSet:
    """Return the cards of one suit in the lowest 13 bits: ace is bit 0, two is bit 12."""
    return cards >> SUIT_SIZE * suit & ONE_SUIT


def beating(card: Card, led: Suit) -> CardSet:
    """Return the cards that win over `card` in a trick with this suit led."""
    if card.suit is Suit.SPADES:
        return HIGHER[card.index]
    return SPADES | (HIGHER[card.index] if card.suit is led else OF_SUIT[led])


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The play as the player on turn knows it.

    `me` is the player on turn, `hand` the hand to play, `partner` the other hand of its side, `later` are the hands
    that play to this trick after it. `may_hold` are, by hand, the cards that it may hold; `density` is the probability
    that it holds each of them, 1.0 in a known hand. `live_nils` are the hands that have taken no trick yet and on
    which a nil of their own player (for the dummy: declarer) applies.
    """

    view: View
    me: Player
    hand: HandId
    partner: HandId
    later: tuple[HandId, ...]
    may_hold: tuple[CardSet, ...]
    density: tuple[float, ...]
    live_nils: frozenset[HandId]

    @property
    def own_side(self) -> tuple[HandId, HandId]:
        return self.hand, self.partner

    @property
    def outstanding(self) -> CardSet:
        """The cards that may be in an opponent's hand."""
        everyone = self.may_hold[0] | self.may_hold[1] | self.may_hold[2] | self.may_hold[3]
        partners = self.may_hold[self.partner] if self.density[self.partner] == 1.0 else 0
        return everyone & ~self.may_hold[self.hand] & ~partners


def knowledge_from(view: View) -> Knowledge:
    """Return what the viewer, whose turn it is to play, knows. Raises ValueError for any other view."""
    me, hand, declarer, order = view.viewer, view.to_play, view.declarer, view.order
    if me is None or hand is None or declarer is None or order is None or owner(hand, declarer) != me:
        raise ValueError("not this viewer's turn to play")
    seat = order.index(hand)
    hidden, voids = unseen(view), shown_voids(view)
    open_hands = {me} if view.dummy is None else {me, DUMMY}
    may_hold = tuple(cards_seen(view, h) | (0 if h in open_hands else hidden & ~voids[h]) for h in HANDS)
    return Knowledge(
        view=view,
        me=me,
        hand=hand,
        partner=partner(hand, declarer),
        later=tuple(order[(seat + step) % 4] for step in range(1, 4 - len(view.trick))),
        may_hold=may_hold,
        density=tuple(min(1.0, view.counts[h] / max(1, may_hold[h].bit_count())) for h in HANDS),
        live_nils=frozenset(h for h in HANDS if not view.taken[h] and h in view.nils[owner(h, declarer)]),
    )


def cards_seen(view: View, hand: HandId) -> CardSet:
    """Return the cards that the viewer knows to be in a hand."""
    if hand == view.viewer:
        return card_set(view.hand or ())
    if hand == DUMMY:
        return card_set(view.dummy if view.dummy is not None else (card for _, card in view.places))
    return 0


def unseen(view: View) -> CardSet:
    """Return the cards whose place this viewer does not know."""
    seen = card_set(played.card for trick in _tricks(view) for played in trick)
    for hand in HANDS:
        seen |= cards_seen(view, hand)
    return WHOLE_DECK & ~seen


def played_by(view: View, hand: HandId) -> CardSet:
    """Return the cards that this hand has played."""
    return card_set(played.card for trick in _tricks(view) for played in trick if played.hand == hand)


def shown_voids(view: View) -> list[CardSet]:
    """Return for each hand the cards of suits it has shown not to hold, by not following or leading unbroken spades."""
    return [sum(OF_SUIT[suit] for suit in suits) for suits in engine.shown_voids(_tricks(view))]


def _tricks(view: View) -> list[tuple[CardPlayed, ...]]:
    return [*(trick.cards for trick in view.tricks), view.trick]
