"""Bidding by rules of thumb, from estimates of hands, in each of the four styles (docs/rules.md sections 5 and 9).

The estimates' numbers come from a regression over some ten thousand deals played by these bots. If both hands of a side
are known, they predict its tricks with a standard error of one trick.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from ..engine import DECK, DUMMY, HANDS, PLAYERS, Bid, BiddingStyle, Card, HandId, Player, Suit, View, shape
from .levels import StyleBonus

SPADE_TRICKS: Final = (1.45, 1.14, 0.87, 0.63, 0.45, 0.37, 0.32, 0.3, 0.28, 0.26, 0.24, 0.24, 0.24)
SIDE_TRICKS: Final = (1.08, 0.67, 0.25, 0.07, 0.01, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""The tricks that a card is worth to its side, from ace to two; the whole pack is worth 13 tricks."""

SHORTNESS: Final = (0.55, 0.29, 0.09)
"""The tricks that a side suit of no, one or two cards adds for each spade that may ruff it, up to three spades."""

LONG_SPADE: Final = 0.5  # the tricks that each spade after the fourth adds
AVERAGE_SHAPE: Final = 0.53  # the tricks that short suits and long spades add in an average hand

SAFE_RANKS: Final = (3, 5, 7, 9)
EXPOSURE: Final = (0.2, 0.17, 0.1, 0.05)
"""For the lowest four cards of a nil hand's side suit: the highest safe rank, and the log-odds of each rank above."""

SHORT: Final = 0.3  # the log-odds cost of a suit of fewer than two cards, which leaves no choice

_VALUE: Final = tuple((SPADE_TRICKS if card.suit is Suit.SPADES else SIDE_TRICKS)[14 - card.rank] for card in DECK)

CAUTION: Final = 1.2  # tricks to bid below the estimate: a failed contract costs more than a bag or two
BID_FOR_PARTNER: Final = 2.2  # the tricks that an earlier bidder presumably added for the unknown partner
TRUST: Final = 0.8  # the weight of an earlier bid as evidence of that player's cards
NIL_TRICKS: Final = 0.6  # what a hand takes on average if its own player has declared it nil
MIN_NIL_CHANCE: Final = 0.45  # the chance of success from which a nil is declared
UNSEEN_NIL_CHANCE: Final = 0.08  # that of a nil on a hand that the bidder has not seen
TRICK_POINTS: Final = 10.0  # of a trick in a contract
NIL_SWING: Final = 200.0  # the difference in points between a nil made and a nil failed
PARTNER_DUCKS: Final = 2.0  # the tricks that a side loses because the partner's hand is declared nil
DUMMY_CARDS_FOR_NIL: Final = 9  # how many must be known before a nil is declared on the dummy


def card_tricks(cards: Sequence[Card]) -> float:
    """Return the tricks that these cards are worth, whatever else is in the hand."""
    return sum(_VALUE[card.index] for card in cards)


def hand_tricks(hand: Sequence[Card]) -> float:
    """Return the tricks that a whole hand of 13 takes on average, its shape included."""
    spades, *others = shape(tuple(hand))
    by_shape = sum(SHORTNESS[length] for length in others if length < 3) * min(spades, 3)
    by_shape += LONG_SPADE * max(0, spades - 4)
    return max(0.0, card_tricks(hand) + by_shape - AVERAGE_SHAPE)


def partly_seen_tricks(seen: Sequence[Card], own: Sequence[Card]) -> float:
    """Return the tricks that another whole hand takes, if only its cards `seen` and the hand `own` are known."""
    elsewhere = len(DECK) - len(own) - len(seen)
    unseen_card = (card_tricks(DECK) - card_tricks(own) - card_tricks(seen)) / elsewhere
    return max(0.0, card_tricks(seen) + (13 - len(seen)) * unseen_card)


def nil_chance(hand: Sequence[Card]) -> float:
    """Return the chance that a nil on this hand is made, if the opponents try to set it."""
    spades = sorted(card.rank for card in hand if card.suit is Suit.SPADES)
    if 14 in spades:
        return 0.0
    odds = 1.5 - 0.08 * len(spades) - 0.26 * sum(max(0, rank - 8) for rank in spades)
    for suit in (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS):
        odds -= _exposure(sorted(card.rank for card in hand if card.suit is suit))
    return 1 / (1 + exp(-odds))


