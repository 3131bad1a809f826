"""The draw for dealer (docs/rules.md section 2), and the button to be ready for the next deal."""

from datetime import datetime
from typing import NamedTuple

from games.components.cards import Face, face, face_of
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, merge, posts_to
from games.components.parts import VERSIONED, Part, Slot
from games.components.voices import Voices
from games.engine import Player
from games.models.values import Stage
from games.play.snapshot import Snapshot
from games.presenters.i18n_cache import gettext as _
from games.presenters.sentences import drawn


class Draw(NamedTuple):
    """The cards of the draw in seat order, none in a rematch, and the dealer."""

    cards: tuple[Face, ...]
    dealer: Player
    snapshot: Snapshot
    voices: Voices

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Draw) and (self[:2], self.voices) == (other[:2], other.voices)

    def __hash__(self) -> int:
        return hash(self[:2])


def draw(context: TableContext) -> Draw | None:
    """Return the draw while it is shown."""
    snapshot = context.snapshot
    if snapshot.stage is not Stage.DRAWING:
        return None
    return Draw(tuple(map(face_of, snapshot.drawn or ())), snapshot.dealer, snapshot, context.voices)


_DRAW = Template(
    '<section class="panel centre-panel draw" id="draw"><h2>{title}</h2>{cards}<p>{words}</p>{ready}</section>'
)
_CARDS = Template("<ul>{cards}</ul>")
_CARD = Template('<li{wins}>{face}<span class="by">{by}</span></li>')
_WINS = Html(' class="wins"')


def draw_draw(shown: Draw) -> Content:
    """Draw the three cards, the highest one marked."""
    return _DRAW.around(
        title=_("High card deals") if shown.cards else _("Rematch"),
        cards=_CARDS(cards=join(_draw_card(shown, player) for player in range(3))) if shown.cards else NOTHING,
        words=shown.voices.say(lambda names: drawn(shown.snapshot, names)),
        ready=Slot("ready"),
    )


def _draw_card(shown: Draw, player: Player) -> Html:
    by = shown.voices.say(lambda names: names.label(player))
    return _CARD(wins=_WINS if player == shown.dealer else NOTHING, face=face(shown.cards[player]), by=by)


class Ready(NamedTuple):
    """A player's button to be ready, with the text `label`, and when the cards are dealt anyway.

    `is_ready` is None for spectators and for players for whom a bot sits in. `others` names the players who are ready.
    """

    code: str
    label: str
    is_ready: bool | None
    others: str
    next_deal_at: datetime | None
    is_draw: bool


def ready(context: TableContext) -> Ready | None:
    """Return who is ready for the next deal; None unless the table waits for one."""
    snapshot = context.snapshot
    if not snapshot.stage.waits_for_deal:
        return None
    is_asked = context.is_player and not context.stand_in
    is_draw = snapshot.stage is Stage.DRAWING
    names = ", ".join(context.names.label(player) for player in sorted(snapshot.ready))
    return Ready(
        code=context.code,
        label=_("Deal now") if is_draw else _("Ready for deal %(number)s") % {"number": snapshot.deal_number + 1},
        is_ready=context.viewer in snapshot.ready if is_asked else None,
        others=_("Ready: %(names)s") % {"names": names} if names and not is_draw else "",
        next_deal_at=snapshot.next_deal_at,
        is_draw=is_draw,
    )


_READY = Template('<form class="ready" id="ready" {action}>{fields}{inside}</form>')
_IS_READY = Template('<p class="small">{words}</p>')
_BUTTON = Template('<button class="btn turn">{label}</button>')
_STARTS = Template('<p class="small starts">{words} <time datetime="{at}" data-countdown></time></p>')
_OTHERS = Template('<p class="small">{words}</p>')
_ACTIONS = Template('<div class="actions">{inside}</div>')


def draw_ready(shown: Ready) -> Content:
    """Draw the button to be ready, and when the cards are dealt anyway."""
    starts = NOTHING
    if shown.next_deal_at is not None:
        starts = _STARTS(words=_("Starts by itself"), at=shown.next_deal_at.isoformat())
    others = _OTHERS(words=shown.others) if shown.others else NOTHING
    inside = merge((_draw_form(shown), starts, others))
    return inside if shown.is_draw else _ACTIONS.around(inside=inside)


def _draw_form(shown: Ready) -> Content:
    if shown.is_ready is None:
        return NOTHING
    inside = _IS_READY(words=_("You are ready.")) if shown.is_ready else _BUTTON(label=shown.label)
    return _READY.around(action=posts_to("ready", shown.code, "ready"), fields=VERSIONED, inside=inside)


DRAW = Part("draw", draw, draw_draw)
READY = Part("ready", ready, draw_ready)
