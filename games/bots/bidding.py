"""What to bid, in each of the four bidding styles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.bots.playing_style import LEANINGS, Leaning, PlayingStyle
from games.engine import DUMMY, HANDS, PLAYERS, Bid, BiddingStyle, BidMade, Card, HandId, Player, View

from .estimate import hand_tricks, nil_chance, partly_seen_tricks

CAUTION: Final = 1.2
"""How far below the tricks it expects a side should bid: a failed contract costs twice what a bag or two do."""

BID_FOR_PARTNER: Final = 2.2
"""What an earlier bidder is taken to have added to the own hand for a partner still unknown."""

TRUST: Final = 0.8
"""How much of an earlier bid is believed to be cards, the rest to be nerve."""

NIL_TRICKS: Final = 0.6
"""What a hand declared nil by its own player still takes on average."""

BOLD_NIL: Final = 0.45
PARTNER_NIL: Final = 0.08
"""The chances of success from which a nil is worth declaring, and that of a hand never seen."""

TRICK_STAKE: Final = 10.0
NIL_STAKE: Final = 200.0
"""The points between a trick bid and not bid, and between a nil made and failed."""

PARTNER_DUCKS: Final = 2.0
"""Tricks a partner declared nil leaves to others."""

DUMMY_CARDS_FOR_NIL: Final = 9
"""So many cards of the dummy must be known before a nil is declared on it."""


def choose_bid(view: View, player: Player, leaning: Leaning = LEANINGS[PlayingStyle.STEADY]) -> Bid:
    """A bid the style allows, from the own hand, what is known of the dummy, and the earlier bids."""
    hand = view.hand or ()
    match view.rules.bidding:
        case BiddingStyle.STANDARD:
            return _standard_bid(view, player, hand, leaning)
        case BiddingStyle.SUICIDE:
            return _suicide_bid(view, player, hand, leaning)
    options = [Bid(player, option.tricks[0], option.nils[0]) for option in view.bid_options]
    nils = [bid for bid in options if bid.nils and _dares_nil(hand, leaning)]
    return (nils or options)[0]


def _dares_nil(cards: Sequence[Card], leaning: Leaning) -> bool:
    return nil_chance(cards) > BOLD_NIL - leaning.nil / NIL_STAKE


def _standard_bid(view: View, player: Player, hand: tuple[Card, ...], leaning: Leaning) -> Bid:
    nils = _nils_on_others(view, leaning)
    own = hand_tricks(hand)
    if _dares_nil(hand, leaning):
        nils |= {player}
        own = 0.0
    return Bid(player, _team_bid(view, player, own, leaning), nils)


def _nils_on_others(view: View, leaning: Leaning) -> frozenset[HandId]:
    """The dummy if it is known to be hopeless, and every player who has declared the own hand nil and so will duck."""
    known = [card for _, card in view.places]
    hopeless = len(known) >= DUMMY_CARDS_FOR_NIL and _dares_nil(known, leaning)
    trying = frozenset(bid.player for bid in view.bids if bid.player in bid.nils)
    return trying | ({DUMMY} if hopeless else frozenset())


def _suicide_bid(view: View, player: Player, hand: tuple[Card, ...], leaning: Leaning) -> Bid:
    """The own hand as nil if that looks better than whatever partner comes."""
    if nil_chance(hand) > PARTNER_NIL:
        nils, tricks = frozenset({player}), _team_bid(view, player, 0.0, leaning)
    else:
        own = hand_tricks(hand) - PARTNER_DUCKS
        nils, tricks = frozenset(HANDS) - {player}, _team_bid(view, player, own, leaning)
    return Bid(player, max(4, tricks), nils)


def _team_bid(view: View, player: Player, own: float, leaning: Leaning) -> int:
    """Enough to declare if the dummy is worth it, otherwise what to defend with and no more than the highest bid."""
    guesses = _guesses(view, player, own)
    caution = CAUTION - leaning.trick / TRICK_STAKE
    to_declare = round(own + guesses[DUMMY] - caution)
    if not view.bids:
        return max(0, to_declare)
    highest = max(view.bids, key=lambda bid: bid.tricks)
    if to_declare > highest.tricks:
        return to_declare
    partner = next(other for other in reversed(PLAYERS) if other not in (player, highest.player))
    return max(0, min(highest.tricks, round(own + guesses[partner] - caution)))


def _guesses(view: View, player: Player, own: float) -> dict[HandId, float]:
    """The tricks each other hand may take: guessed apart, then corrected so that all four make thirteen.

    What is too much or too little is spread over the hands in proportion to how little is known of them.
    """
    known = [card for _, card in view.places]
    share = (13 - own) / 3
    guesses = {DUMMY: partly_seen_tricks(known, view.hand or ())}
    doubts = {DUMMY: 1 - len(known) / 13}
    for other in PLAYERS:
        if other != player:
            bid = view.bid_of(other)
            guesses[other] = share if bid is None else share + TRUST * (_cards_behind(bid) - share)
            doubts[other] = 1.0 if bid is None else 1 - TRUST
    missing = (13 - own - sum(guesses.values())) / sum(doubts.values())
    return {hand: guess + missing * doubts[hand] for hand, guess in guesses.items()}


def _cards_behind(bid: BidMade) -> float:
    """The tricks the own hand of an earlier bidder seems to hold."""
    return NIL_TRICKS if bid.player in bid.nils else bid.tricks - BID_FOR_PARTNER
