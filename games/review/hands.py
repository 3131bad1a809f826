"""The four hands and the trick of a reviewed position, and the picture of them that links to a finished deal show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from accounts.base.choices import HandOrder
from games import engine
from games.analysis.findings import DoubleDummy, cards_played, side_total
from games.components.cards import SUITS_IN_ORDER, Face, face_of, upper_row
from games.components.context import Places, hands_on_turn
from games.engine import DUMMY, PLAYERS, Card, CardPlayed, HandId, State, Suit, View
from games.play.snapshot import SeatInfo, finished_deal
from games.review.queries import ReviewedDeal
from games.web.link_pictures import DealPicture, PicturedHand, can_draw
from games.words.names import Names, capital, rank_label, signed, suit_name
from games.words.seats import Count, NilMark, count, nils, role, side
from games.words.sentences import deal_headline


class ReviewCard(NamedTuple):
    """A card of an open hand.

    `is_next` says whether the card is played next (known only with all hands open). `worth` is the number of tricks its
    side can take with it, "" if unknown; `loses` says whether another card takes more. `chance` is how likely the
    player on turn could think it there, in percent, "" for a card that was seen.
    """

    face: Face
    played: bool
    is_next: bool
    worth: str
    loses: bool
    chance: str


class ReviewSuit(NamedTuple):
    """The cards of one suit, as dealt. `row` (1 or 2) is its row where a hand has two."""

    suit: str
    name: str
    row: int
    cards: tuple[ReviewCard, ...]


@dataclass(frozen=True, slots=True)
class ReviewSeat:
    """A hand: where it is on the screen (`position`), who held it, in which role and with which nils; its tricks and
    what the contract still needs, in a `tone` that is good, bad or ""; its cards, or as many backs as are face down.
    `side` is declares, defends or "" before the play.
    """

    position: str
    name: str
    is_dummy: bool
    is_dealer: bool
    side: str
    role: str
    nils: tuple[NilMark, ...]
    on_turn: bool
    count: Count
    need: str
    tone: str
    suits: tuple[ReviewSuit, ...]
    face_down: range


class ReviewHands(NamedTuple):
    """The hands of `state` as the viewer of `view` sees them (None: all open).

    `next_event` is what happens next, `worth` the tricks that the side to play can take by card, and `chances` how
    likely hidden cards were where they are, in percent: None and empty unless all hands are open.
    """

    state: State
    view: View
    names: Names
    next_event: engine.Event | None
    worth: dict[Card, int]
    chances: Mapping[Card, str]

    def seat(self, hand: HandId, position: str) -> ReviewSeat:
        view = self.view
        need, tone = _need(view, hand)
        is_open = view.viewer in (None, hand) or (hand == DUMMY and self.state.exposed)
        return ReviewSeat(
            position=position,
            name=self.names.label(hand),
            is_dummy=hand == DUMMY,
            is_dealer=hand == view.dealer,
            side=side(view, hand),
            role=role(view, self.names, hand),
            nils=nils(view, self.names, hand),
            on_turn=hand in hands_on_turn(view),
            count=count(view, hand),
            need=need,
            tone=tone,
            suits=self._suits(hand) if is_open else (),
            face_down=range(0 if is_open else view.counts[hand] - (len(view.places) if hand == DUMMY else 0)),
        )

    def _suits(self, hand: HandId) -> tuple[ReviewSuit, ...]:
        dealt = engine.sort_cards(self.state.dealt[hand])
        above = upper_row(engine.shape(dealt))
        return tuple(
            ReviewSuit(
                suit=suit.letter.lower(),
                name=capital(suit_name(suit)),
                row=1 if suit in above else 2,
                cards=tuple(self._card(hand, card) for card in dealt if card.suit is suit),
            )
            for suit in SUITS_IN_ORDER[HandOrder.ALTERNATING]
        )

    def _card(self, hand: HandId, card: Card) -> ReviewCard:
        legal = engine.legal_cards(self.state) if card in self.worth else ()
        best = max((self.worth[other] for other in legal), default=0)
        return ReviewCard(
            face=face_of(card),
            played=card not in self.state.hands[hand],
            is_next=self.next_event == CardPlayed(hand, card),
            worth=str(self.worth[card]) if card in self.worth else "",
            loses=card in legal and self.worth[card] < best,
            chance=self.chances.get(card, ""),
        )


def tricks_to_win(state: State, double_dummy: DoubleDummy) -> dict[Card, int]:
    """Return the tricks that the side to play can take, by card; empty if no card is to play or they are not known."""
    count = len(cards_played(state))
    if state.hand_to_play is None or count >= len(double_dummy):
        return {}
    return {card: side_total(state, still) for card, still in double_dummy[count].items()}


def _need(view: View, hand: HandId) -> tuple[str, str]:
    """Return what the player's contract still needs, and the tone: good, bad or "" for neither."""
    contract = None if hand == DUMMY or view.declarer is None else view.contracts[hand]
    if contract is None:
        return "", ""
    missing, left = contract - view.side_tricks[hand], 13 - sum(view.taken)
    if missing > left:
        return _("can’t be made any more"), "bad"
    if missing <= 0:
        over = ngettext("made, %(count)d over", "made, %(count)d over", -missing) % {"count": -missing}
        return over if missing else _("made"), "good"
    return _("needs %(count)d of %(left)d") % {"count": missing, "left": left}, ""


def review_trick(view: View, places: Places, names: Names) -> dict[str, object] | None:
    """Return the trick in progress, or the last one until the next card is led; None before the play.

    `swept_to` is where a finished one goes, `slot` where the next card will be, or "".
    """
    if view.declarer is None:
        return None
    finished = view.tricks[-1] if view.tricks and not view.trick else None
    plays = finished.cards if finished else view.trick
    best = engine.winner(plays) if plays else None
    return {
        "label": _("Trick %(number)s") % {"number": len(view.tricks) + (finished is None)},
        "cards": [
            {
                "position": places[played.hand],
                "card": face_of(played.card),
                "by": names.label(played.hand),
                "wins": played.hand == best,
            }
            for played in plays
        ],
        "swept_to": places[finished.winner] if finished else "",
        "slot": places[view.to_play] if view.to_play is not None and view.claim is None else "",
    }


def deal_picture(deal: ReviewedDeal) -> DealPicture:
    """Return the content of the picture of a finished deal, with all hands open, in the current language."""
    line = finished_deal(deal.number, deal.end)
    names = Names([_with_letters_of_the_font(seat) for seat in deal.seats], None)
    defenders = [player for player in PLAYERS if player != line.declarer]
    roles = {player: _("Declarer") if player == line.declarer else _("Defender") for player in PLAYERS}

    def hand(which: HandId) -> PicturedHand:
        role = "" if which == DUMMY else f"{roles[which]}, {line.scores[which].contract}"
        return PicturedHand(names.label(which), role, _suits(deal.end.dealt[which]))

    return DealPicture(
        deal_headline(line, names),
        _("Deal %(number)s") % {"number": deal.number},
        tuple(hand(which) for which in (line.declarer, defenders[0], DUMMY, defenders[1])),
        tuple(f"{names.label(player)} {signed(line.scores[player].total)}" for player in PLAYERS),
    )


def _suits(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(
        " ".join(rank_label(card.rank) for card in engine.sort_cards(cards) if card.suit == suit) or "–"
        for suit in Suit
    )


def _with_letters_of_the_font(seat: SeatInfo) -> SeatInfo:
    """Return the seat, named by number if the font lacks letters of its player's name."""
    return seat if can_draw(seat.name) else replace(seat, name=_("Player %(number)d") % {"number": seat.player + 1})
