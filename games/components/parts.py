"""Parts of a table's page: a part is drawn and sent only when what it shows has changed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

from games.components.context import TableContext
from games.components.html import NOTHING, Content, Page, Template, fill
from games.components.voices import Voices


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
        return f'<{self.tag} class="{self.classes}" id="p-{self.name}"{attributes}>{inside}</{self.tag}>'


SHOWN_TWICE: Final = frozenset({"last-trick"})
"""The parts with several slots: small screens show the last trick in a different place."""


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


@dataclass(frozen=True, slots=True)
class Part:
    """A part by name: `model` returns what it shows, `draw` turns that into markup; None is drawn as nothing.

    While the model is equal to the last one, the part is not drawn again.
    """

    name: str
    model: Callable[[TableContext], Any]
    draw: Callable[[Any], Content]


def drawn(name: str, draw: Callable[..., Content | None], *about: object) -> Part:
    """Return the part that `draw` makes of `about` and the context in one step; its content is all that it shows.

    For parts drawn seldom or from caches: nothing is gained by asking first whether they differ.
    """
    return Part(name, partial(draw, *about), lambda content: content)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Parts that depend on the same facts: while `watch` returns equal values, their models are not computed."""

    watch: Callable[[TableContext], object]
    parts: tuple[Part, ...]


class Drawing(NamedTuple):
    """The parts for one audience at one version. `changed` are the names of those that differ from the last drawing,
    `before`.

    `watched` are the facts from which each of the `groups` was drawn, `models` what each part shows.
    """

    voices: Voices
    groups: tuple[Group, ...]
    watched: list[object]
    models: Mapping[str, Any]
    contents: Mapping[str, Content]
    changed: Sequence[str]
    before: Mapping[str, Content]


def draw(groups: tuple[Group, ...], context: TableContext, last: Drawing | None) -> Drawing:
    """Draw the parts of a table, reusing unchanged ones from the last drawing."""
    watched = [group.watch(context) for group in groups]
    if last is None or last.voices != context.voices:
        last = Drawing(context.voices, (), [], {}, {}, (), {})
    if last.groups is groups:
        outdated = [group for group, now, old in zip(groups, watched, last.watched, strict=True) if now != old]
        contents, models = dict(last.contents), dict(last.models)
    else:
        outdated, contents, models = list(groups), {}, {}
    changed: list[str] = []
    for group in outdated:
        for part in group.parts:
            if _redraw(part, context, last, models, contents):
                changed.append(part.name)
    return Drawing(context.voices, groups, watched, models, contents, changed, last.contents)


def _redraw(
    part: Part, context: TableContext, last: Drawing, models: dict[str, Any], contents: dict[str, Content]
) -> bool:
    """Add a part's model and content to `models` and `contents`; return whether it differs from the last drawing."""
    name = part.name
    models[name] = model = part.model(context)
    if name in last.models and last.models[name] == model:
        contents[name] = last.contents[name]
        return False
    content = NOTHING if model is None else part.draw(model)
    is_same = name in last.contents and last.contents[name] == content
    contents[name] = last.contents[name] if is_same else content
    return not is_same


def changed_since(now: Drawing, sent: Mapping[str, Content]) -> Sequence[str]:
    """Return the names of the parts that differ from those `sent` before."""
    if now.before is sent:
        return now.changed
    return [name for name, content in now.contents.items() if content is not sent.get(name)]


@dataclass(slots=True)
class Filling:
    """A page in which every slot is filled, except those whose content the browser already has.

    `contents` are the parts by name, `sent` those that the browser has; `inlined` are the names of the slots filled so
    far.
    """

    version: int
    contents: Mapping[str, Content]
    sent: Mapping[str, Content]
    inlined: set[str]
    token: str = ""
    link: str = ""
    chat: str = ""

    def slot(self, slot: Slot) -> str:
        """Return the slot filled, or an empty element that keeps what the browser shows."""
        content = self.contents.get(slot.name, NOTHING)
        if slot.name in self.sent and self.sent[slot.name] is content:
            return kept(slot)
        self.inlined.add(slot.name)
        inside = fill(content, self) if content else ""
        return slot.element(inside)


@dataclass(slots=True)
class Partials:
    """Parts to send one by one to a browser that has `sent`. What a part had in a slot before is not sent with it.

    htmx looks for the slots of all partials before it puts in the first, so what a part has in a new slot is sent
    within it. `inlined` names the parts that were.
    """

    version: int
    contents: Mapping[str, Content]
    sent: Mapping[str, Content]
    token: str = ""
    link: str = ""
    chat: str = ""
    inlined: set[str] = field(default_factory=set)
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
        before = self.sent.get(name, NOTHING)
        self._slots_before = frozenset() if isinstance(before, str) else _slots_in(before)
        return f"<hx-partial {_target(name)}>{fill(self.contents[name], self)}</hx-partial>"


def _slots_in(content: Iterable[object]) -> frozenset[str]:
    return frozenset(piece.name for piece in content if isinstance(piece, Slot))


def kept(slot: Slot) -> str:
    """Return an empty element for which the browser keeps the children it shows (`morphSkipChildren`)."""
    return slot.element("", " data-keep")


def _target(name: str) -> str:
    return f'hx-target=".p-{name}"' if name in SHOWN_TWICE else f'id="p-{name}"'
