"""Games without a database as text: stored at any moment, they go on where they were."""

import json
from random import Random

import pytest

from games.engine import PeekRule, Rules
from games.solo import storage
from games.solo.page import SoloPage
from games.values import Stage
from tests.solo.playing import new_page, play_on, send


def test_stored_game_is_the_same_after_every_step() -> None:
    page = new_page(Rules(PeekRule.THREE, target=100))
    for _ in play_on(page, Random(1)):
        loaded = storage.load(storage.dump(page.game))
        assert loaded == page.game


def test_page_of_a_loaded_game_shows_what_the_last_one_showed() -> None:
    page = new_page(Rules(PeekRule.FLIP2, target=100))
    for _ in play_on(page, Random(2)):
        if page.game.stage is Stage.DEAL:
            again = SoloPage(storage.load(storage.dump(page.game)), Random(1))
            assert again.table() == page.table()


def test_move_taken_back_stays_taken_back() -> None:
    page = new_page()
    for _ in play_on(page, Random(3)):
        if page.game.may_take_back == 0:
            send(page, "propose", kind="back")
            break
    loaded = storage.load(storage.dump(page.game))
    assert loaded.log[-1].taken_back
    assert loaded == page.game


def test_game_given_up_stays_closed() -> None:
    page = new_page()
    send(page, "end")
    assert storage.load(storage.dump(page.game)).stage is Stage.CLOSED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "{}",
        '{"format":"dummy-hand-spades-solo/2"}',
        '{"format":"dummy-hand-spades-solo/1","setup":{}}',
    ],
)
def test_text_that_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(storage.Unreadable):
        storage.load(text)


def test_events_of_no_deal_are_refused() -> None:
    page = new_page()
    page.step()
    stored = json.loads(storage.dump(page.game))
    for broken in ([[1, {"kind": "Danced"}, "player", False]], [[1, None, "player", False]], [[1]]):
        with pytest.raises(storage.Unreadable):
            storage.load(json.dumps(stored | {"deals": [broken]}))


def test_records_are_those_of_finished_deals_only() -> None:
    page = new_page(Rules(target=100))
    page.step()
    assert storage.records_of(page.game) == []
    list(play_on(page, Random(4)))
    assert len(storage.records_of(page.game)) == len(page.game.deals)
