"""What lies on the table before the play, written out by hand: the face-down dummy, the forms to peek and to bid."""

from __future__ import annotations

from functools import lru_cache

from django.utils.text import slugify

from games.components.markup import action, face, text
from games.components.stamps import STAMP
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import pgettext
from games.presenters.moves import BidForm, NilToggle, PeekForm, Place


def peek(places: tuple[Place, ...], form: PeekForm, code: str, deal: int) -> str:
    """The face-down dummy, with places to pick."""
    items = "".join(f"<li>{_place_to_pick(place, deal)}</li>" for place in places)
    return (
        f'<form class="panel centre-panel peek" id="peek" {action("peek", code, "peek")} data-pick="{form.count}">'
        f"{STAMP}<fieldset><legend>{text(form.title)} <small>{text(form.explains)}</small></legend>"
        f'<ol class="places pick">{items}</ol></fieldset>'
        f'<button class="btn turn">{text(form.button)} <span data-picked></span></button></form>'
    )


def _place_to_pick(place: Place, deal: int) -> str:
    if place.card:
        return face(place.card)
    label = _("Card %(number)s, face down") % {"number": place.number + 1}
    return (
        f'<label><input type="checkbox" name="places" value="{place.number}" id="place-{deal}-{place.number}"'
        f' aria-label="{text(label)}"><span class="card back"></span></label>'
    )


def tray(places: tuple[Place, ...], peeking: PeekForm | None) -> str:
    """The face-down dummy to look at; while others peek, with words about that."""
    classes = "tray" + (" waiting" if peeking else "") + ("" if any(place.card for place in places) else " unknown")
    label, words = _("The dummy"), _peeking_words(peeking) if peeking else ""
    items = "".join(map(_place, places))
    return f'<section class="{classes}" id="tray" aria-label="{label}">{words}<ol class="places">{items}</ol></section>'


def _peeking_words(form: PeekForm) -> str:
    explains = f" {text(form.explains)}" if form.explains else ""
    return f'<p class="tray-words"><b>{text(form.title)}</b>{explains}</p>'


def _place(place: Place) -> str:
    if place.card is None:
        label = _("face down")
        return f'<li><span class="card back" role="img" aria-label="{label}"></span></li>'
    private = "" if place.public else ' class="private"'
    return f"<li{private}>{face(place.card)}</li>"


def bids(forms: tuple[BidForm, ...], prompt: str, code: str, deal: int) -> str:
    """The forms to bid with, under the words that ask for a bid."""
    drawn = "".join(_bid(form, number, code, deal) for number, form in enumerate(forms, start=1))
    return (
        f'<section class="panel centre-panel bidding" id="bidding-{deal}" aria-labelledby="bid-title">'
        f'<h2 class="turn-tag mine" id="bid-title">{text(prompt)}</h2>{drawn}</section>'
    )


def _bid(form: BidForm, number: int, code: str, deal: int) -> str:
    verb, nil_on = pgettext("to make a bid", "Bid"), _("nil on")
    nils = "".join(f'<input type="hidden" name="nils" value="{nil}">' for nil in form.nils)
    return (
        f'<form class="bid-form" {action("bid", code, "bid")} data-bid="{verb}" data-nil="{nil_on}"'
        f' data-nils="{text(form.nils_within)}">{STAMP}{nils}'
        f"{_tricks(form, f'{deal}-{number}')}{_toggles(form, deal) if form.toggles else ''}"
        f'<button class="btn turn" data-label>{text(form.button)}</button></form>'
    )


def _tricks(form: BidForm, name: str) -> str:
    """The numbers to choose from, or the only one there is; `name` tells this form from others, before and after."""
    if len(form.numbers) == 1:
        hint = f'<p class="hint">{text(form.line)}</p>'
        return f'<input type="hidden" name="tricks" value="{form.numbers[0]}">{hint}'
    title = f"<h3>{text(form.title)} <small>{text(form.line)}</small></h3>" if form.nils else ""
    legend = _("Tricks your side will take")
    return (
        f'{title}<fieldset><legend class="sr">{legend}</legend>'
        f'<div class="numbers">{_numbers(form.numbers, name)}</div></fieldset>'
    )


@lru_cache(maxsize=256)
def _numbers(numbers: tuple[int, ...], name: str) -> str:
    return "".join(
        f'<label><input type="radio" name="tricks" value="{number}" id="tricks-{name}-{number}" required>'
        f"<span>{number}</span></label>"
        for number in numbers
    )


def _toggles(form: BidForm, deal: int) -> str:
    legend = f"<legend>{text(form.title)} <small>{text(form.line)}</small></legend>"
    nils = "".join(_toggle(nil, deal) for nil in form.toggles)
    return f'<fieldset>{legend}<div class="nil-choices">{nils}</div></fieldset>'


def _toggle(nil: NilToggle, deal: int) -> str:
    return (
        f'<label><input type="checkbox" name="nils" value="{nil.value}" id="nil-{deal}-{nil.value}"'
        f' data-name="{text(nil.within)}"><span class="tick" aria-hidden="true"></span>'
        f"<span>{text(nil.label)}<small>{text(nil.line)}</small></span></label>"
    )


@lru_cache(maxsize=1024)
def waiting(words: str) -> str:
    """Whom the table waits for."""
    return f'<p class="waiting-words" id="waiting-{slugify(words)}">{text(words)}</p>'
