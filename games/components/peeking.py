"""The dummy before it is exposed: thirteen face-down cards, from which players pick during the peeking."""

from games.components.cards import face, face_of
from games.components.context import TableContext
from games.components.drawn import drawn
from games.components.html import NOTHING, Content, Html, Template, join, posts_to
from games.components.parts import VERSIONED
from games.engine import Card, Phase, View
from games.presenters.i18n_cache import cached_per_language, ngettext
from games.presenters.i18n_cache import gettext as _
from games.presenters.words import Names, listing

_PEEK = Template(
    '<form class="panel centre-panel peek" id="peek" {action} data-pick="{count}">{fields}'
    '<fieldset><legend>{title} <small>{explains}</small></legend><ol class="places pick">{places}</ol></fieldset>'
    '<button class="btn turn">{button} <span data-picked></span></button></form>'
)
_TO_PICK = Template(
    '<li><label><input type="checkbox" name="places" value="{number}" id="place-{deal}-{number}" aria-label="{label}">'
    '<span class="card back"></span></label></li>'
)
_KNOWN = Template("<li{private}>{face}</li>")
_PRIVATE = Html(' class="private"')
_TRAY = Template(
    '<section class="{classes}" id="tray" aria-label="{label}">{words}<ol class="places">{places}</ol></section>'
)
_WORDS = Template('<p class="tray-words"><b>{title}</b>{explains}</p>')
_BACK = Template('<li><span class="card back" role="img" aria-label="{label}"></span></li>')


def draw_face_down(context: TableContext) -> Content | None:
    """Draw the dummy in place order, as buttons for a player who may peek now; None once it is exposed."""
    view = context.view
    if view is None or view.dummy is not None:
        return None
    if view.peek_count:
        return _draw_peek(view, context)
    return _draw_tray(view, context.names)


def _draw_peek(view: View, context: TableContext) -> Content:
    """Draw the form to pick places (docs/rules.md section 4)."""
    flip, count, known = view.rules.peek.is_flip, view.peek_count, dict(view.places)
    if flip:
        title = ngettext("Turn up %(count)d card", "Turn up %(count)d cards", count)
    else:
        title = ngettext("Look at %(count)d card", "Look at %(count)d cards", count)
    deal = context.snapshot.deal_number
    return _PEEK.around(
        action=posts_to("peek", context.code, "peek"),
        count=count,
        fields=VERSIONED,
        title=title % {"count": count},
        explains=_("Everyone will see what is turned up.") if flip else _("Only you will see your cards."),
        places=join([_draw_pick(number, known.get(number), deal) for number in range(13)]),
        button=_("Turn up") if flip else _("Look"),
    )


def _draw_pick(number: int, card: Card | None, deal: int) -> Html:
    if card is not None:
        return _KNOWN(private=NOTHING, face=face(face_of(card)))
    return _TO_PICK(number=number, deal=deal, label=_("Card %(number)s, face down") % {"number": number + 1})


def _draw_tray(view: View, names: Names) -> Html:
    """Draw the places, and during the peeking whose turn it is."""
    waits = view.phase is Phase.PEEKING
    return _TRAY(
        classes="tray" + (" waiting" if waits else "") + ("" if view.places else " unknown"),
        label=_("The dummy"),
        words=_draw_words(view, names) if waits else NOTHING,
        places=_draw_places(view.places, view.flipped),
    )


def _draw_words(view: View, names: Names) -> Html:
    waiting = listing([names.within(player) for player in view.waiting])
    explains = " " + _("Everyone will see what is turned up.") if view.rules.peek.is_flip else ""
    return _WORDS(title=_("Waiting for %(names)s") % {"names": waiting}, explains=explains)


@cached_per_language
def _draw_places(known: tuple[tuple[int, Card], ...], flipped: frozenset[int]) -> Html:
    """Draw the thirteen places; cards that only the viewer knows are marked."""
    cards = dict(known)
    return join([_draw_place(cards.get(number), number in flipped) for number in range(13)])


def _draw_place(card: Card | None, is_public: bool) -> Html:
    if card is None:
        return _BACK(label=_("face down"))
    return _KNOWN(private=NOTHING if is_public else _PRIVATE, face=face(face_of(card)))


FACE_DOWN = drawn("places", draw_face_down)
OPEN_PLACES = drawn("open-places", draw_face_down)
