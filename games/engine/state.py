"""The state of one deal, made from its events, with what follows from it in every phase."""

from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar, overload

from .cards import Card, sort_cards
from .events import BidMade, CardPlayed, Dealt, Peeked, Standing, Triple, same_hands
from .rules import Rules
from .seats import DUMMY, HandId, Player, bidding_order, owner, playing_order

if TYPE_CHECKING:
    from .diagrams import Diagram

T = TypeVar("T")


class Phase(StrEnum):
    """The phases of a deal, in order. There is no peeking phase if the rules have no peeking."""

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
        """Hash the card led only: it is unique in a deal, and tricks are used as cache keys."""
        return hash(self.cards[0].card)


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A claim that waits for answers: the player who made it, the hand on lead, who has accepted it so far, and the
    tricks that the hand would get: fewer than all that are left, or None for all.
    """

    player: Player
    hand: HandId
    accepted: frozenset[Player] = frozenset()
    tricks: int | None = None


class stored_property(cached_property[T]):  # noqa: N801  # a decorator, named as its base is
    """A `cached_property` without the lock that it takes before Python 3.12: two threads may compute the same value."""

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, instance: object, owner: type[Any] | None = None) -> Self | T:
        if instance is None:
            return self
        value = vars(instance)[self.func.__name__] = self.func(instance)
        return value


@dataclass(frozen=True, eq=False)
class State:
    """The immutable state of a deal; `deal.evolve` returns the next one. Two are equal if their cards and all that has
    happened are, in whatever order the players' hands were dealt.

    `dealt` are the four hands as dealt (the dummy's in place order), `hands` the cards left in them, sorted.
    `peeks` and `bids` are in the order they happened.
    `contracts` are the contracts of players 0, 1 and 2, None until the bidding is over; `nils` are for each player the
    hands on which a nil of the player applies, own hand first (docs/rules.md sections 5 and 9). In Mirror and Whiz both
    may reveal the dummy's number of spades: only a `View` says who may know them.
    `trick` is the trick in progress, `tricks` are the finished ones, `broken` says whether spades are broken.
    `claim` is the open claim. `refused_claimers` are the players of whom a claim was refused. `claim_refused_at` is the
    number of finished tricks when one was last refused, `refused_by` the player who refused it. `claimed` is the hand
    of an accepted claim, `claimed_tricks` the tricks that it got, None for all that were left.
    """

    rules: Rules
    dealer: Player
    before: Standing
    dealt: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    peeks: tuple[Peeked, ...] = ()
    bids: tuple[BidMade, ...] = ()
    declarer: Player | None = None
    contracts: Triple | None = None
    nils: tuple[tuple[HandId, ...], tuple[HandId, ...], tuple[HandId, ...]] = ((), (), ())
    trick: tuple[CardPlayed, ...] = ()
    tricks: tuple[Trick, ...] = ()
    broken: bool = False
    claim: OpenClaim | None = None
    refused_claimers: frozenset[Player] = frozenset()
    claim_refused_at: int | None = None
    refused_by: Player | None = None
    claimed: HandId | None = None
    claimed_tricks: int | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self is other or (_content(self) == _content(other) and same_hands(self.dealt, other.dealt))

    def __hash__(self) -> int:
        return hash(_content(self))

    def __str__(self) -> str:
        """Return the four hands around the table as text, of a finished deal as they were dealt."""
        return str(self._diagram)

    def _repr_svg_(self) -> str:
        from .pictures import table_picture

        return table_picture(self._diagram)

    @property
    def _diagram(self) -> "Diagram":
        from .diagrams import diagram_of  # late, as not every program draws

        hands = self.dealt if self.phase is Phase.FINISHED else self.hands
        return diagram_of(self, list(map(sort_cards, hands)))

    @stored_property
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
        """The player who makes the opening lead; None until the bidding is over (docs/rules.md section 6)."""
        return None if self.declarer is None else self.bidding_order[0]

    @property
    def order(self) -> tuple[HandId, HandId, HandId, HandId] | None:
        """The hands clockwise from the declarer, None until the bidding is over."""
        return None if self.declarer is None else playing_order(self.declarer)

    @property
    def exposed(self) -> bool:
        """Whether the dummy is face up, which it is from the opening lead on (docs/rules.md section 6)."""
        return bool(self.trick or self.tricks)

    @stored_property
    def hand_on_lead(self) -> HandId | None:
        """The hand that leads or led the trick in progress; None outside the play."""
        if self.phase is not Phase.PLAYING:
            return None
        return self.tricks[-1].winner if self.tricks else self.opening_leader

    @stored_property
    def hand_to_play(self) -> HandId | None:
        """The hand that plays the next card; None outside the play."""
        leader = self.hand_on_lead
        if leader is None or self.declarer is None:
            return None
        order = playing_order(self.declarer)
        return order[(order.index(leader) + len(self.trick)) % 4]

    @stored_property
    def player_to_play(self) -> Player | None:
        """The player who plays the next card, the declarer for the dummy; None outside the play."""
        hand = self.hand_to_play
        return None if hand is None or self.declarer is None else owner(hand, self.declarer)

    @stored_property
    def trick_winners(self) -> tuple[HandId, ...]:
        """The winner of every trick, including those that an accepted claim decided (docs/rules.md section 6)."""
        winners = tuple([trick.winner for trick in self.tricks])
        if self.claimed is None or self.declarer is None:
            return winners
        order, left = playing_order(self.declarer), self.tricks_left
        kept = left if self.claimed_tricks is None else self.claimed_tricks
        next_hand = order[(order.index(self.claimed) + 1) % 4]
        return winners + (self.claimed,) * kept + (next_hand,) * (left - kept)

    @stored_property
    def taken(self) -> tuple[int, int, int, int]:
        """The tricks won so far by hands 0, 1, 2 and the dummy."""
        winners = self.trick_winners
        return winners.count(0), winners.count(1), winners.count(2), winners.count(DUMMY)

    @property
    def tricks_left(self) -> int:
        """The tricks that have not been played to their end."""
        return 13 - len(self.tricks)

    @property
    def flipped(self) -> frozenset[int]:
        """The places of the dummy that a Flip rule has turned up for everyone."""
        if not self.rules.peek.is_flip:
            return frozenset()
        return frozenset(place for peek in self.peeks for place in peek.places)


_content = attrgetter(*(field.name for field in fields(State) if field.name != "dealt"))
_STORED: Final = tuple(name for name, value in vars(State).items() if isinstance(value, stored_property))


def changed(state: State, **others: Any) -> State:
    """Return the state with other values of these fields, as `dataclasses.replace` does, in an eighth of the time.

    Nothing that a `stored_property` has stored is copied.
    """
    values = vars(state) | others
    for name in _STORED:
        values.pop(name, None)
    copy = object.__new__(State)
    object.__setattr__(copy, "__dict__", values)
    return copy


def initial_state(dealt: Dealt) -> State:
    """Return the state right after the cards are dealt."""
    return State(dealt.rules, dealt.dealer, dealt.before, dealt.hands, tuple(map(sort_cards, dealt.hands)))
