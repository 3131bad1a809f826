"""A table without its page: for the lesson, and for pictures in texts."""

import re
from typing import Final

from games.components import private, public
from games.components.context import TableContext, reading_order
from games.components.explained import explain, explained
from games.components.html import Content, Html, Template, fill
from games.components.parts import Filling, Slot, draw
from games.components.shell import draw_felt, shell
from games.engine import HAND_NAMES
from games.play.snapshot import Attendance, Snapshot
from games.presenters.i18n_cache import with_fixed_language

# These attributes are removed: a page may have several pictures, and nothing in them can be used.
_HANDLES: Final = re.compile(
    r' (?:id|name|for|action|method|hx-post|data-move|aria-(?:labelledby|describedby))="[^"]*"'
)
_PICTURE = Template('<div class="picture shows-{phase}" data-viewer="{viewer}" inert aria-hidden="true">{inside}</div>')
_LIES = Template('<div class="part {lies}">{inside}</div>')


@with_fixed_language
def felt(snapshot: Snapshot, token: str = "") -> Html:
    """Return a table as its viewer sees it; after the deal, the explained scores."""
    context, contents = _drawn(snapshot)
    if snapshot.stage.shows_sheet:
        return explained(explain(snapshot, snapshot.finished[-1], context.names))
    return Html(fill(draw_felt(shell(context)), Filling(snapshot.version, contents, {}, set(), token)))


@with_fixed_language
def picture(snapshot: Snapshot) -> Html:
    """Return a picture of a table, without anything to click on. The caller describes in text what it shows."""
    context, contents = _drawn(snapshot)
    viewer = "" if snapshot.viewer is None else snapshot.viewer
    if snapshot.stage.shows_sheet:
        inside: Html = explained(explain(snapshot, snapshot.finished[-1], context.names))
    else:
        inside = _inside(context, contents, snapshot.version)
    phase = str(snapshot.view.phase) if snapshot.view else ""
    return Html(_HANDLES.sub("", _PICTURE(phase=phase, viewer=viewer, inside=inside)))


def _inside(context: TableContext, contents: dict[str, Content], version: int) -> Html:
    """Return the plates in reading order, the middle of the table, and the viewer's own hand."""
    plates = [
        Slot(f"seat-{HAND_NAMES[hand]}", f"part at-{context.places[hand]}") for hand in reading_order(context.places)
    ]
    dummy = "dummy" if shell(context).dummy_opposite else "open-dummy"
    others = [Slot(dummy, f"part at-{context.places[3]}"), *map(Slot, ("places", "bids", "trick", "hand"))]
    lies = " ".join([f"{at}-{hand}" for hand, at in zip(HAND_NAMES, context.places, strict=True)])
    page = Filling(version, contents, {}, set())
    return _LIES(lies=lies, inside=Html(fill((*plates, *others), page)))


def _drawn(snapshot: Snapshot) -> tuple[TableContext, dict[str, Content]]:
    context = TableContext(snapshot, Attendance(here=frozenset(range(3))))
    parts = (*public.parts_at(snapshot.stage), *private.parts_at(snapshot.stage))
    return context, dict(draw(parts, context, None).contents)
