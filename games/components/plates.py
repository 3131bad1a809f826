"""The plates of the seats, written out by hand like the rest of the table's busiest fragments (`markup.py`)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.components.markup import action, text
from games.presenters.i18n_cache import gettext as _
from games.presenters.seating import Count, NilMark, Plate, Turn
from games.presenters.together import ClockFace

_CARDS: Final = (
    '<path d="M6 2h8a1.5 1.5 0 0 1 1.5 1.5v10M3.5 4.5H11A1.5 1.5 0 0 1 12.5 6v9a1.5 1.5 0 0 1-1.5 1.5H3.5'
    'A1.5 1.5 0 0 1 2 15V6a1.5 1.5 0 0 1 1.5-1.5z"/>'
)
_ROBOT: Final = (
    '<path d="M9 1v3M4 5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM6.5 8.5v2M11.5 8.5v2"/>'
)


@lru_cache(maxsize=1024)
def avatar(is_dummy: bool, is_bot: bool, initial: str) -> str:
    """The round picture beside a name."""
    drawing = _CARDS if is_dummy else _ROBOT if is_bot else ""
    inside = f'<svg viewBox="0 0 18 18">{drawing}</svg>' if drawing else text(initial)
    return f'<span class="avatar" aria-hidden="true">{inside}</span>'


def plate(shown: Plate, tricks: str, turn: str, code: str, token: str) -> str:
    """A seat's plate. `tricks` stands where they are counted, `turn` where it says whose turn it is,
    `token` what shows that a form is ours."""
    of_dummy, is_away = " of-dummy" if shown.is_dummy else "", " is-away" if shown.away else ""
    classes = f"at-{shown.position}{of_dummy}{is_away}"
    return (
        f'<section class="plate {classes}" id="plate-{shown.code}" aria-labelledby="name-{shown.code}">'
        f"{avatar(shown.is_dummy, shown.is_bot or bool(shown.sits_in), shown.initial)}"
        f'<div class="who">{_name(shown)}{_presence(shown)}'
        f"{_role(shown)}{_clock(shown.clock, shown) if shown.clock else ''}</div>"
        f"{tricks}{_state(shown, turn)}{_call_bot(shown, code, token) if shown.may_call_bot else ''}</section>"
    )


def _name(shown: Plate) -> str:
    marks = ""
    if not (shown.is_dummy or shown.is_bot or shown.is_you):
        here, words = (" away", _("away")) if shown.away else ("", _("connected"))
        marks += f' <span class="dot{here}" role="img" aria-label="{words}"></span>'
    if shown.is_dealer:
        words = _("dealer")
        marks += f' <span class="dealer" role="img" aria-label="{words}">D</span>'
    return f'<h2 id="name-{shown.code}"><span class="name">{text(shown.name)}</span>{marks}</h2>'


def _presence(shown: Plate) -> str:
    if shown.sits_in:
        return f'<p class="presence">{text(shown.sits_in)}</p>'
    words = _("away")
    return f'<p class="presence" aria-hidden="true">{words}</p>' if shown.away else ""


def _role(shown: Plate) -> str:
    return f'<p class="role">{text(shown.role)}</p>' if shown.role else ""


def _clock(clock: ClockFace, shown: Plate) -> str:
    classes = "clock" + (" running" if clock.running else "") + (" low" if clock.low else "")
    last = _("last seconds")
    flags = (" data-running" if clock.running else "") + (" data-mine" if shown.is_you else "")
    return (
        f'<p class="{classes}" id="clock-{shown.code}" data-move="{clock.move}" data-reserve="{clock.reserve}"{flags}>'
        f'<span class="sr">{clock.words}</span><span aria-hidden="true"><b data-clock-move>{clock.move_time}</b> '
        f"<span data-clock-reserve>+{clock.reserve_time}</span> <em>{last}</em></span></p>"
    )


def count(shown: Count) -> str:
    """The tricks bid, or taken of a contract."""
    if shown.contract:
        count = f'<span aria-hidden="true"><b>{shown.taken}</b><i>/</i>{shown.contract}</span>'
        return f'<p class="count" id="count-{shown.code}">{count}<span class="sr">{shown.words}</span></p>'
    if shown.bid:
        word = _("bid")
        return f'<p class="count" id="bid-{shown.code}"><span class="small">{word}</span> <b>{shown.bid}</b></p>'
    return ""


def _state(shown: Plate, turn: str) -> str:
    return f'<p class="state" id="state-{shown.code}">{turn}{"".join(map(_nil, shown.nils))}</p>'


def turn_tag(turn: Turn | None) -> str:
    """The tag on the plate whose turn it is."""
    if turn is None:
        return ""
    return f'<span class="turn-tag{" mine" if turn.is_mine else ""}">{text(turn.words)}</span>'


def _nil(nil: NilMark) -> str:
    return f'<span class="nil{" failed" if nil.failed else ""}">{text(nil.text)}</span>'


def _call_bot(shown: Plate, code: str, token: str) -> str:
    label = _("Call a bot")
    return (
        f'<form class="call-bot" {action("call_bot", code)}>{token}'
        f'<button class="btn" name="player" value="{shown.code}">{label}</button></form>'
    )
