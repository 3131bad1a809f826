"""Pages for tests of scripts: from memory, without a server, with a clock that stands still."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page

from games.chat.queries import Chat
from tests.browser.conftest import stop_the_clock
from tests.pages.pages import ORIGIN, forget_what_was_pushed, push, show, table
from tests.pages.scenes import Scene

SMALL_PHONE, PHONE, TALL_PHONE, TABLET, LAPTOP = (320, 568), (360, 640), (390, 844), (600, 960), (1440, 900)
NETWORK = Path(__file__).parent / "network.js"
ANSWER = """async ([number, html, status]) => {
    const isTakenIn = new Promise(resolve => document.addEventListener("htmx:finally:request", resolve, {once: true}));
    requests.at(number).answer(status, html);
    await isTakenIn;
}"""
FORGET = """
    const [{type}] = performance.getEntriesByType("navigation");
    if (type === "navigate" && location.protocol === "http:") sessionStorage.clear();
"""
"""A page that is opened, and not loaded again, is of another table; that one had the same address in another test."""

Fields = dict[str, list[str]]
Size = tuple[int, int]


class Screen:
    """A player's page, which shows one table after another.

    Time passes only by `page.clock.run_for`. What the page sends is listed, and answered only by the test.
    """

    def __init__(self, browser: Browser, size: Size) -> None:
        self.page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        self.errors: list[str] = []
        self._html: dict[str, str] = {}
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        show(self.page, self._html)
        self.page.add_init_script(path=NETWORK)
        self.page.add_init_script(FORGET)
        stop_the_clock(self.page)

    def open(self, scene: Scene, *, chat: Chat | None = None, **preferences: str | bool) -> Page:
        """Load the page of this table, for a player with these preferences."""
        return self.open_page(table(scene, chat=chat, **preferences))  # type: ignore[arg-type]

    def open_page(self, html: str) -> Page:
        self._html["/"] = html
        forget_what_was_pushed(self.page)
        self.page.emulate_media(reduced_motion="reduce")
        self.page.goto(ORIGIN)
        return self.page

    def load_again(self, scene: Scene, *, chat: Chat | None = None) -> None:
        """Load the page of the same table again, which has come so far."""
        self._html["/"] = table(scene, chat=chat)
        self.page.reload()

    def push(self, scene: Scene, notice: str = "") -> None:
        """Show this table as a live update does."""
        push(self.page, scene, notice)

    def connect(self) -> None:
        """Open the page's newest socket."""
        self.page.evaluate("() => sockets.at(-1).opens()")

    def receive(self, message: str) -> None:
        """Let the newest socket receive a message."""
        self.page.evaluate("message => sockets.at(-1).says(message)", message)

    @property
    def sockets(self) -> int:
        """How many sockets the page has made."""
        return int(self.page.evaluate("() => sockets.length"))

    @property
    def moves(self) -> list[str]:
        """What was sent over all sockets."""
        sent: list[str] = self.page.evaluate("() => sockets.flatMap(({sent}) => sent)")
        return sent

    @property
    def posts(self) -> list[tuple[str, Fields]]:
        """The path and the fields of every form posted since the page was loaded."""
        sent = self.page.evaluate("() => requests.map(({method, path, fields}) => [method, path, fields])")
        return [(path, parse_qs(fields)) for method, path, fields in sent if method == "POST"]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """The path and the query of every page asked for since the page was loaded."""
        sent = self.page.evaluate("() => requests.map(({method, path, fields}) => [method, path, fields])")
        return [(path, query) for method, path, query in sent if method == "GET"]

    def answer(self, number: int, html: str, status: int = 200) -> None:
        """Answer the request of this number, and wait until the page has taken it in."""
        self.page.evaluate(ANSWER, [number, html, status])


class Screens:
    """A screen of each size, made when it is first asked for: that takes longer than most tests."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._made: dict[Size, Screen] = {}

    def __call__(self, size: Size) -> Screen:
        if size not in self._made:
            self._made[size] = Screen(self._browser, size)
        return self._made[size]

    def take_errors(self) -> list[str]:
        """Return the errors of scripts since the last call."""
        errors = [error for screen in self._made.values() for error in screen.errors]
        for screen in self._made.values():
            screen.errors.clear()
        return errors

    def close(self) -> None:
        for screen in self._made.values():
            screen.page.close()


@pytest.fixture(scope="session")
def shared_screens(browser: Browser) -> Iterator[Screens]:
    screens = Screens(browser)
    yield screens
    screens.close()


@pytest.fixture
def screens(shared_screens: Screens) -> Iterator[Screens]:
    """Return the screens by size. An error in a script fails the test."""
    yield shared_screens
    assert shared_screens.take_errors() == []


@pytest.fixture
def screen(screens: Screens) -> Screen:
    """Return the screen of a phone."""
    return screens(PHONE)
