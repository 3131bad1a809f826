"""The four hands of a position under review: what is left of them, and what each card could be worth."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.preferences import HandOrder
from games.analysis import DoubleDummy, cards_played, side_total
from games.engine import DUMMY, Card, CardPlayed, Event, HandId, Player, State, View, legal_cards, sort_cards

from .faces import SUITS_IN_ORDER, Face, face
from .seating import Count, Plate, count
from .words import capital, suit_name

SUITS = SUITS_IN_ORDER[HandOrder.ALTERNATING]


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """A card of an open hand, played already or, which is told only with all hands open, about to be.

    `worth` is the number of tricks its side could reach with it, "" where that is not known; `loses` says that another
    card would have reached more, `barred` that our rules don't allow it now.
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
class ReviewSeat:
    """One hand: its plate and what is counted there, what its player's contract still needs, its cards, or how many
    lie face down.
    """

    plate: Plate
    count: Count
    need: str
    tone: str
    suits: tuple[ReviewSuit, ...]
    face_down: int


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of `state`, open for `seen_by` or, if that is None, for everyone; `coming` is what happens next."""

    state: State
    seen_by: Player | None
    coming: Event | None
    found: DoubleDummy | None

    def seat(self, plate: Plate, view: View, hand: HandId) -> ReviewSeat:
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
            face=face(card),
            played=card not in self.state.hands[hand],
            is_next=self.seen_by is None and self.coming == CardPlayed(hand, card),
            worth=str(worth[card]) if card in worth else "",
            loses=card in legal and worth[card] < best,
            barred=card in worth and card not in legal,
        )

    def _worth(self, hand: HandId) -> dict[Card, int]:
        """What the side of the hand to play could reach with each card; only with all hands open is it told."""
        count = len(cards_played(self.state))
        if (
            self.seen_by is not None
            or self.found is None
            or hand != self.state.hand_to_play
            or count >= len(self.found)
        ):
            return {}
        return {card: side_total(self.state, still) for card, still in self.found[count].items()}


def _need(view: View, hand: HandId) -> tuple[str, str]:
    """What the player's contract needs from here on, and whether that is good, bad or neither."""
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
