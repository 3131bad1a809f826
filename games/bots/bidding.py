"""Choosing a bid by rules of thumb, in each of the four bidding styles (docs/rules.md sections 5 and 9)."""

from collections.abc import Sequence
from typing import Final

from games.engine import DUMMY, HANDS, PLAYERS, Bid, BiddingStyle, Card, HandId, Player, View

from .estimate import hand_tricks, nil_chance, partly_seen_tricks
from .playing_style import StyleBonus

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
