"""What the viewer may do before the play, as forms: peek and bid."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import DUMMY, HAND_NAMES, HANDS, BidOption, Card, HandId, Nils, Phase, Player, View
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import ngettext, pgettext, remembered

from .faces import Face, face
from .words import Names, capital, listing


@dataclass(frozen=True, slots=True)
class Place:
    """One of the dummy's thirteen face-down places: its card if the viewer knows it, and whether everybody sees it."""

    number: int
    card: Face | None
    public: bool


@dataclass(frozen=True, slots=True)
class PeekForm:
    """How many places to pick, and what happens then. `count` is 0 for who may not pick now, and is then told only what
    everyone will see.
    """

    count: int
    title: str
    explains: str
    button: str


@dataclass(frozen=True, slots=True)
class NilToggle:
    """A nil that may go with the bid: `value` is what the form sends, `within` its name in a sentence."""

    value: str
    label: str
    within: str
    line: str


@dataclass(frozen=True, slots=True)
class BidForm:
    """One form to bid with: pick one of `numbers`, with the fixed `nils` and any of the `toggles`.

    `title` and `line` say what sets this form apart where there is more than one.
    """

    title: str
    line: str
    numbers: tuple[int, ...]
    nils: tuple[str, ...]
    nils_within: str
    toggles: tuple[NilToggle, ...]
    button: str


def places(view: View) -> tuple[Place, ...]:
    """The dummy before it is exposed, in place order; none once it is."""
    if view.dummy is not None:
        return ()
    return _places(view.places, view.flipped)


@remembered
def _places(known: tuple[tuple[int, Card], ...], flipped: frozenset[int]) -> tuple[Place, ...]:
    cards = dict(known)
    return tuple(
        Place(number, face(cards[number]) if number in cards else None, number in flipped) for number in range(13)
    )


def peek_form(view: View, names: Names) -> PeekForm | None:
    """The peeking, while it lasts (RULES section 4)."""
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


def bid_forms(view: View, names: Names) -> tuple[BidForm, ...]:
    """The bids open to the viewer, as one form or as several to choose from; none when it is not the viewer's turn."""
    viewer = view.viewer
    if viewer is None:
        return ()
    return tuple(form for option in view.bid_options for form in _forms(option, viewer, names))


def _forms(option: BidOption, viewer: Player, names: Names) -> tuple[BidForm, ...]:
    if option.any_nils:
        return (_free_form(option, viewer, names),)
    if len(option.tricks) == 1:
        return tuple(_announcement(option.tricks[0], nils) for nils in option.nils)
    return tuple(_form_with_nils(option.tricks, nils, viewer) for nils in option.nils)


@remembered
def _free_form(option: BidOption, viewer: Player, names: Names) -> BidForm:
    hands = (viewer, DUMMY, *(hand for hand in HANDS if hand not in (viewer, DUMMY)))
    toggles = tuple(_toggle(viewer, hand, names) for hand in hands)
    line = _("counts only on a hand of your own side")
    return BidForm(_("Nil"), line, option.tricks, (), "", toggles, pgettext("to make a bid", "Bid"))


def _toggle(viewer: Player, hand: HandId, names: Names) -> NilToggle:
    within = _("my hand") if hand == viewer else names.hand(hand)
    return NilToggle(HAND_NAMES[hand], capital(within), within, _applies_when(viewer, hand, names))


def _applies_when(viewer: Player, hand: HandId, names: Names) -> str:
    """When a declaration applies, said by naming who must declare (RULES section 5)."""
    if hand == viewer:
        return _("always counts")
    if hand == DUMMY:
        return _("if you declare")
    third = next(player for player in HANDS if player not in (viewer, hand, DUMMY))
    return _("if %(name)s declares") % {"name": names.label(third)}


def _form_with_nils(numbers: tuple[int, ...], nils: Nils, viewer: Player) -> BidForm:
    """Suicide: one of the two hands of the side is nil, whichever side it becomes (RULES section 9)."""
    if viewer in nils:
        title, line, within = _("My hand is nil"), _("your partner takes the tricks"), _("my hand")
    else:
        title, line, within = _("My partner’s hand is nil"), _("you take the tricks"), _("my partner’s hand")
    return BidForm(title, line, numbers, _codes(nils), within, (), pgettext("to make a bid", "Bid"))


def _announcement(tricks: int, nils: Nils) -> BidForm:
    """Mirror and Whiz: the bid stands, there is only a button to press."""
    if nils:
        return BidForm("", _("your hand takes no trick"), (tricks,), _codes(nils), "", (), _("Bid nil"))
    line = ngettext("you hold %(count)d spade", "you hold %(count)d spades", tricks) % {"count": tricks}
    return BidForm("", line, (tricks,), (), "", (), _("Bid %(count)d") % {"count": tricks})


def _codes(nils: Nils) -> tuple[str, ...]:
    return tuple(HAND_NAMES[hand] for hand in sorted(nils))
