"""The table before the play: the face-down dummy, from which players pick during the peeking; the bidding forms; the
players whose turn it is to bid.
"""

from typing import NamedTuple

from django.utils.text import slugify

from accounts.base.choices import HandOrder
from games.components.cards import face, face_of, in_order
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, merge, posts_to
from games.components.parts import VERSIONED, drawn
from games.engine import DUMMY, HAND_NAMES, HANDS, BidOption, Card, HandId, Nils, Phase, Player, View
from games.words.language_cache import cached_per_language, gettext as _, ngettext, pgettext
from games.words.names import Names, capital, listing
from games.words.seats import consequence
from games.words.sentences import waiting

_PEEK = Template(
    '<form class="panel centre-panel peek" id="peek" {action} data-pick="{count}">{fields}'
    "<fieldset><legend>{title} <small>{explains}</small></legend>"
    '<ol class="places pick" translate="no">{places}</ol></fieldset>'
    '<button class="btn turn">{button} <span data-picked></span></button></form>'
)
_TO_PICK = Template(
    '<li><label><input type="checkbox" name="places" value="{number}" id="place-{deal}-{number}" aria-label="{label}">'
    '<span class="card back"></span></label></li>'
)
_KNOWN = Template("<li{private}>{face}</li>")
_PRIVATE = Html(' class="private"')
_TRAY = Template(
    '<section class="{classes}" id="tray" aria-label="{label}">{words}'
    '<ol class="places" translate="no">{places}</ol></section>'
)
_WORDS = Template('<p class="tray-words"><b>{title}</b>{explains}</p>')
_BACK = Template('<li><span class="card back" role="img" aria-label="{label}"></span></li>')


def _draw_face_down(context: TableContext) -> Content | None:
    """Draw the dummy in place order, as buttons for a player who may peek now; None once it is exposed."""
    view = context.view
    if view is None or view.dummy is not None:
        return None
    return _draw_peek(view, context) if view.peek_count else _draw_tray(view, context)


def _draw_peek(view: View, context: TableContext) -> Content:
    """Draw the form to pick places (docs/rules.md section 4)."""
    flip, count, deal = view.rules.peek.is_flip, view.peek_count, context.snapshot.deal_number
    if flip:
        title = ngettext("Turn up %(count)d card", "Turn up %(count)d cards", count)
    else:
        title = ngettext("Look at %(count)d card", "Look at %(count)d cards", count)
    down = _("Card %(number)s, face down")
    places = [_TO_PICK(number=at, deal=deal, label=down % {"number": at + 1}) for at in range(13)]
    for at, card in view.places:
        places[at] = _KNOWN(private=NOTHING, face=face(face_of(card)))
    return _PEEK.around(
        action=posts_to("peek", context.code, "peek"),
        count=count,
        fields=VERSIONED,
        title=title % {"count": count},
        explains=_("Everyone will see what is turned up.") if flip else _("Only you will see your cards."),
        places=join(places),
        button=_("Turn up") if flip else _("Look"),
    )


def _draw_tray(view: View, context: TableContext) -> Html:
    """Draw the places, and during the peeking whose turn it is."""
    words, waits, names = NOTHING, view.phase is Phase.PEEKING, context.names
    if waits:
        title = _("Waiting for %(names)s") % {"names": listing([names.within(player) for player in view.waiting])}
        explains = " " + _("Everyone will see what is turned up.") if view.rules.peek.is_flip else ""
        words = _WORDS(title=title, explains=explains)
    classes = "tray" + (" waiting" if waits else "") + ("" if view.places else " unknown")
    places = _draw_places(view.places, view.flipped, None if waits else context.dummy_order)
    return _TRAY(classes=classes, label=_("The dummy"), words=words, places=places)


@cached_per_language
def _draw_places(known: tuple[tuple[int, Card], ...], flipped: frozenset[int], order: HandOrder | None) -> Html:
    """Draw the thirteen places; cards that only the viewer knows are marked.

    Once nobody picks places any more, the cards that the viewer knows are in the order of a hand, before the others: a
    place reveals nothing (docs/rules.md section 3), and the order depends on no other card.
    """
    drawn_cards = {
        card: _KNOWN(private=NOTHING if number in flipped else _PRIVATE, face=face(face_of(card)))
        for number, card in known
    }
    back, at = _BACK(label=_("face down")), dict(known)
    if order is None:
        return join([drawn_cards[at[number]] if number in at else back for number in range(13)])
    return join([*(drawn_cards[card] for card in in_order(drawn_cards, order)), *[back] * (13 - len(known))])


