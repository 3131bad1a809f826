"""The four hands of a reviewed position: the cards left, and the tricks each card can win."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.preferences import HandOrder
from games.analysis import DoubleDummy, cards_played, side_total
from games.components.cards import SUITS_IN_ORDER, Face, face_of, faces_to_see
from games.components.context import Places, hands_on_turn
from games.engine import (
    DUMMY,
    HAND_NAMES,
    Card,
    CardPlayed,
    Event,
    HandId,
    Player,
    State,
    View,
    legal_cards,
    sort_cards,
    winner,
)
from games.presenters.seat_words import Count, NilMark, count, nils, role
from games.presenters.words import Names, capital, suit_name

SUITS = SUITS_IN_ORDER[HandOrder.ALTERNATING]


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """A card of an open hand.

    `is_next` tells whether the card is played next (only with all hands open). `worth` is the number of tricks its side
    can take with it, "" if unknown; `loses` tells whether another card takes more, `barred` whether the rules forbid it
    now.
    """

    face: Face
    played: bool
    is_next: bool
    worth: str
    loses: bool
    barred: bool


@dataclass(frozen=True, slots=True)
class ReviewSuit:
    """The cards of one suit, as dealt."""

    suit: str
    name: str
    cards: tuple[ReviewCard, ...]


@dataclass(frozen=True, slots=True)
class ReviewPlate:
    """Who held a hand, in which role and with which nils; `position` is where the hand lies on the screen."""

    position: str
    code: str
    name: str
    is_dummy: bool
    is_dealer: bool
    role: str
    nils: tuple[NilMark, ...]
    on_turn: bool


def review_plate(view: View, names: Names, hand: HandId, position: str) -> ReviewPlate:
    """Return the plate of one hand in a position under review."""
    return ReviewPlate(
        position=position,
        code=HAND_NAMES[hand],
        name=names.label(hand),
        is_dummy=hand == DUMMY,
        is_dealer=hand == view.dealer,
        role=role(view, names, hand),
        nils=nils(view, names, hand),
        on_turn=hand in hands_on_turn(view),
    )


@dataclass(frozen=True, slots=True)
class ReviewTrickCard:
    """A card in a trick under review: where it lies, whose it is, and whether it is the winning one."""

    position: str
    card: Face
    by: str
    wins: bool


@dataclass(frozen=True, slots=True)
class ReviewTrick:
    """The trick in the middle. `swept_to` is where a finished one goes, `slot` where the next card will lie, or ""."""

    label: str
    cards: tuple[ReviewTrickCard, ...]
    swept_to: str
    slot: str


def review_trick(view: View, places: Places, names: Names) -> ReviewTrick | None:
    """Return the trick in progress, or the last one until the next card is led; None before the play."""
    if view.declarer is None:
        return None
    slot = places[view.to_play] if view.to_play is not None and view.claim is None else ""
    number, finished = len(view.tricks) + 1, not view.trick and bool(view.tricks)
    plays = view.tricks[-1].cards if finished else view.trick
    best = view.tricks[-1].winner if finished else winner(view.trick) if view.trick else None
    faces = faces_to_see()
    cards = tuple(
        ReviewTrickCard(places[played.hand], faces[played.card.index], names.label(played.hand), played.hand == best)
        for played in plays
    )
    label = _("Trick %(number)s") % {"number": number - finished}
    return ReviewTrick(label, cards, places[best] if finished and best is not None else "", slot)


@dataclass(frozen=True, slots=True)
class ReviewSeat:
    """A hand: its plate and trick count, what the contract still needs, and its cards or the number face down."""

    plate: ReviewPlate
    count: Count
    need: str
    tone: str
    suits: tuple[ReviewSuit, ...]
    face_down: int


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of `state` as `seen_by` sees them (None: all open); `next_event` is what happens next."""

    state: State
    seen_by: Player | None
    next_event: Event | None
    double_dummy: DoubleDummy | None

    def seat(self, plate: ReviewPlate, view: View, hand: HandId) -> ReviewSeat:
        need, tone = _need(view, hand)
        is_open = self._is_open(hand)
        return ReviewSeat(
            plate=plate,
            count=count(view, hand),
            need=need,
            tone=tone,
            suits=self._suits(hand) if is_open else (),
            face_down=0 if is_open else view.counts[hand] - (len(view.places) if hand == DUMMY else 0),
        )

    def _is_open(self, hand: HandId) -> bool:
        return self.seen_by is None or hand == self.seen_by or (hand == DUMMY and self.state.exposed)

    def _suits(self, hand: HandId) -> tuple[ReviewSuit, ...]:
        worth = self._worth(hand)
        cards = sort_cards(self.state.dealt[hand])
        return tuple(
            ReviewSuit(
                suit=suit.letter.lower(),
                name=capital(suit_name(suit)),
                cards=tuple(self._card(hand, card, worth) for card in cards if card.suit is suit),
            )
            for suit in SUITS
        )

    def _card(self, hand: HandId, card: Card, worth: dict[Card, int]) -> ReviewCard:
        legal = legal_cards(self.state) if card in worth else ()
        best = max((worth[other] for other in legal), default=0)
        return ReviewCard(
            face=face_of(card),
            played=card not in self.state.hands[hand],
            is_next=self.seen_by is None and self.next_event == CardPlayed(hand, card),
            worth=str(worth[card]) if card in worth else "",
            loses=card in legal and worth[card] < best,
            barred=card in worth and card not in legal,
        )

    def _worth(self, hand: HandId) -> dict[Card, int]:
        """Return the tricks that its side can take by card; empty unless all hands are open and `hand` is to play."""
        count = len(cards_played(self.state))
        if (
            self.seen_by is not None
            or self.double_dummy is None
            or hand != self.state.hand_to_play
            or count >= len(self.double_dummy)
        ):
            return {}
        return {card: side_total(self.state, still) for card, still in self.double_dummy[count].items()}


def _need(view: View, hand: HandId) -> tuple[str, str]:
    """Return what the player's contract still needs, and the tone: good, bad or "" for neither."""
    contract = None if hand == DUMMY or view.declarer is None else view.contracts[hand]
    if contract is None:
        return "", ""
    missing, left = contract - view.side_tricks[hand], 13 - sum(view.taken)
    if missing > left:
        return _("cannot be made any more"), "bad"
    if missing <= 0:
        over = ngettext("made, %(count)d over", "made, %(count)d over", -missing) % {"count": -missing}
        return over if missing else _("made"), "good"
    return _("needs %(count)d of %(left)d") % {"count": missing, "left": left}, ""
