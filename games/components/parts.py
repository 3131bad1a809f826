"""Parts of a table's page: a part is drawn and sent only when what it shows has changed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from games.components.context import TableContext, Voices
from games.components.html import NOTHING, Content, Page, Shared, Template, fill
from games.words.language_cache import LazyDict


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a part within other markup. Its element stays in the page while its content changes."""

    name: str
    classes: str = "part"
    tag: str = "div"

    def render(self, page: Page) -> str:
        """Return the slot's markup on this page."""
        return page.slot(self)

    def element(self, inside: str, attributes: str = "") -> str:
        """Return the element of this slot. A slot of a part with several slots has a class instead of an id."""
        if self.name in SHOWN_TWICE:
            return f'<{self.tag} class="{self.classes} p-{self.name}"{attributes}>{inside}</{self.tag}>'
        classes = f' class="{self.classes}"' if self.classes else ""
        return f'<{self.tag}{classes} id="p-{self.name}"{attributes}>{inside}</{self.tag}>'


SHOWN_TWICE: Final = frozenset({"last-trick", "sound", "where"})
"""The parts with several slots: small screens show them in a different place, or screen readers read them there."""


@dataclass(frozen=True, slots=True)
class FormFields:
    """The hidden fields of a form: the CSRF token, if the page has one, and the version that the page shows."""

    versioned: bool

    def render(self, page: Page) -> str:
        """Return the fields."""
        token = _TOKEN(token=page.token) if page.token else ""
        return token + (_VERSION(version=page.version) if self.versioned else "")


_TOKEN = Template('<input type="hidden" name="csrfmiddlewaretoken" value="{token}">')
_VERSION = Template('<input type="hidden" name="version" value="{version}">')

