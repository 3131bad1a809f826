"""A line in the list of games without a connection."""

from random import Random

import pytest
from django.utils import translation

from games.engine import BiddingStyle, PeekRule, Rules, read_log, replay, score
from games.solo.browser import GameSession
from games.solo.summaries import summary
from tests.solo.playing import new_page, play_on, send


def test_line_says_rules_bots_points_and_how_far_it_went() -> None:
    page = new_page(Rules(PeekRule.THREE, BiddingStyle.SUICIDE))
    list(play_on(page, Random(1), deals=2))
    line = summary(page.game)
    assert line["rules"] == "Three Peeky · Suicide · to 500 · Beginner"
    shown = [str(points).replace("-", "−") for points in page.game.standing.points]
    assert line["points"] == " · ".join(f"{n} {p}" for n, p in zip(("You", "Greta", "Blaise"), shown, strict=True))
    assert line["result"] == "not finished"


def test_records_of_the_line_are_its_finished_deals() -> None:
    page = new_page()
    list(play_on(page, Random(2), deals=2))
    records = summary(page.game)["records"]
    scores = [score(replay(read_log(record.encode()))) for record in records]
    assert scores == [line.scores for line in page.game.finished]


@pytest.mark.parametrize(("language", "end"), [("en", "given up"), ("es", "abandonada")])
def test_game_that_was_given_up_is_called_so(language: str, end: str) -> None:
    page = new_page()
    send(page, "end")
    with translation.override(language):
        assert summary(page.game)["result"] == end


def test_line_says_who_has_won() -> None:
    page = new_page(Rules(target=100))
    list(play_on(page, Random(1)))
    assert "by" in summary(page.game)["result"]


def test_browser_gets_the_line_once_for_each_change() -> None:
    page = new_page()
    session = GameSession(page)
    assert not session.summary()
    list(play_on(page, Random(1), deals=1))
    assert session.summary()
    send(page, "ready")
    assert not session.summary()
    send(page, "end")
    assert session.summary()