class NilToggle(NamedTuple):
    """Nils that may be added to the bid: `value` is sent by the form, `within` is their name in a sentence."""

    value: str
    label: str
    within: str
    line: str


class BidForm(NamedTuple):
    """A form for a bid: one of `numbers`, with the fixed `nils`, and any of the `toggles` or exactly one of them.

    `title` and `line` explain the toggles, or the only number.
    """

    title: str
    line: str
    numbers: tuple[int, ...]
    button: str
    nils: tuple[str, ...] = ()
    toggles: tuple[NilToggle, ...] = ()
    takes_one: bool = False


def bid_forms(context: TableContext) -> tuple[BidForm, ...]:
    """Return the bids open to the viewer, as one form or as several to choose from; none out of turn."""
    view, viewer = context.view, context.viewer
    if view is None or viewer is None:
        return ()
    return tuple(form for option in view.bid_options for form in _forms(option, viewer, context.names))


def _forms(option: BidOption, viewer: Player, names: Names) -> tuple[BidForm, ...]:
    if option.any_nils:
        return (_free_form(option, viewer, names),)
    if len(option.tricks) == 1:
        return tuple(_announcement(option.tricks[0], nils) for nils in option.nils)
    return (_form_with_one_nil(option, viewer),)


@cached_per_language
def _free_form(option: BidOption, viewer: Player, names: Names) -> BidForm:
    toggles = []
    for hand in (viewer, DUMMY, *(hand for hand in HANDS if hand not in (viewer, DUMMY))):
        within = _("my hand") if hand == viewer else names.hand(hand)
        toggles.append(NilToggle(HAND_NAMES[hand], capital(within), within, _applies_when(viewer, hand, names)))
    line, button = _("counts only on a hand of your own side"), pgettext("to make a bid", "Bid")
    return BidForm(_("Nil"), line, option.tricks, button, toggles=tuple(toggles))


def _applies_when(viewer: Player, hand: HandId, names: Names) -> str:
    """Return when a nil on this hand applies, by naming who must declare (docs/rules.md section 5)."""
    if hand == viewer:
        return _("always counts")
    if hand == DUMMY:
        return _("if you declare")
    third = next(player for player in HANDS if player not in (viewer, hand, DUMMY))
    return _("if %(name)s declares") % {"name": names.label(third)}


@cached_per_language
def _form_with_one_nil(option: BidOption, viewer: Player) -> BidForm:
    """Return a form for Suicide: one hand of the side is nil, whichever side it becomes (docs/rules.md section 9)."""
    own, partners = (" ".join(_codes(nils)) for nils in sorted(option.nils, key=lambda nils: viewer not in nils))
    toggles = (
        NilToggle(own, _("My hand"), _("my hand"), _("your partner takes the tricks")),
        NilToggle(partners, _("My partner’s hand"), _("my partner’s hand"), _("you take the tricks")),
    )
    button = pgettext("to make a bid", "Bid")
    return BidForm(_("Nil"), _("on one of your side’s two hands"), option.tricks, button, (), toggles, takes_one=True)


def _announcement(tricks: int, nils: Nils) -> BidForm:
    """Return a form for Mirror and Whiz: the bid is fixed, and there is only a button."""
    if nils:
        return BidForm("", _("your hand takes no trick"), (tricks,), _("Bid nil"), _codes(nils))
    line = ngettext(
        "you bid your %(count)d spade; your partner’s are added",
        "you bid your %(count)d spades; your partner’s are added",
        tricks,
    )
    return BidForm("", line % {"count": tricks}, (tricks,), _("Bid %(count)d") % {"count": tricks})


def _codes(nils: Nils) -> tuple[str, ...]:
    return tuple(HAND_NAMES[hand] for hand in sorted(nils))


