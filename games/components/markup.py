"""The table's busiest fragments, written out by hand.

What changes with every card is drawn some thousand times a second on a busy site; a template language would take ten
times as long. Everything that is not ours goes through `text`, which escapes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from typing import Final

from django.urls import reverse

from games.presenters.faces import Face, SuitGroup
from games.presenters.hands import OpenHand
from games.presenters.i18n_cache import Collection
from games.presenters.i18n_cache import gettext as _
from games.presenters.trick import Centre, PastTrick, TrickCard

_find_special: Final = re.compile("[&<>\"']").search


def text(words: str) -> str:
    """A text between tags or quotes. Few hold anything to escape, which is quickly seen."""
    return escape(words) if _find_special(words) else words


@lru_cache(maxsize=4096)
def ascii_text(words: str) -> str:
    """What `text` makes of it, without a character that is not ASCII: a frame of nothing else is put together, searched
    and encoded in half the time.
    """
    return text(words).encode("ascii", "xmlcharrefreplace").decode()


@lru_cache(maxsize=4096)
def address(name: str, *args: str | int) -> str:
    """Where the view `name` of the games answers."""
    return reverse(f"games:{name}", args=args)


@lru_cache(maxsize=4096)
def action(name: str, code: str, move: str = "") -> str:
    """The attributes that make a form post to the view `name` of a table, or send a move over the open socket."""
    url = address(name, code)
    return f'method="post" action="{url}" hx-post="{url}"' + (f' data-move="{move}"' if move else "")


def face(card: Face) -> str:
    """A card that lies open."""
    return _faces[card]


def _draw_face(card: Face) -> str:
    return (
        f'<span class="card {card.suit} r{card.rank}" role="img" aria-label="{card.name}">'
        f'<b aria-hidden="true">{card.rank}</b></span>'
    )


_faces = Collection(_draw_face)
_lying_cards = Collection[Face, str](lambda card: f"<li>{_faces[card]}</li>")
"""The cards of a hand one only looks at."""


@cache
def _buttons(why_not: str) -> Collection[Face, str]:
    """The cards of a hand, to click; `why_not` is the id of the words that say why one can't be played, "" if there are
    none.
    """
    described = f' aria-describedby="{why_not}"' if why_not else ""

    def draw(card: Face) -> str:
        dimmed = "" if card.playable else f' aria-disabled="true"{described}'
        return (
            f'<li><button class="card {card.suit} r{card.rank}" id="card-{card.code}" name="card" value="{card.code}"'
            f' aria-label="{card.name}"{dimmed}><b aria-hidden="true">{card.rank}</b></button></li>'
        )

    return Collection(draw)


def hand(shown: OpenHand, code: str, stamp: str, why_not: str, clickable: bool) -> str:
    """The viewer's own hand."""
    return _playable_hand(shown, "hand", "hand", action("play", code, "play"), stamp, why_not, clickable)


def dummy(shown: OpenHand, code: str, stamp: str, why_not: str, clickable: bool) -> str:
    """The exposed dummy: in rows opposite the declarer, in columns at the side of a defender's table."""
    if shown.position == "top":
        form = action("play", code, "play") if clickable else ""
        return _playable_hand(shown, "dummy", "dummy-hand rows", form, stamp, why_not, clickable)
    columns = "".join(map(_column, shown.groups))
    return (
        f'<div class="dummy-hand columns at-{shown.position}" id="dummy" role="group"'
        f' aria-label="{text(shown.label)}">{columns}</div>'
    )


def _playable_hand(
    shown: OpenHand, name: str, classes: str, form: str, stamp: str, why_not: str, clickable: bool
) -> str:
    reason = f"why-not-{shown.code}" if shown.on_turn and why_not else ""
    cards = _buttons(reason) if clickable else _lying_cards
    suits = "".join([_suit(group, shown.code, cards) for group in shown.groups if group.cards])
    words = f'<p class="sr" id="{reason}">{text(why_not)}</p>' if reason else ""
    turn = " on-turn" if shown.on_turn else ""
    return (
        f'<form class="{classes}{turn}" id="{name}" {form} aria-label="{text(shown.label)}">{stamp}{suits}'
        f'<span class="row-break"></span>{words}</form>'
    )


