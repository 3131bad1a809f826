"""Open hands: the viewer's own cards, and the exposed dummy."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from games.components.cards import Face, SuitGroup, lying, suit_group, suits_of
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, posts_to
from games.components.parts import VERSIONED, Part, Slot
from games.engine import DUMMY, HAND_NAMES, Card, HandId, View
from games.engine import Suit as CardSuit
from games.presenters.i18n_cache import LazyDict
from games.presenters.i18n_cache import gettext as _
from games.presenters.sentences import why_not


class Hand(NamedTuple):
    """An open hand: the letters of the suits it was dealt, in the viewer's order, and whether the viewer plays it."""

    hand: str
    label: str
    code: str
    suits: tuple[str, ...]
    may_play: bool = True


class Suit(NamedTuple):
    """The remaining cards of one suit of a hand; as buttons once the play has begun."""

    hand: str
    group: SuitGroup
    clickable: bool


class Turn(NamedTuple):
    """Whether the viewer has to play from a hand, and why its dimmed cards can't be played, "" if all can."""

    hand: str
    is_on_turn: bool
    why_not: str


def own_hand(context: TableContext) -> Hand | None:
    """Return the viewer's hand; None for a spectator."""
    view = context.view
    if view is None or view.viewer is None or view.hand_shape is None:
        return None
    suits = suits_of(view.hand_shape, context.hand_order)
    return Hand(HAND_NAMES[view.viewer], _("Your hand"), context.code, suits)


def dummy_opposite(context: TableContext) -> Hand | None:
    """Return the exposed dummy for a viewer opposite: the declarer, who plays its cards, or a spectator."""
    view = context.view
    if view is None or not lies_opposite(context) or view.dummy_shape is None:
        return None
    suits = suits_of(view.dummy_shape)
    return Hand(HAND_NAMES[DUMMY], context.names.label(DUMMY), context.code, suits, context.is_player)


def lies_opposite(context: TableContext) -> bool:
    """Return whether the dummy of this deal lies opposite the viewer, where there is room for it in rows."""
    return context.view is not None and context.view.declarer is not None and context.places[DUMMY] == "top"


def open_dummy(context: TableContext) -> tuple[str, ...] | None:
    """Return the suits of the exposed dummy."""
    view = context.view
    return None if view is None or view.dummy_shape is None else suits_of(view.dummy_shape)


def _own_suit(suit: CardSuit) -> Callable[[TableContext], Suit | None]:
    def own(context: TableContext) -> Suit | None:
        view = context.view
        if view is None or view.viewer is None or view.hand is None or view.hand_shape is None:
            return None
        playable = asked_of(view, view.viewer)
        held = suit_group(suit, view.hand, view.hand_shape, playable, context.hand_order)
        return Suit(HAND_NAMES[view.viewer], held, view.declarer is not None) if held and held.cards else None

    return own


def _dummys_suit(suit: CardSuit) -> Callable[[TableContext], Suit | None]:
    def dummys(context: TableContext) -> Suit | None:
        view = context.view
        if view is None or view.dummy is None or view.dummy_shape is None or not lies_opposite(context):
            return None
        held = suit_group(suit, view.dummy, view.dummy_shape, asked_of(view, DUMMY))
        return Suit(HAND_NAMES[DUMMY], held, context.is_player) if held and held.cards else None

    return dummys


def _open_suit(suit: CardSuit) -> Callable[[TableContext], SuitGroup | None]:
    def opened(context: TableContext) -> SuitGroup | None:
        view = context.view
        if view is None or view.dummy is None or view.dummy_shape is None:
            return None
        return suit_group(suit, view.dummy, view.dummy_shape)

    return opened


def _turn_of(is_dummy: bool) -> Callable[[TableContext], Turn | None]:
    def turn(context: TableContext) -> Turn | None:
        view = context.view
        hand = DUMMY if is_dummy else context.viewer
        if view is None or hand is None or (is_dummy and not (context.is_player and lies_opposite(context))):
            return None
        playable, held = asked_of(view, hand), view.dummy if is_dummy else view.hand
        if held is None:
            return None
        return Turn(HAND_NAMES[hand], bool(playable), why_not(view) if playable and playable != held else "")

    return turn


def asked_of(view: View, hand: HandId | None) -> tuple[Card, ...]:
    """Return the cards of this hand that the viewer may play now."""
    return view.playable if view.to_play == hand else ()


