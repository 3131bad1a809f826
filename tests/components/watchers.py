"""Browsers of all viewers of a table, with what they have been sent."""

from collections.abc import Callable, Iterable

from accounts.base.choices import HandOrder
from games.components import frames
from games.components.frames import Sent, Viewer
from games.components.parts import Group
from games.engine import DECK
from games.play.snapshot import ChosenCards
from tests.components.dom import Browser, parse
from tests.pages.scenes import Scene

HALF = ChosenCards(4, frozenset(DECK[::2]))
"""Every second card, chosen before the turn in the deal that scenes show."""

VIEWERS = (
    Viewer(0),
    Viewer(1, HandOrder.RISING),
    Viewer(2, HandOrder.BY_SUIT, chosen=HALF),
    Viewer(None, signed_in=False),
)


class Watcher:
    """A browser with its page and what it has been sent, as a socket's consumer keeps that.

    With a `key`, the first frame is only what its page lacks, else the whole table.
    """

    def __init__(self, viewer: Viewer, key: str = "") -> None:
        self.viewer, self.key = viewer, key
        self.sent: Sent | None = None
        self.browser: Browser | None = None

    def get(self, scene: Scene) -> str:
        """Take in the frame of this version, and return it."""
        if self.browser is None:
            self.browser = Browser(frames.page(scene.full, self.viewer, scene.attendance, key=self.key))
            self.sent = frames.take_page(self.key, scene.full.base.version)
        message, self.sent = frames.frame(scene.full, self.viewer, scene.attendance, self.sent)
        self.browser.receive(message)
        return message

    def shows(self) -> str:
        assert self.browser is not None
        return self.browser.page.markup()


def loaded_anew(scene: Scene, viewer: Viewer) -> str:
    """What a page shows, drawn from nothing."""
    frames.clear()
    return parse(frames.page(scene.full, viewer, scene.attendance)).markup()


def check(scenes: Iterable[Scene], gets: Callable[[], bool] = lambda: True) -> None:
    """Check that all viewers' browsers, which get a version if `gets()`, show then what a page loaded anew does.

    At each version one of the browsers is compared, by turns; all of them at the last.
    """
    tables = list(scenes)
    pages = {(at, viewer): loaded_anew(scene, viewer) for at, scene in enumerate(tables) for viewer in by_turns(at)}
    pages |= {(len(tables) - 1, viewer): loaded_anew(tables[-1], viewer) for viewer in VIEWERS}
    frames.clear()
    watchers = audience()
    for at, scene in enumerate(tables):
        for watcher in watchers:
            if gets() or at == len(tables) - 1:
                watcher.get(scene)
                if page := pages.get((at, watcher.viewer)):
                    assert watcher.shows() == page, (watcher.viewer, scene.full.base.version)


def by_turns(number: int) -> tuple[Viewer]:
    return (VIEWERS[number % len(VIEWERS)],)


def audience() -> list[Watcher]:
    return [Watcher(viewer, key=f"page {at}" if at % 2 else "") for at, viewer in enumerate(VIEWERS)]


def is_partial(message: str) -> bool:
    return message.startswith("<hx-partial") or not message


def names_of(groups: Iterable[Group]) -> list[str]:
    """Return the names of the parts in these groups."""
    return [part.name for group in groups for part in group.parts]
