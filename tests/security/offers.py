"""What pages offer to send: the fields of their forms and of their links, by address, with the values on offer."""

from collections import defaultdict
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import TypeAlias
from urllib.parse import parse_qsl, urljoin, urlsplit

Fields: TypeAlias = dict[str, list[str]]
"""The values on offer by the name of their field."""


class Offers(HTMLParser):
    """Gathers the fields of forms (`posted`) and the parameters of forms and links (`asked`) of any number of pages."""

    def __init__(self) -> None:
        super().__init__()
        self.posted: dict[str, Fields] = defaultdict(lambda: defaultdict(list))
        self.asked: dict[str, Fields] = defaultdict(lambda: defaultdict(list))
        self._page, self._fields, self._select = "", Fields(), ""

    def read(self, address: str, html: str) -> None:
        """Add what the page at this address offers."""
        self._page, self._fields = address, {}
        self.feed(html)
        self.close()

    def names(self) -> list[str]:
        """Return the names of all fields, sorted."""
        return sorted({name for fields in (*self.posted.values(), *self.asked.values()) for name in fields if name})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        match tag:
            case "form":
                offers = self.posted if given.get("method", "").lower() == "post" else self.asked
                self._fields = offers[self._path(given.get("action", ""))]
            case "a":
                self._add_link(given.get("href", ""))
            case "select":
                self._select = given.get("name", "")
            case "option":
                self._add(self._select, given.get("value", ""))
            case "input" | "button" | "textarea" if "name" in given:
                self._add(given["name"], given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._fields = {}

    def _add_link(self, href: str) -> None:
        for name, value in parse_qsl(urlsplit(href).query):
            _note(self.asked[self._path(href)].setdefault(name, []), [value])

    def _add(self, name: str, value: str) -> None:
        _note(self._fields.setdefault(name, []), [value])

    def _path(self, href: str) -> str:
        return urlsplit(urljoin(self._page, href)).path


def _note(known: list[str], values: Iterable[str]) -> None:
    known.extend(value for value in values if value not in known)