TOKEN: Final = FormFields(versioned=False)
VERSIONED: Final = FormFields(versioned=True)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part by name. `draw` makes its markup; None is drawn as nothing."""

    name: str
    draw: Callable[[TableContext], Content | None]


def drawn(name: str, draw: Callable[..., Content | None], *about: object) -> Part:
    """Return the part that `draw` makes of `about` and the context."""
    return Part(name, partial(draw, *about) if about else draw)


class Group:
    """Parts that depend on the same facts, and are not drawn again while these are equal.

    `reads` are the facts, as `games.components.facts` writes them: `[VIEW.trick, SNAPSHOT.stage]`.
    """

    def __init__(self, reads: Iterable[object], *parts: Part) -> None:
        self.reads, self.parts = frozenset(map(str, reads)), parts


class Groups(tuple[Group, ...]):
    """The parts of a page for one audience."""

    def __init__(self, _groups: Iterable[Group]) -> None:
        self._facts = sorted(frozenset[str]().union(*[group.reads for group in self]))
        self._read = attrgetter(*self._facts)
        self._parts = [part for group in self for part in group.parts]
        readers = [group for group in self for _ in group.parts]
        self._that_read = [[at for at, group in enumerate(readers) if fact in group.reads] for fact in self._facts]
        """The indices of the parts that read each fact."""

    def facts(self, context: TableContext) -> tuple[object, ...] | None:
        """Return the facts that all parts depend on; None before the first deal, when they are not compared."""
        return self._read(context) if context.view is not None else None

    def outdated(self, now: tuple[object, ...] | None, last: "Drawing | None") -> Iterable[Part]:
        """Return the parts that may differ from the last drawing, in their order, given the facts of today."""
        if now is None or last is None or last.facts is None:
            return self._parts
        if last.groups is self:
            return self._differing(now, last.facts)
        known = dict(zip(last.groups._facts, last.facts, strict=True))
        differing = set(self._differing(now, [known.get(fact) for fact in self._facts]))
        kept = {part for group in self if group in last.groups for part in group.parts}
        return [part for part in self._parts if part in differing or part not in kept]

    def _differing(self, now: Iterable[object], before: Iterable[object]) -> Iterable[Part]:
        facts = zip(self._that_read, now, before, strict=True)
        # Most facts are the same objects as before, so that few are compared by `__eq__`.
        changed = {part for readers, new, old in facts if new is not old and new != old for part in readers}
        return [self._parts[part] for part in sorted(changed)]

    def among(self, contents: Mapping[str, Content]) -> dict[str, Content]:
        """Return those of these contents that are of parts of these groups, in their order."""
        return {part.name: contents.get(part.name, NOTHING) for part in self._parts}


class Drawing(NamedTuple):
    """The parts for one audience at one version. `changed` are the names of those that differ from the last drawing,
    `before`; `facts` are those from which the `groups` were drawn.
    """

    voices: Voices
    groups: Groups
    facts: tuple[object, ...] | None
    contents: Mapping[str, Content]
    changed: Sequence[str]
    before: Mapping[str, Content]


def draw(groups: Groups, context: TableContext, last: Drawing | None) -> Drawing:
    """Draw the parts of a table, reusing unchanged ones from the last drawing."""
    if last is not None and last.voices != context.voices:
        last = None
    known: Mapping[str, Content] = last.contents if last else {}
    facts = groups.facts(context)
    contents = dict(known) if last and last.groups is groups else groups.among(known)
    changed: list[str] = []
    for part in groups.outdated(facts, last):
        content, before = part.draw(context) or NOTHING, known.get(part.name)
        if before is None or content != before:
            changed.append(part.name)
        else:
            content = before
        contents[part.name] = content
    return Drawing(context.voices, groups, facts, contents, changed, known)


def changed_since(now: Drawing, sent: Mapping[str, Content]) -> Sequence[str]:
    """Return the names of the parts that differ from those `sent` before."""
    if now.before is sent:
        return now.changed
    return [name for name, content in now.contents.items() if content is not sent.get(name)]


ALWAYS_SENT: Final = "state"
"""The part that has the version: a browser compares that of each whole table with the one it shows."""


@dataclass(slots=True)
class _Parts:
    """Parts for one browser: `contents` by name, `sent` those that the browser has, `inlined` the names of the slots
    filled so far. Moments are shown in `zone`.
    """

    version: int
    contents: Mapping[str, Content]
    sent: Mapping[str, Content]
    inlined: set[str] = field(default_factory=set)
    token: str = ""
    link: str = ""
    chat: str = ""
    zone: tzinfo = UTC


@dataclass(slots=True)
class Filling(_Parts):
    """A page in which every slot is filled, except those whose content the browser already has."""

    def slot(self, slot: Slot) -> str:
        """Return the slot filled, or an empty element that keeps what the browser shows."""
        content = self.contents.get(slot.name, NOTHING)
        if slot.name != ALWAYS_SENT and slot.name in self.sent and self.sent[slot.name] is content:
            return kept(slot)
        self.inlined.add(slot.name)
        inside = fill(content, self) if content else ""
        return slot.element(inside)


@dataclass(slots=True)
class Partials(_Parts):
    """Parts to send one by one to a browser that has `sent`. What a part had in a slot before is not sent with it.

    htmx looks for the slots of all partials before it puts in the first, so what a part has in a new slot is sent
    within it. As several readers may get the same parts, moments are in UTC.
    """

    _slots_before: frozenset[str] = frozenset()

    def slot(self, slot: Slot) -> str:
        """Return an element that keeps what is in the slot; a new slot filled."""
        if slot.name in self._slots_before:
            return kept(slot)
        self.inlined.add(slot.name)
        return slot.element(fill(self.contents.get(slot.name, NOTHING), self))

    def of(self, names: Iterable[str]) -> str:
        """Return the parts with these names, each for its own slot; a part comes before those within it."""
        return "".join([self._partial(name) for name in names if name not in self.inlined])

    def _partial(self, name: str) -> str:
        content = self.contents[name]
        if isinstance(content, str):  # most parts
            return f"<hx-partial {_targets[name]}>{content}</hx-partial>"
        if not isinstance(content, Shared):
            self._slots_before = _slots_in(self.sent.get(name, NOTHING))
        return f"<hx-partial {_targets[name]}>{fill(content, self)}</hx-partial>"


def _slots_in(content: Content) -> frozenset[str]:
    if isinstance(content, str):
        return frozenset()
    return frozenset(piece.name for piece in content if isinstance(piece, Slot))


def kept(slot: Slot) -> str:
    """Return an empty element for which the browser keeps the children it shows (`morphSkipChildren`)."""
    return slot.element("", " data-keep")


_targets: Final = LazyDict[str, str](lambda name: f'hx-target=".p-{name}"' if name in SHOWN_TWICE else f'id="p-{name}"')