_HAND = Template(
    '<form class="{classes}" id="{name}" {action} aria-label="{label}">{fields}{suits}'
    '<span class="row-break"></span>{turn}</form>'
)
_TURN = Template('{mark}<p class="sr" id="why-not-{hand}">{words}</p>')
_MARK = Html('<i class="on-turn" hidden></i>')
_SUIT = Template('<ul class="suit row-{row} count-{count}" id="suit-{hand}-{suit}" aria-label="{name}">{cards}</ul>')
_CARD = Template(
    '<li><button class="card {suit} r{rank}" id="card-{code}" name="card" value="{code}" aria-label="{name}"{dimmed}>'
    '<b aria-hidden="true">{rank}</b></button></li>'
)
_DIMMED = Template(' aria-disabled="true" aria-describedby="why-not-{hand}"')
_DUMMY = Template('<div class="dummy-hand columns" id="open-dummy" role="group" aria-label="{label}">{columns}</div>')
_DUMMY_IN_ROWS = Template(
    '<div class="dummy-hand rows" id="open-dummy" role="group" aria-label="{label}">{suits}'
    '<span class="row-break"></span></div>'
)
_COLUMN = Template('<ul class="suit size-{size}" aria-label="{name}">{cards}</ul>')


def draw_own_hand(hand: Hand) -> Content:
    """Draw the viewer's own hand, with a slot for each suit."""
    return _draw(hand, "hand", "hand")


def draw_dummy_opposite(dummy: Hand) -> Content:
    """Draw the dummy in rows, to play from or to look at, with a slot for each suit."""
    if dummy.may_play:
        return _draw(dummy, "dummy", "dummy-hand rows")
    return _DUMMY_IN_ROWS.around(label=dummy.label, suits=_slots(dummy, "dummy"))


def _draw(hand: Hand, name: str, classes: str) -> Content:
    return _HAND.around(
        classes=classes,
        name=name,
        action=posts_to("play", hand.code, "play"),
        label=hand.label,
        fields=VERSIONED,
        suits=_slots(hand, name),
        turn=Slot(f"{name}-turn"),
    )


def _slots(hand: Hand, name: str) -> tuple[Slot, ...]:
    return tuple([Slot(f"{name}-{suit}") for suit in hand.suits])


def draw_turn(turn: Turn) -> Html:
    """Draw the mark of a hand on turn, and the text that says why its dimmed cards can't be played."""
    return _TURN(hand=turn.hand, words=turn.why_not, mark=_MARK if turn.is_on_turn else NOTHING)


def draw_suit(shown: Suit) -> Html:
    """Draw the cards of one suit in a hand to play from."""
    group, cards = shown.group, _buttons(shown.hand) if shown.clickable else _to_look_at
    return _SUIT(
        row=group.row,
        count=len(group.cards),
        hand=shown.hand,
        suit=group.suit,
        name=group.name,
        cards=join([cards[card] for card in group.cards]),
    )


@cache
def _buttons(hand: str) -> LazyDict[Face, Html]:
    """Return the cards of a hand as buttons; a dimmed one refers to the text that says why it can't be played."""
    dimmed = _DIMMED(hand=hand)

    def draw(card: Face) -> Html:
        return _CARD(
            suit=card.suit, rank=card.rank, code=card.code, name=card.name, dimmed=NOTHING if card.playable else dimmed
        )

    return LazyDict(draw)


_to_look_at = LazyDict[Face, Html](lying)


def draw_open_dummy(suits: tuple[str, ...]) -> Content:
    """Draw the dummy in columns, not to play from, with a slot for each suit."""
    return _DUMMY.around(label=_("Dummy"), columns=tuple([Slot(f"open-{suit}") for suit in suits]))


def draw_open_suit(group: SuitGroup) -> Html:
    """Draw one suit of the dummy as a column; a suit without cards keeps its column."""
    return _COLUMN(size=group.size, name=group.name, cards=join([lying(card) for card in group.cards]))


OPEN_DUMMY = (
    Part("open-dummy", open_dummy, draw_open_dummy),
    *(Part(f"open-{suit.letter.lower()}", _open_suit(suit), draw_open_suit) for suit in CardSuit),
)
OWN_HAND = (
    Part("hand", own_hand, draw_own_hand),
    *(Part(f"hand-{suit.letter.lower()}", _own_suit(suit), draw_suit) for suit in CardSuit),
    Part("hand-turn", _turn_of(is_dummy=False), draw_turn),
)
DUMMY_OPPOSITE = (
    Part("dummy", dummy_opposite, draw_dummy_opposite),
    *(Part(f"dummy-{suit.letter.lower()}", _dummys_suit(suit), draw_suit) for suit in CardSuit),
    Part("dummy-turn", _turn_of(is_dummy=True), draw_turn),
)