def _suit(group: SuitGroup, hand_code: str, drawn: Collection[Face, str]) -> str:
    cards = "".join([drawn[card] for card in group.cards])
    return (
        f'<ul class="suit row-{group.row} count-{len(group.cards)}" id="suit-{hand_code}-{group.suit}"'
        f' aria-label="{group.name}">{cards}</ul>'
    )


def _column(group: SuitGroup) -> str:
    cards = "".join([_lying_cards[card] for card in group.cards])
    return f'<ul class="suit size-{group.size}" aria-label="{group.name}">{cards}</ul>'


def _items(contents: Iterable[str]) -> str:
    return "".join([f"<li>{content}</li>" for content in contents])


def trick(centre: Centre) -> str:
    """The trick in the middle."""
    best = _("wins") if centre.swept_to else _("best")
    cards = "".join([_lying(played, best) for played in centre.cards])
    swept = f" swept to-{centre.swept_to}" if centre.swept_to else ""
    at = centre.slot
    slot = f'<span class="slot at-{at}" id="slot-{at}" aria-hidden="true"></span>' if at else ""
    return f'<div class="trick{swept}" id="trick"><ol aria-label="{centre.label}">{cards}</ol>{slot}</div>'


def _lying(played: TrickCard, best: str) -> str:
    wins, tag = (" wins", f'<span class="wins-tag">{best}</span>') if played.wins else ("", "")
    at = played.position
    return (
        f'<li class="at-{at}{wins}" id="trick-{played.card.code}" data-from="{at}">'
        f'<span class="sr">{text(played.by)}:</span> {face(played.card)}{tag}</li>'
    )


@lru_cache(maxsize=8192)
def past_trick(past: PastTrick) -> str:
    """A finished trick, its cards in a row with their players' names. Its words are all those of `past`, which there is
    once for each language: none may be added here.
    """
    cards = [
        f'<li{_wins(played)}>{face(played.card)}<span class="by">{text(played.by)}</span></li>' for played in past.cards
    ]
    return f'<ol class="past">{"".join(cards)}</ol>'


def _wins(played: TrickCard) -> str:
    return ' class="wins"' if played.wins else ""


def last_trick(past: PastTrick) -> str:
    """The last trick behind a button, for small screens."""
    title = _("Last trick")
    return (
        f'<details class="last-trick" id="last-trick"><summary class="btn on-the-felt">{title}</summary>'
        f"{past_trick(past)}</details>"
    )


def last_trick_beside(past: PastTrick) -> str:
    """The last trick beside the table."""
    title = _("Last trick")
    return f'<section class="panel" id="rail-last"><h2>{title}</h2>{past_trick(past)}</section>'


def log(past: tuple[PastTrick, ...], lines: tuple[str, ...]) -> str:
    """The deal so far: its tricks, the last one first, and the bidding."""
    title = _("So far")
    tricks = f'<ol class="tricks" reversed>{"".join(map(_log_line, past))}</ol>' if past else ""
    return (
        '<section class="panel log" id="rail-log" aria-labelledby="rail-log-title" tabindex="0">'
        f'<h2 id="rail-log-title">{title}</h2>{tricks}'
        f'<ol class="bids">{_items(map(text, lines))}</ol></section>'
    )


@lru_cache(maxsize=8192)
def _log_line(past: PastTrick) -> str:
    """A line of the deal so far; its words, too, are those of `past` alone."""
    minis = "".join(
        [
            f'<span class="mini {played.card.suit}{" wins" if played.wins else ""}">{played.card.rank}</span>'
            for played in past.cards
        ]
    )
    return (
        f'<li id="past-{past.number}"><span class="number" aria-hidden="true">{past.number}</span>'
        f'<span class="line" aria-hidden="true">{minis}</span><span class="sentence">{text(past.sentence)}</span></li>'
    )


@lru_cache(maxsize=4096)
def now(version: str, title: str, is_awaited: bool, notice: str) -> str:
    """The part that is sent every time: the version, the title, and a sentence for this viewer alone."""
    turn = " data-your-turn" if is_awaited else ""
    words = f'<p class="notice" id="notice" role="alert">{text(notice)}</p>' if notice else ""
    tab = f"{title} · Dummy Hand Spades"
    return f'<span id="state" data-version="{version}" data-title="{ascii_text(tab)}"{turn} hidden></span>{words}'


def announcement(sentence: str) -> str:
    """What just happened, for whoever listens."""
    return f'<p class="sr" id="say" role="status" aria-live="polite">{text(sentence)}</p>'
