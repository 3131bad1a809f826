"""The table's markup as a tree, as one reader sees it, and a browser that puts frames into its page."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape, unescape
from typing import Final, TypeAlias

from games.components import frames
from games.components.parts import Partials
from games.components.shell import SHELL
from games.engine import Player
from games.words.names import SUIT_SIGNS
from tests.pages.scenes import Scene

Node: TypeAlias = "Element | str"

EMPTY_TAGS = {"input", "br", "img", "path", "meta", "link"}


@dataclass
class Element:
    """An element with its attributes and children."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def __getitem__(self, attribute: str) -> str:
        return self.attributes[attribute]

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    @property
    def classes(self) -> Sequence[str]:
        return self.attributes.get("class", "").split()

    @property
    def elements(self) -> "Iterator[Element]":
        """This element and all within it, in the order of the markup."""
        left = [self]
        while left:
            element = left.pop()
            yield element
            left += [child for child in element.children[::-1] if not isinstance(child, str)]

    @property
    def text(self) -> str:
        """What is to be read in it, with single spaces."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, Element):
                yield from child._texts()
            else:
                yield child

    def find(self, id_: str) -> "Element | None":
        """Return the element with this id, if there is one."""
        return next((element for element in self.elements if element.attributes.get("id") == id_), None)

    def at(self, id_: str) -> "Element":
        """Return the element with this id. Fails without one."""
        element = self.find(id_)
        assert element is not None, f"nothing is called {id_}"
        return element

    def of_class(self, name: str) -> "list[Element]":
        """Return the elements with this class."""
        return [element for element in self.elements if name in element.classes]

    def of_tag(self, tag: str) -> "list[Element]":
        """Return the elements with this tag."""
        return [element for element in self.elements if element.tag == tag]

    def markup(self) -> str:
        """Return the markup between its tags, with the attributes in alphabetical order."""
        return "".join(child._outer() if isinstance(child, Element) else escape(child) for child in self.children)

    def _outer(self) -> str:
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in sorted(self.attributes.items()))
        return f"<{self.tag}{attributes}>{self.markup()}" + ("" if self.tag in EMPTY_TAGS else f"</{self.tag}>")

    def drop(self, classes: set[str]) -> None:
        """Take out all elements of these classes."""
        self.children = [
            child for child in self.children if isinstance(child, str) or not classes.intersection(child.classes)
        ]
        for child in self.children:
            if isinstance(child, Element):
                child.drop(classes)


_TOKEN: Final = re.compile(
    r"""
    <(?P<end>/?)(?P<tag>[a-z][\w-]*)(?P<rest>[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)> | (?P<text>[^<]+)
    | <!--.*?--> | <!doctype[^>]*>
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_ATTRIBUTE: Final = re.compile(r"""([^\s=/"']+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


def parse(html: str) -> Element:
    """Return an element around this markup. Fails if a tag is not closed, or is closed in the wrong place.

    It reads what our components write, in a third of the time of Python's `html.parser`.
    """
    root = Element("")
    opened, at = [root], 0
    while at < len(html):
        token = _TOKEN.match(html, at)
        assert token, f"no markup: {html[at : at + 80]}"
        at = token.end()
        end, tag, rest, text = token.groups()
        if text:
            _add_text(opened[-1], unescape(text))
        elif end:
            assert opened[-1].tag == tag, f"</{tag}> closes <{opened[-1].tag}>"
            opened.pop()
        elif tag:
            element = Element(tag, dict(_attributes(rest)))
            opened[-1].children.append(element)
            if tag not in EMPTY_TAGS and not rest.endswith("/"):
                opened.append(element)
    assert len(opened) == 1, f"<{opened[-1].tag}> is not closed"
    return root


def _add_text(element: Element, text: str) -> None:
    if element.tag != "i" or text not in SUIT_SIGNS.values():  # which the style sheet hides
        element.children.append(text)


@lru_cache(10_000)
def _attributes(text: str) -> tuple[tuple[str, str], ...]:
    """Return names and values of the attributes in a tag."""
    return tuple((name.lower(), unescape("".join(filter(None, values)))) for name, *values in _ATTRIBUTE.findall(text))


def as_read_by(player: Player | None, html: str) -> Element:
    """Return the markup without what the style sheet hides from this player: what is in words for other readers."""
    root = parse(html)
    root.drop({f"to-{other}" for other in range(3) if other != player} | {f"not-{player}"})
    return root


class Browser:
    """A page of a table. It takes frames in as htmx does: the targets of partials are looked up first, and what has
    `data-keep` keeps its children.
    """

    def __init__(self, html: str) -> None:
        self.page = parse(html)
        self._found: dict[str, Element] = {}

    def receive(self, message: str) -> None:
        """Put a frame into the page: the whole table, if there is one in it, then the partials, each into its slot."""
        new = parse(message)
        partials = [child for child in new.children if isinstance(child, Element) and child.tag == "hx-partial"]
        table = [child for child in new.children if child not in partials]
        targets = [(slot, partial.children) for partial in partials for slot in self._slots(partial)]
        if table:
            self._put(self.page, table)
        for slot, children in targets:
            self._put(slot, children)
        self._renew_versions()
        self._dim()

    def _slots(self, partial: Element) -> list[Element]:
        """Return the elements a partial is for: the one with its id, or all of its class."""
        target = partial.attributes.get("hx-target", f"#{partial.id}")
        if target.startswith("."):
            return self.page.of_class(target[1:])
        element = self._find(target[1:])
        return [element] if element else []

    def _find(self, id_: str) -> Element | None:
        """Return the page's first element with this id: from an index, until the page changes."""
        if not self._found:
            self._found = {element.id: element for element in reversed(list(self.page.elements))}
        return self._found.get(id_)

    def _renew_versions(self) -> None:
        """Let all forms send the version that is shown, as site.js does: what they offer holds until they change."""
        version = self.page.at("state")["data-version"]
        for field_ in self.page.of_tag("input"):
            if field_.attributes.get("name") == "version":
                field_.attributes["value"] = version

    def _dim(self) -> None:
        """Let each card that the mark of its hand does not name say that it can't be played, as site.js does."""
        for hand in filter(None, map(self._find, ("hand", "dummy"))):
            marks = [each["data-playable"].split() for each in hand.elements if "data-playable" in each.attributes]
            why = [each.id for each in hand.elements if each.id.startswith("why-not")]
            for card in hand.of_tag("button"):
                card.attributes.pop("aria-disabled", None)
                card.attributes.pop("aria-describedby", None)
                if marks and card["value"] not in marks[0]:
                    card.attributes |= {"aria-disabled": "true", "aria-describedby": why[0]}

    def _put(self, target: Element, children: list[Node]) -> None:
        target.children = [self._kept(child) for child in children]
        self._found = {}

    def _kept(self, new: Node) -> Node:
        """Return a new node with the elements of the page in place of those that keep their children."""
        if isinstance(new, str):
            return new
        if new.attributes.pop("data-keep", None) is None:
            new.children = [self._kept(child) for child in new.children]
            return new
        assert not new.children
        old = self._find(new.id) if new.id else self._of_classes(new)
        if old is None:
            return new
        old.attributes = new.attributes
        return old

    def _of_classes(self, slot: Element) -> Element | None:
        return next((element for element in self.page.elements if element.classes == slot.classes), None)


def rendered(scene: Scene) -> str:
    """Return the whole table without tokens, drawn from nothing."""
    frames.clear()
    return frames.page(scene.full, scene.viewer, scene.attendance)


def page_of(scene: Scene) -> Element:
    """Return the whole table as its viewer reads it."""
    return as_read_by(scene.viewer.player, rendered(scene))


_parsed = lru_cache(1)(parse)
"""For those who only read: tests ask several times about the same frame."""


def parts_in(message: str) -> dict[str, str]:
    """Return the partials of a frame by the names of their parts."""
    return {
        (partial.id or partial["hx-target"][1:]).removeprefix("p-"): partial.markup()
        for partial in _parsed(message).children
        if isinstance(partial, Element) and partial.tag == "hx-partial"
    }


def parts_of(scene: Scene) -> dict[str, str]:
    """Return the markup of all parts of a table but its shell, public and private ones, drawn from nothing."""
    frames.clear()
    _, now = frames.frame(scene.full, scene.viewer, scene.attendance, None)
    contents = {**now.public, **now.private}
    names = [name for name in contents if name != SHELL.name]
    return parts_in(Partials(scene.full.base.version, contents, contents).of(names))


def sent_in(message: str) -> set[str]:
    """Return the names of the parts in a frame: the partials, and what is sent within them."""
    within = {element.id for element in _parsed(message).elements if "data-keep" not in element.attributes}
    return set(parts_in(message)) | {id_.removeprefix("p-") for id_ in within if id_.startswith("p-")}
