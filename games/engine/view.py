"""Views: what a viewer may know of a deal (docs/rules.md section 10).

A `View` does not contain anything its viewer may not know. Pages, live updates and bots get views only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from .bidding import BidOption, bid_options, may_peek_now, next_bidder
from .cards import Card, Shape, shape, sort_cards
from .events import BidMade, CardPlayed, Standing, Triple
from .play import claimable, legal_cards, may_answer_claim, may_claim
from .rules import Rules
from .scoring import Scores, score, tricks_of_sides
from .seats import DUMMY, PLAYERS, HandId, Player, is_player, triple
from .state import OpenClaim, Phase, State, Trick

if TYPE_CHECKING:
    from .diagrams import Diagram

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class View:
    """A deal as one viewer sees it. `viewer` is a player, or None for a spectator.

    What the viewer may not know is None or missing:
    - `hand` (the viewer's cards left, sorted) and `hand_shape` (of the hand as dealt) are None for a spectator;
    - `dummy` and `dummy_shape` (the same for the dummy) are None until the dummy is exposed;
    - a contract is None while the dummy's part in it is hidden;
    - `scores` and `dealt` (the four hands, sorted) are None until the deal is finished.
    `places` are pairs of a place of the face-down dummy and the card the viewer knows there, ascending, empty once the
    dummy is exposed; `flipped` are the places that everybody sees. `looked` are the players who have peeked.
    `counts` are the cards left in hands 0, 1, 2 and the dummy; `taken` are their tricks, `side_tricks` those of each
    player's side. `to_play` is the hand to play, `waiting` are the players the deal waits for.
    `claim_hand` are the cards shown by an open claim, `claimed` and `claimed_tricks` are the hand and the number of an
    accepted one (None for all the tricks that were left), `refused_claimers` are the players of whom a claim was
    refused, `refused_by` is the player who refused one on the lead to this trick.
    The last five fields say what the viewer may do now: the number of places to peek at, the bids, the cards to play
    (from hand `to_play`, the viewer's or the dummy), the numbers of tricks to claim, of which the last are all that are
    left, and whether to answer a claim.
    """

    rules: Rules
    phase: Phase
    dealer: Player
    before: Standing
    bidding_order: tuple[Player, Player, Player]
    dummy: tuple[Card, ...] | None
    dummy_shape: Shape | None
    places: tuple[tuple[int, Card], ...]
    flipped: frozenset[int]
    looked: frozenset[Player]
    bids: tuple[BidMade, ...]
    declarer: Player | None
    opening_leader: Player | None
    order: tuple[HandId, HandId, HandId, HandId] | None
    contracts: tuple[int | None, int | None, int | None]
    nils: tuple[tuple[HandId, ...], tuple[HandId, ...], tuple[HandId, ...]]
    trick: tuple[CardPlayed, ...]
    tricks: tuple[Trick, ...]
    taken: tuple[int, int, int, int]
    side_tricks: Triple
    counts: tuple[int, int, int, int]
    broken: bool
    to_play: HandId | None
    waiting: tuple[Player, ...]
    claim: OpenClaim | None
    claimed: HandId | None
    claimed_tricks: int | None
    claim_hand: tuple[Card, ...] | None
    refused_claimers: frozenset[Player]
    refused_by: Player | None
    scores: Scores | None
    dealt: tuple[tuple[Card, ...], ...] | None
    viewer: Player | None = None
    hand: tuple[Card, ...] | None = None
    hand_shape: Shape | None = None
    peek_count: int = 0
    bid_options: tuple[BidOption, ...] = ()
    playable: tuple[Card, ...] = ()
    claimable: tuple[int, ...] = ()
    may_answer_claim: bool = False

    def __str__(self) -> str:
        """Return what the viewer sees of the four hands around the table as text."""
        return str(self._diagram)

    def _repr_svg_(self) -> str:
        from .pictures import table_picture

        return table_picture(self._diagram)

    @property
    def _diagram(self) -> "Diagram":
        from .diagrams import diagram_of  # late, as not every program draws

        hands = [self.hand if hand == self.viewer else None for hand in PLAYERS] + [self.dummy]
        if self.claim is not None and self.claim_hand is not None:
            hands[self.claim.hand] = self.claim_hand
        return diagram_of(self, hands if self.dealt is None else self.dealt, self.places)

    def bid_of(self, player: HandId) -> BidMade | None:
        """Return the player's bid; None before it is made, and for the dummy."""
        return next((bid for bid in self.bids if bid.player == player), None)

    @property
    def may_claim(self) -> bool:
        """Return whether the viewer may claim now."""
        return bool(self.claimable)

    @property
    def tricks_left(self) -> int:
        """Return the number of tricks that have not been played to their end."""
        return 13 - len(self.tricks)

    @property
    def has_unfailed_nil(self) -> bool:
        """Return whether a nil that applies has not failed: an accepted claim would make it succeed."""
        return any(not self.taken[hand] for hands in self.nils for hand in hands)


def construct(kind: Callable[P, T], *_: P.args, **fields: P.kwargs) -> T:
    """Return an object of a frozen dataclass without slots; fields are given by name, if they have no default.

    Takes a fifth of the time of the constructor, which sets field after field: hundreds of views are made each second
    for each viewer. For plain data only: `__post_init__` is not called and nothing is checked.
    """
    new = object.__new__(cast(type[T], kind))
    object.__setattr__(new, "__dict__", fields)
    return new


def changed(original: T, **fields: Any) -> T:
    """Return a copy of a frozen dataclass without slots with some fields changed, as `dataclasses.replace` does.

    Takes an eighth of the time of `replace`, which calls the constructor. For plain data only: nothing is checked, and
    values that a `cached_property` has stored are copied too.
    """
    copy = object.__new__(type(original))
    object.__setattr__(copy, "__dict__", original.__dict__ | fields)
    return copy


class Sight:
    """Makes the views of one deal for several viewers; what all of them may know is computed only once."""

    def __init__(self, state: State) -> None:
        self._state, self._public_view = state, _public_view(state)

    def of(self, viewer: Player | None) -> View:
        """Return the view of `viewer`, a player or None for a spectator. Raises ValueError for all else."""
        state, public = self._state, self._public_view
        if viewer is None:
            return public
        if not is_player(viewer):
            raise ValueError(f"the viewer of a deal is 0, 1, 2 or None, not {viewer!r}")
        waits = viewer in public.waiting
        return changed(
            public,
            viewer=viewer,
            hand=state.hands[viewer],
            hand_shape=shape(state.dealt[viewer]),
            places=known_places(state, viewer),
            peek_count=state.rules.peek.places_each if waits and state.phase is Phase.PEEKING else 0,
            bid_options=bid_options(state, viewer) if waits and state.phase is Phase.BIDDING else (),
            playable=legal_cards(state) if waits else (),
            claimable=tuple(claimable(state)) if viewer == may_claim(state) else (),
            may_answer_claim=waits and state.claim is not None,
        )


def view_for(state: State, viewer: Player | None) -> View:
    """Return what `viewer`, a player or None for a spectator, may know of this deal and may do now.

    Raises ValueError for any other viewer: the dummy, hand 3, sees nothing.
    """
    return Sight(state).of(viewer)


def _public_view(state: State) -> View:
    """Return the deal as a spectator sees it."""
    finished, hands = state.phase is Phase.FINISHED, state.hands
    return construct(
        View,
        rules=state.rules,
        phase=state.phase,
        dealer=state.dealer,
        before=state.before,
        bidding_order=state.bidding_order,
        dummy=hands[DUMMY] if state.exposed else None,
        dummy_shape=shape(state.dealt[DUMMY]) if state.exposed else None,
        places=known_places(state, None),
        flipped=state.flipped,
        looked=frozenset(peek.player for peek in state.peeks),
        bids=state.bids,
        declarer=state.declarer,
        opening_leader=state.opening_leader,
        order=state.order,
        contracts=_visible_contracts(state),
        nils=_visible_nils(state),
        trick=state.trick,
        tricks=state.tricks,
        taken=state.taken,
        side_tricks=tricks_of_sides(state),
        counts=(len(hands[0]), len(hands[1]), len(hands[2]), len(hands[DUMMY])),
        broken=state.broken,
        to_play=state.hand_to_play,
        waiting=waiting_for(state),
        claim=state.claim,
        claimed=state.claimed,
        claimed_tricks=state.claimed_tricks,
        claim_hand=hands[state.claim.hand] if state.claim else None,
        refused_claimers=state.refused_claimers,
        refused_by=state.refused_by if state.claim_refused_at == len(state.tricks) else None,
        scores=score(state) if finished else None,
        dealt=tuple(map(sort_cards, state.dealt)) if finished else None,
    )


def known_places(state: State, viewer: Player | None) -> tuple[tuple[int, Card], ...]:
    """Return the face-down places, with their cards, that are flipped or that the viewer has peeked at."""
    if state.exposed:
        return ()
    seen = state.flipped.union(*(peek.places for peek in state.peeks if peek.player == viewer))
    return tuple((place, state.dealt[DUMMY][place]) for place in sorted(seen))


def waiting_for(state: State) -> tuple[Player, ...]:
    """Return the players the deal waits for, ascending; empty once it is finished."""
    if state.phase is Phase.PEEKING:
        return may_peek_now(state)
    if state.claim is not None:
        return may_answer_claim(state)
    player = next_bidder(state) if state.phase is Phase.BIDDING else state.player_to_play
    return () if player is None else (player,)


def _visible_contracts(state: State) -> tuple[int | None, int | None, int | None]:
    if state.contracts is None:
        return None, None, None
    if not _contract_reveals_dummy(state):
        return state.contracts
    return triple(None if player == state.declarer else number for player, number in enumerate(state.contracts))


def _visible_nils(state: State) -> tuple[tuple[HandId, ...], tuple[HandId, ...], tuple[HandId, ...]]:
    if not _contract_reveals_dummy(state):
        return state.nils
    return triple(tuple(hand for hand in nils if hand != DUMMY) for nils in state.nils)


def _contract_reveals_dummy(state: State) -> bool:
    """Return whether declarer's contract would reveal the face-down dummy's spades (docs/rules.md section 9)."""
    return state.rules.bidding.counts_spades and state.declarer is not None and not state.exposed
