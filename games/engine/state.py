"""The state of one deal: what the log of events adds up to, and the questions every phase asks of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from .cards import Card, Suit, sort_cards
from .events import BidMade, CardPlayed, Dealt, Peeked, Standing
from .rules import Rules
from .seats import DUMMY, HandId, Player, bidding_order, owner, playing_order


class Phase(StrEnum):
    """Where a deal is, in this order. Peeking is skipped where the rules have none."""

    PEEKING = "peeking"
    BIDDING = "bidding"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: its four cards in the order they were played, and the hand that won it."""

    cards: tuple[CardPlayed, ...]
    winner: HandId

    def __hash__(self) -> int:
        """Quicker than one of all cards: what is drawn of a trick is looked up by it, and no card is led twice."""
        return hash(self.cards[0].card)


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A claim that waits for answers: who made it, for which hand, and who has accepted so far."""

    player: Player
    hand: HandId
    accepted: frozenset[Player] = frozenset()


@dataclass(frozen=True)
class State:
    """A deal, immutable; `deal.evolve` makes the next one. What is asked again and again is worked out once.

    `dealt` are the four hands as dealt (the dummy's in place order), `hands` what is left of them, sorted.
    `peeks` and `bids` stand in the order they happened. `contracts` are what players 0, 1 and 2 are scored on, None
    until the bidding is over, `nils` the hands on which each has a nil that counts: both know the hidden dummy.
    `trick` is the one in progress, `tricks` those finished.
    `refused` is the number of finished tricks when a claim was last refused, `refused_by` who did, `claimed` the hand
    of an accepted claim.
    """

    rules: Rules
    dealer: Player
    before: Standing
    dealt: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    peeks: tuple[Peeked, ...] = ()
    bids: tuple[BidMade, ...] = ()
    declarer: Player | None = None
    contracts: tuple[int, int, int] | None = None
    nils: tuple[tuple[HandId, ...], tuple[HandId, ...], tuple[HandId, ...]] = ((), (), ())
    trick: tuple[CardPlayed, ...] = ()
    tricks: tuple[Trick, ...] = ()
    broken: bool = False
    claim: OpenClaim | None = None
    refused: int | None = None
    refused_by: Player | None = None
    claimed: HandId | None = None

    @cached_property
    def phase(self) -> Phase:
        if self.declarer is not None:
            return Phase.FINISHED if self.claimed is not None or len(self.tricks) == 13 else Phase.PLAYING
        if self.rules.peek.places_each and len(self.peeks) < 3:
            return Phase.PEEKING
        return Phase.BIDDING

    @property
    def bidding_order(self) -> tuple[Player, Player, Player]:
        return bidding_order(self.dealer)

    @property
    def opening_leader(self) -> Player | None:
        """Who leads first: the first bidder, on whatever side; None until the bidding is over (RULES section 6)."""
        return None if self.declarer is None else self.bidding_order[0]

    @property
    def order(self) -> tuple[HandId, HandId, HandId, HandId] | None:
        """The hands clockwise from the declarer, None until the bidding is over."""
        return None if self.declarer is None else playing_order(self.declarer)

    @property
    def exposed(self) -> bool:
        """Whether the dummy lies face up: from the opening lead on (RULES section 6)."""
        return bool(self.trick or self.tricks)

    @cached_property
    def hand_on_lead(self) -> HandId | None:
        """The hand that leads, or led, the trick in progress; None outside the play."""
        if self.phase is not Phase.PLAYING:
            return None
        return self.tricks[-1].winner if self.tricks else self.opening_leader

    @cached_property
    def hand_to_play(self) -> HandId | None:
        """The hand whose card the trick waits for; None outside the play."""
        leader = self.hand_on_lead
        if leader is None or self.declarer is None:
            return None
        order = playing_order(self.declarer)
        return order[(order.index(leader) + len(self.trick)) % 4]

    @cached_property
    def player_to_play(self) -> Player | None:
        """The real player the trick waits for: for the dummy that is the declarer."""
        hand = self.hand_to_play
        return None if hand is None or self.declarer is None else owner(hand, self.declarer)

    @cached_property
    def trick_winners(self) -> tuple[HandId, ...]:
        """The winner of every trick, those an accepted claim gave away included (RULES section 6)."""
        winners = tuple([trick.winner for trick in self.tricks])
        if self.claimed is None:
            return winners
        return winners + (self.claimed,) * (13 - len(winners))

    @cached_property
    def taken(self) -> tuple[int, int, int, int]:
        """Tricks won so far by hands 0, 1, 2 and the dummy."""
        winners = self.trick_winners
        return winners.count(0), winners.count(1), winners.count(2), winners.count(DUMMY)

    @property
    def flipped(self) -> frozenset[int]:
        """The places of the dummy turned up for everyone."""
        if not self.rules.peek.is_flip:
            return frozenset()
        return frozenset(place for peek in self.peeks for place in peek.places)


def spades_in(cards: tuple[Card, ...]) -> int:
    """How many of the cards are spades."""
    return sum(card.suit is Suit.SPADES for card in cards)


def initial_state(dealt: Dealt) -> State:
    """The state right after the deal: nothing seen, nothing bid."""
    return State(dealt.rules, dealt.dealer, dealt.before, dealt.hands, tuple(map(sort_cards, dealt.hands)))


def without(state: State, played: CardPlayed) -> tuple[tuple[Card, ...], ...]:
    """The hands after a card has left one of them."""
    return tuple(
        tuple(card for card in cards if card is not played.card) if hand == played.hand else cards
        for hand, cards in enumerate(state.hands)
    )
