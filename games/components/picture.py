"""A table without its page: for the lesson, for pictures in texts, and for the home page."""

import re
from typing import Final

from games.components import private, public
from games.components.context import TableContext
from games.components.hands import dimmed
from games.components.html import Html, Template, fill
from games.components.parts import Filling, Groups, Slot, draw
from games.components.scores import explain, explained
from games.components.shell import draw_felt, dummy_slot, plate_slots, positions
from games.engine import Player, View
from games.play.attendance import Attendance
from games.play.snapshot import SeatInfo, Snapshot
from games.values import Stage, TableOptions
from games.words.language_cache import with_fixed_language
from games.words.names import Names

# These attributes are removed, and buttons become spans: a page may have several pictures, and nothing in them can be
# used.
_HANDLES: Final = re.compile(
    r' (?:id|name|for|action|method|hx-post|data-move|aria-(?:labelledby|describedby))="[^"]*"'
)
_BUTTON: Final = re.compile(r"<button\b[^>]*>|</button>")
_VALUE: Final = re.compile(r' value="[^"]*"')

_PICTURE = Template('<div class="picture shows-{phase}" data-viewer="{viewer}" inert aria-hidden="true">{inside}</div>')
_POSITIONS = Template('<div class="part {positions}">{inside}</div>')


def table_of(view: View, seats: tuple[SeatInfo, SeatInfo, SeatInfo], viewer: Player | None) -> Snapshot:
    """Return a table of which nothing is known but one deal."""
    return Snapshot(
        code="",
        name="",
        rules=view.rules,
        version=0,
        stage=Stage.DEAL,
        seats=seats,
        host=None,
        viewer=viewer,
        drawn=None,
        dealer=view.dealer,
        deal_number=1,
        view=view,
        finished=(),
        standing=view.before,
        ready=frozenset(),
        next_deal_at=None,
        winner=None,
        commitment="",
        proof=None,
        options=TableOptions(),
    )


@with_fixed_language
def felt(snapshot: Snapshot, token: str = "") -> Html:
    """Return a table as its viewer sees it; after the deal, the explained scores."""
    if snapshot.stage.shows_sheet:
        return _scores(snapshot)
    context, page = _drawn(snapshot, token)
    return Html(fill(draw_felt(context), page))


@with_fixed_language
def picture(snapshot: Snapshot) -> Html:
    """Return a picture of a table, without anything to click on: the plates in reading order, the middle of the table,
    and the viewer's own hand; after the deal, the explained scores. The caller describes in text what it shows.

    A spectator sees it from the declarer's side, so that the dummy is opposite.
    """
    if snapshot.stage.shows_sheet:
        inside = _scores(snapshot)
    else:
        context, page = _drawn(snapshot)
        places = "places" if context.is_player else "open-places"
        slots = (*plate_slots(context), dummy_slot(context), *map(Slot, (places, "bids", "trick", "hand")))
        inside = _POSITIONS(positions=positions(context), inside=Html(fill(slots, page)))
    phase = str(snapshot.view.phase) if snapshot.view else ""
    viewer = "" if snapshot.viewer is None else snapshot.viewer
    drawn = _PICTURE(phase=phase, viewer=viewer, inside=inside)
    return Html(_BUTTON.sub(_as_span, _HANDLES.sub("", drawn)))


def _as_span(tag: re.Match[str]) -> str:
    """Return a span in place of a button: it may have no value, and a name only as an image."""
    span = _VALUE.sub("", tag[0]).replace("button", "span", 1)
    return span.replace("<span", '<span role="img"', 1) if "aria-label=" in span else span


def _scores(snapshot: Snapshot) -> Html:
    return explained(explain(snapshot.finished[-1], snapshot.rules, Names(snapshot.seats, snapshot.viewer)))


def _drawn(snapshot: Snapshot, token: str = "") -> tuple[TableContext, Filling]:
    declarer = snapshot.view.declarer if snapshot.view else None
    context = TableContext(snapshot, Attendance(here=frozenset(range(3))), seat=declarer or 0)
    parts = Groups((*public.parts_at(snapshot.stage), *private.parts_at(snapshot.stage)))
    contents = {**draw(parts, context, None).contents, **dimmed(context)}
    return context, Filling(snapshot.version, contents, {}, set(), token)
