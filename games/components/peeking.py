"""The dummy before it is exposed: thirteen face-down cards, from which players pick during the peeking."""

from dataclasses import dataclass
from typing import NamedTuple

from games.components.cards import Face, face, face_of
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, posts_to
from games.components.parts import VERSIONED, Part
from games.engine import Card, Phase, View
from games.presenters.i18n_cache import cached_per_language, ngettext
from games.presenters.i18n_cache import gettext as _
from games.presenters.words import Names, listing


@dataclass(frozen=True, slots=True)
class Place:
    """One of the dummy's thirteen face-down places: its card if the viewer knows it, and whether everybody sees it."""

    number: int
    card: Face | None
    public: bool


@dataclass(frozen=True, slots=True)
class PeekForm:
    """The number of places to pick, and what happens then. `count` is 0 for a viewer who may not pick now."""

    count: int
    title: str
    explains: str
    button: str


class FaceDown(NamedTuple):
    """The face-down dummy, and the form to peek with during the peeking."""

    code: str
    deal: int
    places: tuple[Place, ...]
    form: PeekForm | None


def face_down(context: TableContext) -> FaceDown | None:
    """Return the face-down dummy in place order; None once it is exposed."""
    view = context.view
    if view is None or view.dummy is not None:
        return None
    form = peek_form(view, context.names)
    return FaceDown(context.code, context.snapshot.deal_number, _places(view.places, view.flipped), form)


@cached_per_language
def _places(known: tuple[tuple[int, Card], ...], flipped: frozenset[int]) -> tuple[Place, ...]:
    cards = dict(known)
    return tuple(
        Place(number, face_of(cards[number]) if number in cards else None, number in flipped) for number in range(13)
    )


def peek_form(view: View, names: Names) -> PeekForm | None:
    """Return the form during the peeking (docs/rules.md section 4)."""
    if view.phase is not Phase.PEEKING:
        return None
    flip = view.rules.peek.is_flip
    count = view.peek_count
    to_you = _("Only you will see your cards.") if count else ""
    return PeekForm(
        count=count,
        title=_peek_title(view, names),
        explains=_("Everyone will see what is turned up.") if flip else to_you,
        button=_("Turn up") if flip else _("Look"),
    )


def _peek_title(view: View, names: Names) -> str:
    count = view.peek_count
    if not count:
        return _("Waiting for %(names)s") % {"names": listing([names.within(player) for player in view.waiting])}
    if view.rules.peek.is_flip:
        return ngettext("Turn up %(count)d card", "Turn up %(count)d cards", count) % {"count": count}
    return ngettext("Look at %(count)d card", "Look at %(count)d cards", count) % {"count": count}


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
_TRAY = Template(
    '<section class="{classes}" id="tray" aria-label="{label}">{words}<ol class="places">{places}</ol></section>'
)
_WORDS = Template('<p class="tray-words"><b>{title}</b>{explains}</p>')
_BACK = Template('<li><span class="card back" role="img" aria-label="{label}"></span></li>')


def draw_face_down(shown: FaceDown) -> Content:
    """Draw the places, as buttons for a player who may peek now."""
    if shown.form and shown.form.count:
        return _draw_peek(shown, shown.form)
    return _draw_tray(shown.places, shown.form)


def _draw_peek(shown: FaceDown, form: PeekForm) -> Content:
    return _PEEK.around(
        action=posts_to("peek", shown.code, "peek"),
        count=form.count,
        fields=VERSIONED,
        title=form.title,
        explains=form.explains,
        places=join([_draw_pick(place, shown.deal) for place in shown.places]),
        button=form.button,
    )


def _draw_pick(place: Place, deal: int) -> Html:
    if place.card:
        return _KNOWN(private=NOTHING, face=face(place.card))
    label = _("Card %(number)s, face down") % {"number": place.number + 1}
    return _TO_PICK(number=place.number, deal=deal, label=label)


def _draw_tray(places: tuple[Place, ...], peeking: PeekForm | None) -> Html:
    waits, unknown = " waiting" if peeking else "", "" if any(place.card for place in places) else " unknown"
    return _TRAY(
        classes=f"tray{waits}{unknown}",
        label=_("The dummy"),
        words=_draw_words(peeking) if peeking else NOTHING,
        places=join(map(_draw_place, places)),
    )


def _draw_words(form: PeekForm) -> Html:
    return _WORDS(title=form.title, explains=f" {form.explains}" if form.explains else "")


_PRIVATE = Html(' class="private"')


def _draw_place(place: Place) -> Html:
    if place.card is None:
        return _BACK(label=_("face down"))
    return _KNOWN(private=NOTHING if place.public else _PRIVATE, face=face(place.card))


FACE_DOWN = Part("places", face_down, draw_face_down)
