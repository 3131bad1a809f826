"""A visitor over plain HTTP, without a browser: reads the forms of a page and sends one of them."""

import http.client
import random
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

SHOWN, ACCEPTED, ASKS_AGAIN, CONFLICT = 200, 302, 403, 409
"""A plain form post that was taken is answered with the way to the page it changed."""

Fields = tuple[tuple[str, str], ...]


@dataclass
class Form:
    """A form of a page: where it goes, what it sends in any case, and what there is to choose from by field name."""

    action: str
    given: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)


class Forms(HTMLParser):
    """Collects the forms of a page that post."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(given.get("action", ""))
            if given.get("method") == "post":
                self.forms.append(self._open)
        elif self._open and tag in ("input", "button") and given.get("aria-disabled") != "true" and "form" not in given:
            self._add(self._open, tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def _add(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if given.get("type") == "hidden":
            form.given.append((name, value))
        elif given.get("type") in ("radio", "checkbox") or tag == "button":
            form.choices.setdefault(name, []).append(value)


@dataclass(frozen=True)
class Move:
    """A form filled in: `fields` are what it sends, `version` is the table it was found at."""

    action: str
    fields: Fields
    version: int


@dataclass(frozen=True)
class Answer:
    status: int
    html: str
    location: str


class Visitor:
    """One person's cookies, and an address of that person's own so that rate limits are too."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.cookies: dict[str, str] = {}
        self._from = ".".join(str(byte) for byte in random.randbytes(4))

    def at(self, site: str) -> "Visitor":
        """The same person, at another process of the site."""
        twin = Visitor(site)
        twin.cookies, twin._from = self.cookies, self._from
        return twin

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, "")

    def post(self, path: str, fields: Fields) -> Answer:
        return self._ask("POST", path, urlencode(fields))

    def come_in(self, name: str) -> str:
        """Become a guest at a table with two bots; the path of that table."""
        return self.fill_in("/", "/play/", name=name).location

    def open_table(self, **options: str) -> str:
        """Open a table for others; its path."""
        defaults = {"peek": "none", "bidding": "standard", "target": "500", "bag_limit": "10", "patience": "120"}
        defaults |= {"clock": "none", "bot_level": "beginner", "bot_style": "mixed", "bot_pause": "human"}
        defaults |= {"spectators": "on", "name": "A table"}
        chosen = defaults | options
        return self.fill_in("/tables/new/", "/tables/new/", **chosen).location

    def fill_in(self, page: str, action: str, **fields: str) -> Answer:
        """Send the form of `page` that goes to `action`, with these fields. One without a token is sent once more."""
        form = next(form for form in Forms(self.get(page).html).forms if form.action in (action, ""))
        answer = self.post(action, (*form.given, *fields.items()))
        if answer.status == ASKS_AGAIN:
            once_more = next(form for form in Forms(answer.html).forms if form.action == action)
            answer = self.post(action, tuple(once_more.given))
        assert answer.status == ACCEPTED, (action, answer.status)
        return answer

    def move(self, table: str) -> Move | None:
        """What this player may do at the table now: ready, a bid, a card; None if it waits for others."""
        page = self.get(table)
        assert page.status == SHOWN
        html = page.html
        version = re.search(r'data-version="(\d+)"', html)
        assert version, "a table has a version"
        choices = {table + "ready/": "", table + "bid/": "tricks", table + "play/": "card"}
        for form in Forms(html).forms:  # the dummy and the own hand are two forms
            choice = choices.get(form.action)
            if ("ahead", "") in form.given:  # its cards would only be chosen
                continue
            if choice is not None and (offered := form.choices.get(choice)):
                return Move(form.action, (*form.given, *picked(choice, offered)), int(version[1]))
        return None

    def make(self, move: Move) -> int:
        """Send the move; the status it is answered with."""
        return self.post(move.action, move.fields).status

    def _ask(self, method: str, path: str, body: str) -> Answer:
        server = http.client.HTTPConnection(urlsplit(self.site).netloc, timeout=200)
        try:
            server.request(method, path, body, self._headers())
            response = server.getresponse()
            html = response.read().decode()
        finally:
            server.close()
        for cookie in response.headers.get_all("Set-Cookie", ()):
            self.cookies |= {name: crumb.value for name, crumb in SimpleCookie(cookie).items()}
        return Answer(response.status, html, response.headers.get("Location", ""))

    def _headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies, "X-Forwarded-For": self._from}


def picked(name: str, offered: list[str]) -> Fields:
    """A choice of a modest kind: a low bid, the first card."""
    return ((name, offered[min(3, len(offered) - 1)] if name == "tricks" else offered[0]),) if name else ()
