"""What live browsers are sent: the parts of the table that changed since their last frame, or the whole of it."""

from __future__ import annotations

from collections import OrderedDict
from itertools import starmap
from typing import Final, NamedTuple

from games.components import parts
from games.components.rendering import assemble
from games.components.stamps import VERSION, stamp
from games.engine import Player
from games.play.queries import TableNow
from games.play.snapshot import SeatInfo
from games.presenters import TablePage
from games.presenters.i18n_cache import language

REMEMBERED: Final = 6000


class Drawing(NamedTuple):
    """A table at one version as one viewer sees it, in one language, in parts."""

    version: int
    seats: tuple[SeatInfo, ...]
    page: TablePage
    parts: parts.Parts


_drawings: OrderedDict[tuple[str, Player | None, str | None], Drawing] = OrderedDict()
"""The last drawing for each viewer of a table, so that it is drawn once for all of that viewer's browsers."""


def drawing(now: TableNow, viewer: Player | None) -> Drawing:
    """The table for one viewer in the active language: what has not changed since the last drawing is kept from it.

    Raises NotForSpectators.
    """
    key = (now.code, viewer, language())
    before = _drawings.get(key)
    same_seats = before is not None and before.seats is now.shown.seats
    if before is not None and same_seats and (before.version, before.page.stage) == (now.version, now.shown.stage):
        return before
    page = TablePage(now.seen_by(viewer), VERSION, before.page.names if before and same_seats else None)
    drawn = Drawing(now.version, now.shown.seats, page, parts.parts_of(page, before.parts if before else None))
    _drawings[key] = drawn
    _drawings.move_to_end(key)
    if len(_drawings) > REMEMBERED:
        _drawings.popitem(last=False)
    return drawn


def frame(drawn: Drawing, sent: parts.Parts | None, notice: str = "", *, signed_in: bool = True) -> str:
    """The message for a browser that was last sent `sent`: only what is new, where that is enough."""
    if sent is None or sent.shape != drawn.parts.shape or notice or not drawn.page.in_parts:
        html = assemble(drawn.page, drawn.parts, notice, {"signed_in": signed_in})
    else:
        html = "".join(starmap(_partial, _news(drawn, sent)))
    return stamp(html, drawn.version)


def _news(drawn: Drawing, sent: parts.Parts) -> list[tuple[str, str]]:
    """What is sent every time, and the parts that are not as they were, by name."""
    changed = parts.changed_since(sent, drawn.parts)
    return [("now", parts.now(drawn.page)), *[(name, parts.whole(drawn.parts, name)) for name in changed]]


def _partial(name: str, html: str) -> str:
    """The part as a fragment of its own, which takes the place of the part with its id."""
    return f'<hx-partial hx-target="#part-{name}" hx-swap="outerMorph">{html}</hx-partial>'
