"""Bids, nil declarations, contracts, and who is declarer (docs/rules.md sections 5 and 9)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Final, TypeAlias

from .actions import Bid
from .errors import BadBid, BadNils, TooEarly, WrongPlayer
from .events import BidMade
from .rules import BiddingStyle
from .seats import DUMMY, HANDS, PLAYERS, HandId, Player, partner, triple
from .state import Phase, State, spades_in

Nils: TypeAlias = frozenset[HandId]

NO_NILS: Final[Nils] = frozenset()
ANY_NILS: Final[tuple[Nils, ...]] = tuple(
    map(frozenset, chain.from_iterable(combinations(HANDS, size) for size in range(5)))
)


@dataclass(frozen=True, slots=True)
class BidOption:
    """A group of legal bids: each of these numbers of tricks with each of these sets of nil declarations."""

    tricks: tuple[int, ...]
    nils: tuple[Nils, ...]

    @property
    def any_nils(self) -> bool:
        """Whether every subset of the four hands may be declared nil."""
        return self.nils == ANY_NILS


def next_bidder(state: State) -> Player | None:
    """Return the player whose turn it is to bid, None outside the bidding."""
    return state.bidding_order[len(state.bids)] if state.phase is Phase.BIDDING else None


def bid_options(state: State, player: Player) -> tuple[BidOption, ...]:
    """Return the bids that the style allows `player`, even out of turn (docs/rules.md section 9)."""
    own = frozenset({player})
    match state.rules.bidding:
        case BiddingStyle.STANDARD:
            return (BidOption(tuple(range(14)), ANY_NILS),)
        case BiddingStyle.SUICIDE:
            return (BidOption(tuple(range(4, 14)), (own, frozenset(HANDS) - own)),)
        case style:
            return _spade_count_options(spades_in(state.dealt[player]), own, style)


def _spade_count_options(spades: int, own: Nils, style: BiddingStyle) -> tuple[BidOption, ...]:
    nil = BidOption((0,), (own,))
    if not spades:
        return (nil,)
    number = BidOption((spades,), (NO_NILS,))
    return (number, nil) if style is BiddingStyle.WHIZ else (number,)


def decide_bid(state: State, bid: Bid) -> tuple[BidMade]:
    """Return the event of a legal bid.

    Raises TooEarly during the peeking, WrongPlayer out of turn, BadBid or BadNils if the style does not allow it.
    """
    if state.phase is Phase.PEEKING:
        raise TooEarly
    if bid.player != next_bidder(state):
        raise WrongPlayer
    options = [option for option in bid_options(state, bid.player) if bid.tricks in option.tricks]
    if not options:
        raise BadBid
    if not any(bid.nils in option.nils for option in options):
        raise BadNils
    return (BidMade(bid.player, bid.tricks, bid.nils),)


def legal_bids(state: State) -> Iterator[Bid]:
    """Yield every bid the next bidder may make; nothing outside the bidding."""
    player = next_bidder(state)
    if player is None:
        return
    for option in bid_options(state, player):
        for tricks in option.tricks:
            for nils in option.nils:
                yield Bid(player, tricks, nils)


def after_bid(state: State, event: BidMade) -> State:
    """Return the state after a bid; the third one decides declarer, contracts and nils."""
    bids = (*state.bids, event)
    if len(bids) < 3:
        return replace(state, bids=bids)
    state = replace(state, bids=bids, declarer=_declarer(bids))
    contracts, nils = [_contract(state, player) for player in PLAYERS], [_nils(state, player) for player in PLAYERS]
    return replace(state, contracts=triple(contracts), nils=triple(nils))


def _declarer(bids: tuple[BidMade, ...]) -> Player:
    """Return the player with the highest bid, among equal ones the first: `max` returns the first maximum."""
    return max(bids, key=lambda bid: bid.tricks).player


def bid_of(state: State, player: Player) -> BidMade | None:
    """Return the player's bid in this deal, None before it is made."""
    place = state.bidding_order.index(player)
    return state.bids[place] if place < len(state.bids) else None


def contract(state: State, player: Player) -> int | None:
    """Return the player's contract, None until the bidding is over (docs/rules.md sections 5 and 9).

    In Mirror and Whiz it is the sum over the side's two hands and so tells the dummy's number of spades: only a `View`
    says who may know it.
    """
    return None if state.contracts is None else state.contracts[player]


def _contract(state: State, player: Player) -> int:
    assert state.declarer is not None, "contracts exist only after three bids"
    if not state.rules.bidding.counts_spades:
        return _number(state, player)
    return _number(state, player) + _number(state, partner(player, state.declarer))


def _number(state: State, hand: HandId) -> int:
    """Return the tricks bid for one hand: a player's own bid, or the dummy's number of spades."""
    if hand == DUMMY:
        return spades_in(state.dealt[DUMMY])
    bid = bid_of(state, hand)
    assert bid is not None, "contracts exist only after three bids"
    return bid.tricks


def applying_nils(state: State, player: Player) -> tuple[HandId, ...]:
    """Return the hands on which a nil of `player` applies, own hand first; empty until the bidding is over.

    A declaration applies if the hand is on the player's own side (docs/rules.md section 5). In Mirror and Whiz a dummy
    without spades is a nil of the declarer (docs/rules.md section 9).
    """
    return state.nils[player]


def _nils(state: State, player: Player) -> tuple[HandId, ...]:
    bid = bid_of(state, player)
    assert state.declarer is not None, "nils apply only after three bids"
    assert bid is not None, "nils apply only after three bids"
    partner_hand = partner(player, state.declarer)
    declared = bid.nils
    if partner_hand == DUMMY and state.rules.bidding.counts_spades and not spades_in(state.dealt[DUMMY]):
        declared |= {DUMMY}
    return tuple(hand for hand in (player, partner_hand) if hand in declared)
