"""Plays games of all kinds, so that every module is imported that a browser may need."""

from pathlib import Path
from random import Random

from games import bots
from games.bots import Level
from games.engine import BiddingStyle, PeekRule, Rules, view_for
from games.lessons import LESSONS
from games.play.moves import Ready
from games.solo import browser, compiled, storage, texts
from games.solo.choices import BOT_NAMES
from games.solo.game import YOU, SoloGame, new_setup
from games.solo.page import SoloPage


def play_everything(folder: str) -> None:
    """Play deals with each way to peek and to bid, and games to their end, in each language, by the texts and
    addresses in a folder.

    `texts.set_up` has been called before this module was imported.
    """
    levels = [Level.BEGINNER, *([Level.CLUB, Level.EXPERT] if compiled.install(Path(folder)) else [])]
    for language in texts.languages_in(folder):
        texts.set_up(folder, language)
        for rules in (*map(Rules, PeekRule), *(Rules(bidding=style) for style in BiddingStyle)):
            _play(rules, deals=1)
        _play(Rules(target=100), deals=20)
        for level in levels:
            _play(Rules(PeekRule.THREE), deals=1, level=level)
        _begin_lessons(folder)
    session = browser.begin(folder, browser.begin(folder, asked="peek=three").stored())
    assert isinstance(session, browser.GameSession)
    for text in (session.table(), session.step(), session.receive('{"move": "play", "form": "card=SA"}')):
        assert text
    assert session.stored()


def _begin_lessons(folder: str) -> None:
    for lesson in LESSONS:
        session = browser.begin(folder, asked=f"lesson={lesson.code}")
        assert session.table()
        assert session.receive('{"move": "bid", "form": "version=0&tricks=5"}')


def _play(rules: Rules, deals: int, level: Level = Level.BEGINNER) -> None:
    rng = Random(1)
    page = SoloPage(SoloGame(new_setup(rules, ("Ana", *BOT_NAMES), level)), rng)
    page.table()
    while page.seconds_to_step() is not None or not page.game.stage.has_ended:
        if page.seconds_to_step() is not None:
            page.step()
            continue
        if page.game.stage.waits_for_deal and len(page.game.finished) >= deals:
            return
        state = page.game.state
        assert state is not None, "a deal is under way"
        is_scored = page.game.stage.waits_for_deal
        page.game.move(Ready(YOU) if is_scored else bots.choose(view_for(state, YOU), rng), page.game.version)
        page.table()
    storage.load(storage.dump(page.game))
    storage.records_of(page.game)
    page.receive("rematch", "")
