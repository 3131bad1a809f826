"""Peeking and bidding: bids, nil declarations, contracts and who is declarer (docs/rules.md sections 4, 5, 9)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final, TypeAlias

from .cards import Suit, shape
from .events import Bid, BidMade, IllegalAction, Peek, Peeked, Triple
from .rules import BiddingStyle
from .seats import DUMMY, HANDS, PLAYERS, HandId, Player, partner, triple
from .state import Phase, State, changed

Nils: TypeAlias = frozenset[HandId]
"""The hands that a player declares nil with a bid."""

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


def may_peek_now(state: State) -> tuple[Player, ...]:
    """Return who may peek now, ascending: all who have not peeked, or under a Flip rule the player on turn."""
    if state.phase is not Phase.PEEKING:
        return ()
    if state.rules.peek.is_flip:
        return (state.bidding_order[len(state.peeks)],)
    peeked = {peek.player for peek in state.peeks}
    return tuple(player for player in PLAYERS if player not in peeked)


def decide_peek(state: State, peek: Peek) -> tuple[Peeked]:
    """Return the event of a legal peek. Raises IllegalAction: bad_peek, or wrong_player out of turn."""
    if not state.rules.peek.places_each:
        raise IllegalAction("bad_peek")
    if peek.player not in may_peek_now(state):
        raise IllegalAction("wrong_player")
    hidden = set(range(13)) - state.flipped
    places = {place for place in peek.places if type(place) is int}
    if len(peek.places) != state.rules.peek.places_each or len(hidden & places) != len(peek.places):
        raise IllegalAction("bad_peek")
    return (Peeked(peek.player, tuple(sorted(peek.places))),)


def next_bidder(state: State) -> Player | None:
    """Return the player whose turn it is to bid, None outside the bidding."""
    return state.bidding_order[len(state.bids)] if state.phase is Phase.BIDDING else None


def bid_options(state: State, player: Player) -> tuple[BidOption, ...]:
    """Return the bids that the style allows `player`, even out of turn (docs/rules.md section 9)."""
    own, style = frozenset({player}), state.rules.bidding
    if style is BiddingStyle.STANDARD:
        return (BidOption(tuple(range(14)), ANY_NILS),)
    if style is BiddingStyle.SUICIDE:
        return (BidOption(tuple(range(4, 14)), (own, frozenset(HANDS) - own)),)
    spades, nil = _spades_dealt(state, player), BidOption((0,), (own,))
    if not spades:
        return (nil,)
    number = BidOption((spades,), (frozenset(),))
    return (number, nil) if style is BiddingStyle.WHIZ else (number,)


def _spades_dealt(state: State, hand: HandId) -> int:
    return shape(state.dealt[hand])[Suit.SPADES]


def decide_bid(state: State, bid: Bid) -> tuple[BidMade]:
    """Return the event of a legal bid. Raises IllegalAction: too_early, wrong_player, bad_bid or bad_nils."""
    if state.phase is Phase.PEEKING:
        raise IllegalAction("too_early")
    if bid.player != next_bidder(state):
        raise IllegalAction("wrong_player")
    options = [option for option in bid_options(state, bid.player) if bid.tricks in option.tricks]
    if not options or type(bid.tricks) is not int:
        raise IllegalAction("bad_bid")
    if not any(bid.nils in option.nils for option in options) or any(type(hand) is not int for hand in bid.nils):
        raise IllegalAction("bad_nils")
    return (BidMade(bid.player, bid.tricks, bid.nils),)


def declarer_of(bids: Iterable[BidMade]) -> Player:
    """Return who declares if these, in the order they were made, are all the bids (docs/rules.md section 5)."""
    return max(bids, key=lambda bid: bid.tricks).player  # among equal bids the first, which `max` returns


def after_bid(state: State, event: BidMade) -> State:
    """Return the state after a bid; the third one decides declarer, contracts and nils."""
    bids = (*state.bids, event)
    if len(bids) < 3:
        return changed(state, bids=bids)
    declarer = declarer_of(bids)
    by_player = sorted(bids, key=lambda bid: bid.player)
    contracts = _contracts(state, [bid.tricks for bid in by_player], declarer)
    nils = triple(_applying_nils(state, bid, partner(bid.player, declarer)) for bid in by_player)
    return changed(state, bids=bids, declarer=declarer, contracts=contracts, nils=nils)


def _contracts(state: State, tricks: list[int], declarer: Player) -> Triple:
    """Return the contracts: the `tricks` that each player bid, or in Mirror and Whiz the sum for the side's hands."""
    if not state.rules.bidding.counts_spades:
        return triple(tricks)
    numbers = [*tricks, _spades_dealt(state, DUMMY)]
    return triple(numbers[player] + numbers[partner(player, declarer)] for player in PLAYERS)


def _applying_nils(state: State, bid: BidMade, partner_hand: HandId) -> tuple[HandId, ...]:
    """Return the hands of the own side that are declared nil; in Mirror and Whiz also a dummy without spades."""
    declared = bid.nils
    if partner_hand == DUMMY and state.rules.bidding.counts_spades and not _spades_dealt(state, DUMMY):
        declared |= {DUMMY}
    return tuple(hand for hand in (bid.player, partner_hand) if hand in declared)


def bid_of(state: State, player: Player) -> BidMade | None:
    """Return the player's bid in this deal, None before it is made."""
    return next((bid for bid in state.bids if bid.player == player), None)
