"""Open hands: the viewer's own cards, and the exposed dummy."""

from functools import cache, partial
from typing import NamedTuple

from games.components.cards import Face, SuitGroup, lying, suit_group, suits_of
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, posts_to
from games.components.parts import VERSIONED, Part, Slot, drawn
from games.engine import DUMMY, HAND_NAMES, Card, HandId, Suit, View
from games.presenters.i18n_cache import LazyDict, cached_per_language, gettext as _
from games.presenters.sentences import why_not

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


def lies_opposite(context: TableContext) -> bool:
    """Return whether the dummy of this deal lies opposite the viewer, where there is room for it in rows."""
    return context.view is not None and context.view.declarer is not None and context.places[DUMMY] == "top"


def _own_hand(context: TableContext) -> Content | None:
    view = context.view
    if view is None or view.hand_shape is None:
        return None
    return _draw_hand("hand", "hand", _("Your hand"), context.code, suits_of(view.hand_shape, context.hand_order))


def _dummy_opposite(context: TableContext) -> Content | None:
    """Draw the exposed dummy for a viewer opposite, in rows: the declarer, who plays its cards, or a spectator."""
    view = context.view
    if view is None or view.dummy_shape is None or not lies_opposite(context):
        return None
    label, suits = context.names.label(DUMMY), suits_of(view.dummy_shape)
    if context.is_player:
        return _draw_hand("dummy", "dummy-hand rows", label, context.code, suits)
    return _DUMMY_IN_ROWS.around(label=label, suits=_slots("dummy", suits))


@cached_per_language
def _draw_hand(name: str, classes: str, label: str, code: str, suits: tuple[str, ...]) -> Content:
    return _HAND.around(
        classes=classes,
        name=name,
        action=posts_to("play", code, "play"),
        label=label,
        fields=VERSIONED,
        suits=_slots(name, suits),
        turn=Slot(f"{name}-turn"),
    )


def _slots(name: str, suits: tuple[str, ...]) -> tuple[Slot, ...]:
    return tuple([Slot(f"{name}-{suit}") for suit in suits])


def _open_dummy(context: TableContext) -> Content | None:
    shape = context.view.dummy_shape if context.view else None
    return None if shape is None else _DUMMY.around(label=_("Dummy"), columns=_slots("open", suits_of(shape)))


class Holding(NamedTuple):
    """The remaining cards of one suit of a hand; as buttons once the play has begun."""

    hand: str
    group: SuitGroup
    clickable: bool


def _own_suit(suit: Suit, context: TableContext) -> Holding | None:
    view = context.view
    if view is None or view.viewer is None or view.hand is None or view.hand_shape is None:
        return None
    held = suit_group(suit, view.hand, view.hand_shape, _asked_of(view, view.viewer), context.hand_order)
    return Holding(HAND_NAMES[view.viewer], held, view.declarer is not None) if held and held.cards else None


def _dummys_suit(suit: Suit, context: TableContext) -> Holding | None:
    view = context.view
    if view is None or view.dummy is None or view.dummy_shape is None or not lies_opposite(context):
        return None
    held = suit_group(suit, view.dummy, view.dummy_shape, _asked_of(view, DUMMY))
    return Holding(HAND_NAMES[DUMMY], held, context.is_player) if held and held.cards else None


def _open_suit(suit: Suit, context: TableContext) -> SuitGroup | None:
    view = context.view
    if view is None or view.dummy is None or view.dummy_shape is None:
        return None
    return suit_group(suit, view.dummy, view.dummy_shape)


def _asked_of(view: View, hand: HandId) -> tuple[Card, ...]:
    """Return the cards of this hand that the viewer may play now."""
    return view.playable if view.to_play == hand else ()


def _draw_suit(shown: Holding) -> Html:
    group, cards = shown.group, _buttons(shown.hand) if shown.clickable else lying
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
        mark = NOTHING if card.playable else dimmed
        return _CARD(suit=card.suit, rank=card.rank, code=card.code, name=card.name, dimmed=mark)

    return LazyDict(draw)


def _draw_open_suit(group: SuitGroup) -> Html:
    """Draw one suit of the dummy as a column; a suit without cards keeps its column."""
    return _COLUMN(size=group.size, name=group.name, cards=join([lying[card] for card in group.cards]))


def _own_turn(context: TableContext) -> Html | None:
    view = context.view
    return None if view is None or view.viewer is None else _draw_turn(view, view.viewer, view.hand)


def _dummys_turn(context: TableContext) -> Html | None:
    view = context.view
    if view is None or not context.is_player or not lies_opposite(context):
        return None
    return _draw_turn(view, DUMMY, view.dummy)


def _draw_turn(view: View, hand: HandId, held: tuple[Card, ...] | None) -> Html | None:
    """Draw the mark of a hand on turn, and the text that says why its dimmed cards can't be played, if some can't."""
    if held is None:
        return None
    playable = _asked_of(view, hand)
    words = why_not(view) if playable and playable != held else ""
    return _TURN(hand=HAND_NAMES[hand], words=words, mark=_MARK if playable else NOTHING)


OPEN_DUMMY = (
    drawn("open-dummy", _open_dummy),
    *(Part(f"open-{suit.letter.lower()}", partial(_open_suit, suit), _draw_open_suit) for suit in Suit),
)
OWN_HAND = (
    drawn("hand", _own_hand),
    *(Part(f"hand-{suit.letter.lower()}", partial(_own_suit, suit), _draw_suit) for suit in Suit),
    drawn("hand-turn", _own_turn),
)
DUMMY_OPPOSITE = (
    drawn("dummy", _dummy_opposite),
    *(Part(f"dummy-{suit.letter.lower()}", partial(_dummys_suit, suit), _draw_suit) for suit in Suit),
    drawn("dummy-turn", _dummys_turn),
)
