"""A table's page, and the frames sent to browsers that show it: the changed public parts and the viewer's
private ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, TypeVar

from django.utils import timezone

from accounts.base.choices import HandOrder
from accounts.base.recent import Recent
from games.components import private, public
from games.components.context import TableContext, Voices
from games.components.hands import dimmed
from games.components.html import NOTHING, Content, Html, Shared, Template, fill
from games.components.parts import Drawing, Filling, FormFields, Partials, Slot, changed_since, draw
from games.components.shell import SHELL
from games.engine import Player
from games.play.attendance import Attendance
from games.play.snapshot import ChosenCards, FullSnapshot, SeatInfo
from games.values import Stage
from games.words.language_cache import language, with_fixed_language

MOST_DRAWINGS: Final = 6000
KEPT_FOR: Final = 60.0
"""Seconds after which a drawing that nobody has seen is removed."""
VERSIONS_KEPT: Final = 4
"""How many recent versions are stored, so that the response to a form can contain only the changed parts."""

Contents: TypeAlias = Mapping[str, Content]
K = TypeVar("K")


class Viewer(NamedTuple):
    """The viewer for whom a table is drawn: a player or None for a spectator, and what else the drawing depends on.

    `chosen` are the cards that the player has chosen before the turn; None for whoever does not choose.
    """

    player: Player | None
    hand_order: HandOrder = HandOrder.ALTERNATING
    signed_in: bool = True
    is_guest: bool = False
    chosen: ChosenCards | None = None


class Sent(NamedTuple):
    """What a browser shows: the contents of all parts sent to it."""

    public: Contents
    private: Contents


@dataclass(slots=True)
class _Drawn:
    """The last drawing for one audience, the facts it was drawn from, and its changes as partials."""

    version: int
    stage: Stage
    drawing: Drawing
    attendance: Attendance | None = None
    chosen: ChosenCards | None = None
    news: str = ""
    recent: dict[int, Contents] = field(default_factory=dict)
    lasting: Contents = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.recent[self.version] = self.drawing.contents
        if len(self.recent) > VERSIONS_KEPT:
            del self.recent[next(iter(self.recent))]


_pages: Final = Recent[str, tuple[int, Sent]](MOST_DRAWINGS, KEPT_FOR)
"""What pages show whose sockets have not come yet, and its version, by the key in the address of the socket."""

_public: Final = Recent[tuple[str, str | None], _Drawn](MOST_DRAWINGS, KEPT_FOR)
_private: Final = Recent[tuple[str, tuple[object, ...], str | None], _Drawn](MOST_DRAWINGS, KEPT_FOR)
"""The last drawings by audience."""


def _keep(drawings: Recent[K, _Drawn], key: K, drawn: _Drawn) -> _Drawn:
    drawings.put(key, drawn)
    return drawn


def clear() -> None:
    """Remove all drawings."""
    _pages.clear()
    _public.clear()
    _private.clear()


def _voices(seats: tuple[SeatInfo, ...], last: _Drawn | None) -> Voices:
    if last is not None and last.drawing.voices.are_of(seats):
        return last.drawing.voices
    return Voices(seats)


def draw_public(full: FullSnapshot, in_language: str | None) -> _Drawn:
    """Return what everybody sees of a table at this version, drawn once for each language.

    It contains what a spectator may see, even if the table does not allow spectators.
    """
    key = (full.base.code, in_language)
    last = _public.get(key)
    if last is not None and (last.version, last.stage) == (full.base.version, full.base.stage):
        return last
    context = TableContext(full.for_everyone, voices=_voices(full.base.seats, last))
    drawing = draw(public.parts_at(full.base.stage), context, last.drawing if last else None)
    news = Partials(full.base.version, drawing.contents, drawing.before).of(drawing.changed) if last else ""
    recent = last.recent if last else {}
    return _keep(_public, key, _Drawn(full.base.version, full.base.stage, drawing, None, None, news, recent))


def _draw_private(full: FullSnapshot, viewer: Viewer, attendance: Attendance, voices: Voices) -> _Drawn:
    """Return what only one viewer sees of a table. Raises NotForSpectators."""
    key = (full.base.code, viewer[:-1], voices.language)  # without the cards chosen, of which the last are kept
    last = _private.get(key)
    state = (full.base.version, full.base.stage, attendance, viewer.chosen)
    if last is not None and (last.version, last.stage, last.attendance, last.chosen) == state:
        return last
    context = _context(full, viewer, attendance, voices)
    drawing = draw(private.parts_at(full.base.stage), context, last.drawing if last else None)
    recent = last.recent if last else {}
    drawn = _Drawn(full.base.version, full.base.stage, drawing, attendance, viewer.chosen, "", recent)
    return _keep(_private, key, drawn)


def _context(full: FullSnapshot, viewer: Viewer, attendance: Attendance, voices: Voices) -> TableContext:
    return TableContext(
        full.of(viewer.player),
        attendance,
        voices=voices,
        signed_in=viewer.signed_in,
        is_guest=viewer.is_guest,
        hand_order=viewer.hand_order,
        chosen=viewer.chosen,
    )


def _draw_both(full: FullSnapshot, viewer: Viewer, attendance: Attendance) -> tuple[_Drawn, _Drawn]:
    everyones = draw_public(full, language())
    return _draw_private(full, viewer, attendance, everyones.drawing.voices), everyones


_NOTICE = Template('<p class="notice" id="notice" role="alert" data-version="{version}">{words}</p>')
_WAITS = Template('<p class="notice" id="notice" role="status" data-version="{version}" data-waits>{words}</p>')


def still_waiting(version: int, words: str) -> str:
    """Return the message that shows a sentence while a move waits to be written; it answers the move only later."""
    return Partials(version, {"notice": _WAITS(version=version, words=words)}, {}).of(["notice"])


def frame(
    full: FullSnapshot, viewer: Viewer, attendance: Attendance, sent: Sent | None, notice: str = ""
) -> tuple[str, Sent]:
    """Return the message for a browser that shows `sent`, and what the browser shows after it.

    The message contains only changes, within the frame of the page if that has changed. `notice` is a sentence for this
    viewer. Raises NotForSpectators.
    """
    mine, everyones = _draw_both(full, viewer, attendance)
    now = Sent(everyones.drawing.contents, mine.drawing.contents)
    return _news(mine, everyones, now, sent, notice), now


def _news(mine: _Drawn, everyones: _Drawn, now: Sent, sent: Sent | None, notice: str) -> str:
    """Return what a browser that shows `sent` lacks of these drawings, and the notice."""
    said = _NOTICE(version=mine.version, words=notice) if notice else NOTHING
    if sent is None or sent.private.get(SHELL.name) is not now.private[SHELL.name]:
        return _table(mine.version, now, sent, said)
    is_next = everyones.drawing.before is sent.public
    news = everyones.news if is_next else _changes(everyones, sent.public)
    news += _changes(mine, sent.private)
    return news + Partials(mine.version, {"notice": said}, {}).of(["notice"]) if notice else news


def take_page(key: str, version: int) -> Sent | None:
    """Return what the page with this key shows, once, if the table is still at its version: the page has no first frame
    to get if nothing else has changed.

    None if the page was made elsewhere, or long ago, or has had a socket before, or if the table has moved on: the
    answer to a form may have shown the page a version in between.
    """
    made_at, sent = _pages.pop(key) or (None, None)
    return sent if made_at == version else None


def _lasting(drawn: _Drawn) -> Contents:
    """Return the contents without clocks and other pieces that each frame draws as they are by then."""
    if not drawn.lasting:
        contents = drawn.drawing.contents.items()
        drawn.lasting = {name: content for name, content in contents if name == SHELL.name or _lasts(content)}
    return drawn.lasting


def _lasts(content: Content) -> bool:
    return isinstance(content, str | Shared) or all(isinstance(piece, str | Slot | FormFields) for piece in content)


def _changes(drawn: _Drawn, sent: Contents) -> str:
    contents = drawn.drawing.contents
    if contents is sent:
        return ""
    return Partials(drawn.version, contents, sent).of(changed_since(drawn.drawing, sent))


def _table(version: int, now: Sent, sent: Sent | None, notice: Html) -> str:
    """Return the frame of the page with the parts that the browser lacks; changes of nested parts follow as
    partials.
    """
    contents: dict[str, Content] = {**now.public, **now.private, "notice": notice}
    has: dict[str, Content] = {**sent.public, **sent.private} if sent else {}
    page = Filling(version, contents, {**has, "notice": NOTHING}, {SHELL.name})
    table = fill(contents[SHELL.name], page)
    others = [name for name, content in contents.items() if name not in page.inlined and has.get(name) is not content]
    late = [name for name in others if name in has]
    return table + Partials(version, contents, has).of(late)


@with_fixed_language
def answer(full: FullSnapshot, viewer: Viewer, attendance: Attendance, seen: int | None, notice: str = "") -> str:
    """Return the response to a form from a page that showed version `seen`: the changes since, if that version is
    stored.
    """
    mine, everyones = _draw_both(full, viewer, attendance)
    sent = None
    if seen is not None and seen in mine.recent and seen in everyones.recent:
        sent = Sent(everyones.recent[seen], mine.recent[seen])
    return _news(mine, everyones, Sent(everyones.drawing.contents, mine.drawing.contents), sent, notice)


@with_fixed_language
def page(
    full: FullSnapshot,
    viewer: Viewer,
    attendance: Attendance,
    *,
    token: str = "",
    link: str = "",
    chat: str = "",
    notice: str = "",
    key: str = "",
) -> Html:
    """Return the whole table for a page, with tokens in its forms, and moments in the reader's time zone. Its socket
    takes what it shows by the `key`. Raises NotForSpectators.
    """
    mine, everyones = _draw_both(full, viewer, attendance)
    if key:
        sent = Sent(_lasting(everyones), _lasting(mine))
        _pages.put(key, (full.base.version, sent))
    said = _NOTICE(version=full.base.version, words=notice) if notice else NOTHING
    dims = dimmed(_context(full, viewer, attendance, everyones.drawing.voices))
    contents = {**everyones.drawing.contents, **mine.drawing.contents, **dims, "notice": said}
    page = Filling(full.base.version, contents, {}, set(), token, link, chat, timezone.get_current_timezone())
    return Html(fill(mine.drawing.contents[SHELL.name], page))
