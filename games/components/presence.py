"""Who is at the table: the mark beside a name, and the button that calls a bot for an absent player."""

from collections.abc import Callable
from typing import Final, NamedTuple

from games.components.context import TableContext, is_away
from games.components.html import Content, Html, Template, posts_to
from games.components.parts import TOKEN, Group, Part
from games.engine import HAND_NAMES, PLAYERS, Player
from games.presenters.i18n_cache import gettext as _


class Presence(NamedTuple):
    """Whether a player is away. Not drawn for bots and for the viewer."""

    is_away: bool


def _presence(hand: Player) -> Callable[[TableContext], Presence | None]:
    def presence(context: TableContext) -> Presence | None:
        if hand == context.viewer or not context.snapshot.seats[hand].is_person:
            return None
        return Presence(is_away(context, hand))

    return presence


def _away(hand: Player) -> Callable[[TableContext], bool | None]:
    def away(context: TableContext) -> bool | None:
        seat = context.snapshot.seats[hand]
        return True if hand != context.viewer and not seat.stand_in and is_away(context, hand) else None

    return away


def _may_call_bot(hand: Player) -> Callable[[TableContext], str | None]:
    """Return a model with the table's code if the viewer may let a bot sit in for this absent player."""

    def may(context: TableContext) -> str | None:
        seat, snapshot = context.snapshot.seats[hand], context.snapshot
        if context.viewer in (None, hand) or context.stand_in or not snapshot.stage.is_running:
            return None
        return context.code if seat.plays_in_person and hand in context.attendance.away_too_long else None

    return may


_DOT = Template(' <span class="dot{away}" role="img" aria-label="{words}"></span>')
_AWAY = Template('<p class="presence" aria-hidden="true">{words}</p>')
_CALL_BOT = Template(
    '<form class="call-bot" {action}>{token}<button class="btn" name="player" value="{hand}">{words}</button></form>'
)


def draw_presence(shown: Presence) -> Html:
    """Draw the dot that shows whether a player is at the table."""
    return _DOT(away=" away", words=_("away")) if shown.is_away else _DOT(away="", words=_("connected"))


def draw_away(_is_away: bool) -> Html:
    """Draw the word for an absent player."""
    return _AWAY(words=_("away"))


def _draw_call(hand: Player) -> Callable[[str], Content]:
    def draw(code: str) -> Content:
        action = posts_to("call_bot", code)
        return _CALL_BOT.around(action=action, token=TOKEN, hand=HAND_NAMES[hand], words=_("Call a bot"))

    return draw


def _about_presence(context: TableContext) -> object:
    return context.attendance, context.seat_facts, context.snapshot.stage


PRESENCE: Final = Group(
    _about_presence,
    (
        *[Part(f"dot-{player}", _presence(player), draw_presence) for player in PLAYERS],
        *[Part(f"away-{player}", _away(player), draw_away) for player in PLAYERS],
        *[Part(f"call-{player}", _may_call_bot(player), _draw_call(player)) for player in PLAYERS],
    ),
)
