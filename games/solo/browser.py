"""What the worker of a browser calls: it holds the page of the game that is played."""

import json
from random import SystemRandom

from django.utils.translation import gettext

from games.engine import Rules
from games.solo import storage
from games.solo.game import SoloGame, new_setup
from games.solo.page import SoloPage
from games.solo.storage import Unreadable

BOT_NAMES = ("Greta", "Blaise")


def begin(stored: str | None) -> "Session":
    """Return the session of a browser, with the game that was stored last. One that this version cannot read gives way
    to a new one.
    """
    try:
        game = storage.load(stored) if stored else new_game()
    except Unreadable:
        game = new_game()
    return Session(SoloPage(game, SystemRandom()))


def new_game() -> SoloGame:
    """Return a game under the rules that the site begins with, against beginners: others need compiled code."""
    return SoloGame(new_setup(Rules(), (gettext("Player"), *BOT_NAMES)))


class Session:
    """The game of a browser. Texts go in and out, so that a script can pass them on."""

    def __init__(self, page: SoloPage) -> None:
        self._page = page

    def table(self) -> str:
        """Return the whole table for a page that has just been opened."""
        return self._page.table()

    def receive(self, message: str) -> str:
        """Do what a form of the page asks for, and return what changes. The message is as for the site's socket."""
        sent = json.loads(message)
        return self._page.receive(sent["move"], sent["form"])

    def seconds_to_step(self) -> float:
        """Return how long it takes until `step` is to be called; -1 if the page waits for its reader."""
        seconds = self._page.seconds_to_step()
        return -1 if seconds is None else seconds

    def step(self) -> str:
        """Go on by itself, and return what changes on the page."""
        return self._page.step()

    def stored(self) -> str:
        """Return the game to store."""
        return storage.dump(self._page.game)

    def code(self) -> str:
        """Return the code of the game."""
        return self._page.game.setup.code

    def records(self) -> str:
        """Return the records of the finished deals of the game, as a list in JSON."""
        return json.dumps(storage.records_of(self._page.game))
