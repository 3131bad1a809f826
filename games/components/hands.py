"""Open hands: the viewer's own cards, and the exposed dummy."""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Final

from accounts.base.choices import HandOrder
from games.components.cards import Face, suit_group, suits_of, unplayable
from games.components.context import BySuit, TableContext, by_suit
from games.components.facts import CONTEXT, VIEW
from games.components.html import NOTHING, Content, Html, Shared, Template, cached, posts_to
from games.components.parts import VERSIONED, Group, Part, Slot, drawn
from games.engine import DUMMY, HAND_NAMES, Card, HandId, Shape, Suit
from games.words.language_cache import LazyDict, cached_per_language, gettext as _
from games.words.sentences import why_not

_HAND = Template(
    '<form class="{classes}" id="{name}" {action} aria-label="{label}" translate="no">{fields}{suits}'
    '<span class="row-break"></span>{turn}</form>'
)
_TURN = cached('<i class="on-turn"{playable} hidden></i><p class="sr" id="why-not-{hand}" translate="yes">{words}</p>')
_PLAYABLE = Template(' data-playable="{cards}"')
"""The cards that may be played, where some may not: scripts dim the others, so they are not sent again at each turn."""
_WAITS = cached('<i data-playable="" hidden></i><p class="sr" id="why-not-{hand}"></p>')
_AHEAD = Html('<input type="hidden" name="ahead">')
"""The field that says that the cards of a hand are chosen before its turn."""
_SUIT = cached('<ul class="suit row-{row}{apart} count-{count}" id="suit-{hand}-{suit}" aria-label="{name}">')
_CARD = Template(
    '<li><button class="card {suit} r{rank}" id="card-{code}" name="{field}" value="{code}" aria-label="{name}"{state}>'
    "<b>{rank}<i>{sign}</i></b></button></li>"
)
_CHOSEN = Html(' aria-pressed="true"')
_DIMMED = Template(' aria-disabled="true" aria-describedby="why-not-{hand}"')
_DUMMY = Template(
    '<div class="dummy-hand columns" id="open-dummy" role="group" aria-label="{label}" translate="no">{columns}</div>'
)
_DUMMY_IN_ROWS = Template(
    '<div class="dummy-hand rows" id="open-dummy" role="group" aria-label="{label}" translate="no">{suits}'
    '<span class="row-break"></span></div>'
)
_COLUMN = cached('<ul class="suit of-{suit} size-{size}" aria-label="{name}">')
_END = Html("</ul>")


def _own_hand(context: TableContext) -> Content | None:
    view = context.view
    if view is None or view.hand_shape is None:
        return None
    return _draw_hand("hand", "hand", _("Your hand"), context.code, suits_of(view.hand_shape, context.hand_order))


def _dummy_opposite(context: TableContext) -> Content | None:
    """Draw the exposed dummy for a viewer opposite, in rows: the declarer, who plays its cards, or a spectator."""
    view = context.view
    if view is None or view.dummy_shape is None or not context.dummy_is_opposite:
        return None
    label, suits = context.names.label(DUMMY), suits_of(view.dummy_shape, context.dummy_order)
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


def _own_suit(suit: Suit, context: TableContext, *, dims: bool = False) -> Shared | None:
    view = context.view
    if view is None or view.viewer is None or view.hand_shape is None:
        return None
    cards, is_played = context.own_suits[suit], view.declarer is not None
    return _suit(suit, context, view.viewer, cards, view.hand_shape, is_played, context.hand_order, dims)


def _dummys_suit(suit: Suit, context: TableContext, *, dims: bool = False) -> Shared | None:
    view = context.view
    if view is None or view.dummy_shape is None or not context.dummy_is_opposite:
        return None
    cards, is_player = context.dummys_suits[suit], context.is_player
    return _suit(suit, context, DUMMY, cards, view.dummy_shape, is_player, context.dummy_order, dims)


def _suit(
    suit: Suit,
    context: TableContext,
    hand: HandId,
    cards: tuple[Card, ...],
    dealt: Shape,
    clickable: bool,
    order: HandOrder,
    dims: bool,
) -> Shared | None:
    """Draw the remaining `cards` of one suit of a hand; as buttons once the play has begun. None without cards.

    Only if it `dims` do cards that can't be played say so (`dimmed`).
    """
    if not cards:
        return None
    ahead = context.chosen_ahead(hand)
    chosen = tuple([card for card in cards if card in ahead]) if ahead else ()
    playable = by_suit(context.playable(hand))[suit] if dims and ahead is None else cards
    return _draw_suit(context.voices.language, suit, HAND_NAMES[hand], cards, playable, dealt, clickable, order, chosen)


@lru_cache(maxsize=2048)
def _draw_suit(
    _language: str | None,
    suit: Suit,
    hand: str,
    cards: tuple[Card, ...],
    playable: tuple[Card, ...],
    dealt: Shape,
    clickable: bool,
    order: HandOrder,
    chosen: tuple[Card, ...],
) -> Shared:
    group = suit_group(suit, cards, dealt, playable, order)
    assert group is not None, "these cards were dealt"
    drawn, codes = _buttons(hand) if clickable else unplayable, frozenset(map(str, chosen))
    apart = " apart" if group.apart else ""
    begin = _SUIT(row=group.row, apart=apart, count=len(cards), hand=hand, suit=group.suit, name=group.name)
    return Shared([begin, *[_chosen[card] if card.code in codes else drawn[card] for card in group.cards], _END])