def _exposure(ranks: Sequence[int]) -> float:
    """Return the log-odds that a side suit costs a nil: its low cards are forced out first, a short suit has none."""
    steps = zip(ranks, SAFE_RANKS, EXPOSURE, strict=False)
    return sum(weight * max(0, rank - safe) for rank, safe, weight in steps) + (SHORT if len(ranks) < 2 else 0.0)


def choose_bid(view: View, player: Player, bonus: StyleBonus) -> Bid:
    """Return a legal bid, chosen by the player's hand, the known cards of the dummy, and the earlier bids."""
    match view.rules.bidding:
        case BiddingStyle.STANDARD:
            return _standard_bid(view, player, bonus)
        case BiddingStyle.SUICIDE:
            return _suicide_bid(view, player, bonus)
    options = [Bid(player, option.tricks[0], option.nils[0]) for option in view.bid_options]
    nils = [bid for bid in options if bid.nils and _risks_nil(view.hand or (), bonus)]
    return (nils or options)[0]


def _risks_nil(cards: Sequence[Card], bonus: StyleBonus) -> bool:
    return nil_chance(cards) > MIN_NIL_CHANCE - bonus.nil / NIL_SWING


def _standard_bid(view: View, player: Player, bonus: StyleBonus) -> Bid:
    """Declare nil on the player's hand or the dummy if it is weak, and on hands that their own players declare nil."""
    hand, known = view.hand or (), [card for _, card in view.places]
    nils, own = frozenset(bid.player for bid in view.bids if bid.player in bid.nils), hand_tricks(hand)
    if len(known) >= DUMMY_CARDS_FOR_NIL and _risks_nil(known, bonus):
        nils |= {DUMMY}
    if _risks_nil(hand, bonus):
        nils, own = nils | {player}, 0.0
    return Bid(player, _team_bid(view, player, own, bonus), nils)


def _suicide_bid(view: View, player: Player, bonus: StyleBonus) -> Bid:
    """Declare the player's own hand nil if it has a better chance than an unseen hand, else the partner's."""
    nils, own, hand = frozenset({player}), 0.0, view.hand or ()
    if nil_chance(hand) <= UNSEEN_NIL_CHANCE:
        nils, own = frozenset(HANDS) - {player}, hand_tricks(hand) - PARTNER_DUCKS
    return Bid(player, max(4, _team_bid(view, player, own, bonus)), nils)


def _team_bid(view: View, player: Player, own: float, bonus: StyleBonus) -> int:
    """Return a bid that declares if the dummy seems good enough, else a defender's bid up to the highest bid."""
    estimates = _estimates(view, player, own)
    caution = CAUTION - bonus.trick / TRICK_POINTS
    to_declare = round(own + estimates[DUMMY] - caution)
    if not view.bids:
        return max(0, to_declare)
    highest = max(view.bids, key=lambda bid: bid.tricks)
    if to_declare > highest.tricks:
        return to_declare
    partner = next(other for other in reversed(PLAYERS) if other not in (player, highest.player))
    return max(0, min(highest.tricks, round(own + estimates[partner] - caution)))


def _estimates(view: View, player: Player, own: float) -> dict[HandId, float]:
    """Return the estimated tricks of each other hand; with the player's hand they sum to 13.

    Each hand is estimated alone. The difference to 13 is then distributed in proportion to the doubt about each hand.
    """
    known = [card for _, card in view.places]
    share = (13 - own) / 3
    estimates = {DUMMY: partly_seen_tricks(known, view.hand or ())}
    doubts = {DUMMY: 1 - len(known) / 13}
    for other in PLAYERS:
        if other != player:
            bid = view.bid_of(other)
            estimates[other], doubts[other] = share, 1.0
            if bid is not None:
                own_tricks = NIL_TRICKS if other in bid.nils else bid.tricks - BID_FOR_PARTNER
                estimates[other], doubts[other] = share + TRUST * (own_tricks - share), 1 - TRUST
    missing = (13 - own - sum(estimates.values())) / sum(doubts.values())
    return {hand: estimate + missing * doubts[hand] for hand, estimate in estimates.items()}