_BIDS = Template(
    '<section class="panel centre-panel bidding" id="bidding-{deal}" aria-labelledby="bid-title">'
    '<h2 class="sr" id="bid-title">{prompt}</h2>{forms}</section>'
)
_FORM = Template(
    '<form class="bid-form" {action} data-bid="{verb}" data-nil="{nil_on}">{fields}{nils}{tricks}'
    '{toggles}<button class="btn{first}"><span data-label>{button}</span>{lacks}</button></form>'
)
_FIXED_NIL = Template('<input type="hidden" name="nils" value="{nil}">')
_ONLY = Template('<input type="hidden" name="tricks" value="{number}"><p class="hint">{line}</p>')
_TRICKS = Template(
    '<fieldset><legend class="asks">{legend}</legend><div class="numbers">{numbers}</div></fieldset>'
    '<p class="consequence" aria-live="polite"></p>'
)
_NUMBER = Template(
    '<label><input type="radio" required name="tricks" value="{number}" id="tricks-{name}-{number}"'
    ' data-leads-to="{leads_to}"><span>{number}</span></label>'
)
_TOGGLES = Template(
    "<fieldset><legend>{title} <small>{line}</small></legend>"
    '<details class="about-nil"><summary aria-label="{ask}">i</summary><p>{about}</p></details>'
    '<div class="nil-choices{one}">{nils}</div></fieldset>'
)
_TOGGLE = Template(
    '<label><input {kind} name="nils" value="{nil}" id="nil-{deal}-{number}" data-name="{name}">'
    '<span class="tick" aria-hidden="true"></span><span>{label}<small>{line}</small></span></label>'
)
_ANY, _ONE = Html('type="checkbox"'), Html('type="radio" required')
_LACKS = Template('<span class="lacks-{what}">{words}</span>')
_WAITING = Template('<p class="waiting-words" id="waiting-{slug}">{words}</p>')


def _draw_bidding(context: TableContext) -> Content | None:
    forms, deal = bid_forms(context), context.snapshot.deal_number
    if not forms:
        return None
    drawn_forms = merge(_draw_form(form, number, context) for number, form in enumerate(forms, start=1))
    return _BIDS.around(deal=deal, prompt=context.prompt, forms=drawn_forms)


def _draw_form(form: BidForm, number: int, context: TableContext) -> Content:
    deal = context.snapshot.deal_number
    kind, one = (_ONE, " one") if form.takes_one else (_ANY, "")
    nils = [
        _TOGGLE(kind=kind, nil=nil.value, deal=deal, number=at, name=nil.within, label=nil.label, line=nil.line)
        for at, nil in enumerate(form.toggles)
    ]
    return _FORM.around(
        action=posts_to("bid", context.code, "bid"),
        verb=pgettext("to make a bid", "Bid"),
        nil_on=_("nil on"),
        fields=VERSIONED,
        nils=join([_FIXED_NIL(nil=nil) for nil in form.nils]),
        tricks=_draw_tricks(form, f"{deal}-{number}", context),
        toggles=_draw_toggles(form, one, nils) if nils else NOTHING,
        button=form.button,
        first=" turn" if number == 1 else "",
        lacks=_draw_lacks(form),
    )


def _draw_toggles(form: BidForm, one: str, nils: list[Html]) -> Html:
    ask, about = _("What is a nil?"), _("Nil: a hand that takes no trick. Plus 100, or minus 100.")
    return _TOGGLES(title=form.title, line=form.line, ask=ask, about=about, one=one, nils=join(nils))


def _draw_lacks(form: BidForm) -> Html:
    """Draw what the button says instead of its label while a choice is missing; the style sheet shows the first one."""
    number = _LACKS(what="number", words=_("Choose a number")) if len(form.numbers) > 1 else NOTHING
    nil = _LACKS(what="nil", words=_("Choose a hand for nil")) if form.takes_one else NOTHING
    return join([number, nil])


def _draw_tricks(form: BidForm, name: str, context: TableContext) -> Html:
    """Draw the numbers to choose from, or the only one; `name` makes this form's ids unique."""
    if len(form.numbers) == 1:
        return _ONLY(number=form.numbers[0], line=form.line)
    view, bidder = context.view, context.viewer
    assert view, "there is a deal to bid in"
    assert bidder is not None, "only players bid"
    numbers = [
        _NUMBER(number=number, name=name, leads_to=consequence(view, context.names, bidder, number))
        for number in form.numbers
    ]
    return _TRICKS(legend=_("How many tricks will your side take?"), numbers=join(numbers))


def _draw_bidders(context: TableContext) -> Html | None:
    """Draw whose turn it is to bid. The style sheet hides it from the player who has the forms to bid with."""
    view, voices = context.view, context.voices
    if view is None or view.phase is not Phase.BIDDING or not view.waiting:
        return None
    words = voices.say(lambda names: waiting(view, names))
    return _WAITING(slug=slugify(waiting(view, voices.everyone)), words=words)


BIDDING = drawn("bids", _draw_bidding)
WAITING = drawn("waiting", _draw_bidders)
FACE_DOWN = drawn("places", _draw_face_down)
OPEN_PLACES = drawn("open-places", _draw_face_down)