def _open_suit(suit: Suit, context: TableContext) -> Shared | None:
    view = context.view
    if view is None or view.dummy_shape is None:
        return None
    return _draw_open_suit(context.voices.language, suit, context.dummys_suits[suit], view.dummy_shape)


@lru_cache(maxsize=2048)
def _draw_open_suit(_language: str | None, suit: Suit, cards: tuple[Card, ...], dealt: Shape) -> Shared | None:
    """Draw one suit of the dummy as a column; a suit that runs out keeps its column."""
    group = suit_group(suit, cards, dealt)
    if group is None:
        return None
    begin = _COLUMN(suit=group.suit, size=group.size, name=group.name)
    return Shared([begin, *[unplayable[card] for card in group.cards], _END])


@cache
def _buttons(hand: str) -> LazyDict[Face, Html]:
    """Return the cards of a hand as buttons; a dimmed one refers to the text that says why it can't be played."""
    dimmed = _DIMMED(hand=hand)
    return LazyDict(lambda card: _button(card, "card", NOTHING if card.playable else dimmed))


def _button(card: Face, field: str, state: Html) -> Html:
    """Draw a card. Only one that is chosen ahead says whether it is pressed: the others are the same at each turn."""
    return _CARD(
        suit=card.suit, rank=card.rank, sign=card.sign, code=card.code, name=card.name, field=field, state=state
    )


_chosen = LazyDict[Face, Html](lambda card: _button(card, "back", _CHOSEN))
"""The cards that are chosen before the turn, as buttons that take the choice back."""


def _own_turn(context: TableContext) -> Html | None:
    view = context.view
    if view is None or view.viewer is None:
        return None
    return _draw_turn(context, view.viewer, view.hand)


def _dummys_turn(context: TableContext) -> Html | None:
    view = context.view
    if view is None or not context.is_player or not context.dummy_is_opposite:
        return None
    return _draw_turn(context, DUMMY, view.dummy)


def _draw_turn(context: TableContext, hand: HandId, held: tuple[Card, ...] | None) -> Html | None:
    """Draw the mark of a hand on turn, or of one whose cards are chosen ahead, and the text that says why its dimmed
    cards can't be played, if some can't.
    """
    view, playable = context.view, context.playable(hand)
    if view is None or held is None:
        return None
    if playable == held:
        return _TURN(hand=HAND_NAMES[hand], playable=NOTHING, words="")
    if playable:
        return _TURN(hand=HAND_NAMES[hand], playable=_playable(playable), words=why_not(view))
    return _WAITS(hand=HAND_NAMES[hand]) if context.chosen_ahead(hand) is None else _AHEAD


@lru_cache(maxsize=2048)
def _playable(cards: tuple[Card, ...]) -> Html:
    return _PLAYABLE(cards=" ".join(map(str, cards)))


def _suit_of(name: str, suit: Suit, draw: Callable[..., Shared | None]) -> Part:
    return drawn(f"{name}-{suit.letter.lower()}", draw, suit)


def _suits_of(name: str, draw: Callable[..., Shared | None], hand: BySuit, *reads: object) -> tuple[Group, ...]:
    """Return the parts of the suits of a hand. A card that is played changes one of them."""
    return tuple([Group([getattr(hand, suit.name), *reads], _suit_of(name, suit, draw)) for suit in Suit])


_DIMS: Final = (
    *[_suit_of("hand", suit, partial(_own_suit, dims=True)) for suit in Suit],
    *[_suit_of("dummy", suit, partial(_dummys_suit, dims=True)) for suit in Suit],
)


def dimmed(context: TableContext) -> dict[str, Content]:
    """Return the suits of the viewer's hands in which each card that can't be played says so, for a page that is
    loaded, as it may have no scripts. In suits that are sent later a script says so (site.js).
    """
    return {part.name: part.draw(context) or NOTHING for part in _DIMS}


OPEN_DUMMY = (
    Group([VIEW.dummy_shape], drawn("open-dummy", _open_dummy)),
    *_suits_of("open", _open_suit, CONTEXT.dummys_suits, VIEW.dummy_shape),
)
OWN_HAND = (
    Group([VIEW.hand_shape], drawn("hand", _own_hand)),
    *_suits_of("hand", _own_suit, CONTEXT.own_suits, VIEW.hand_shape, CONTEXT.own_chosen, VIEW.declarer),
    Group([CONTEXT.own_turn, CONTEXT.own_ahead], drawn("hand-turn", _own_turn)),
)
DUMMY_OPPOSITE = (
    Group([VIEW.dummy_shape, VIEW.declarer, VIEW.order], drawn("dummy", _dummy_opposite)),
    *_suits_of(
        "dummy", _dummys_suit, CONTEXT.dummys_suits, VIEW.dummy_shape, CONTEXT.dummys_chosen, VIEW.declarer, VIEW.order
    ),
    Group([CONTEXT.dummys_turn, CONTEXT.dummys_ahead], drawn("dummy-turn", _dummys_turn)),
)
