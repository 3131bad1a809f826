"""What the worker of a browser calls: it holds the page of the game that is played."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from urllib.parse import parse_qsl

from games.bots import Level
from games.lessons import LESSONS, Lesson
from games.solo import compiled, storage
from games.solo.choices import chosen
from games.solo.game import SoloGame
from games.solo.lesson_page import LessonPage
from games.solo.page import SoloPage
from games.solo.storage import Unreadable
from games.solo.summaries import summary


def begin(folder: str, stored: str | None = None, asked: str | None = None) -> "Session":
    """Return the session of a browser with the files in a folder: with the lesson or the new game that it has asked
    for, as the query of an address, or with the game that was stored last. One that this version cannot read gives way
    to a new one.
    """
    if lesson := _lesson_in(asked or ""):
        return Session(LessonPage(lesson))
    with_experts = compiled.install(Path(folder))
    game = None
    with suppress(ValueError):
        game = SoloGame(chosen(asked, with_experts=with_experts)) if asked else None
    with suppress(Unreadable):
        game = game or (storage.load(stored) if stored else None)
    if game is None:
        game = SoloGame(chosen("", with_experts=with_experts))
    if not with_experts:
        game.setup = replace(game.setup, level=Level.BEGINNER)
    return GameSession(SoloPage(game, SystemRandom()))


def _lesson_in(asked: str) -> Lesson | None:
    code = dict(parse_qsl(asked)).get("lesson")
    return next((lesson for lesson in LESSONS if lesson.code == code), None)


class Session:
    """The lesson of a browser, which waits for its reader, and of which nothing is stored. Texts go in and out, so that
    a script can pass them on.
    """

    def __init__(self, page: LessonPage | SoloPage) -> None:
        self._page = page

    def table(self) -> str:
        """Return the whole table for a page that has just been opened."""
        return self._page.table()

    def receive(self, message: str) -> str:
        """Do what a form of the page asks for, and return what changes. The message is as for the site's socket."""
        sent = json.loads(message)
        return self._page.receive(sent["move"], sent["form"])

    def prepare(self) -> None:
        """Load what is needed later, and takes longer than a move."""

    def seconds_to_step(self) -> float:
        """Return how long it takes until `step` is to be called; -1 if the page waits for its reader."""
        return -1

    def stored(self) -> str:
        """Return the game to store; "" if there is none."""
        return ""


class GameSession(Session):
    """The game of a browser, which goes on by itself and is stored."""

    def __init__(self, page: SoloPage) -> None:
        super().__init__(page)
        self._of_game = page
        self._listed: tuple[str, int, bool] | None = None

    def prepare(self) -> None:
        """Load what bots choose by."""
        self._of_game.game.prepare()

    def seconds_to_step(self) -> float:
        seconds = self._of_game.seconds_to_step()
        return -1 if seconds is None else seconds

    def step(self) -> str:
        """Go on by itself, and return what changes on the page."""
        return self._of_game.step()

    def stored(self) -> str:
        return storage.dump(self._of_game.game)

    def code(self) -> str:
        """Return the code of the game."""
        return self._of_game.game.setup.code

    def summary(self) -> str:
        """Return what a list of games says of this one, with the records of its deals, in JSON; "" if that is what it
        was the last time, or before there are any.
        """
        game = self._of_game.game
        state = (game.setup.code, len(game.finished), game.stage.has_ended)
        if not game.finished or state == self._listed:
            return ""
        self._listed = state
        return json.dumps(summary(game))
