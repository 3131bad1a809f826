"""Players who look at the last deal: the next one waits for them, a minute for each and no longer."""

import random

import pytest

from games.models import Game
from games.play import holds, loading, pauses, ticker
from games.values import Clock, PauseReason, Stage
from tests.downtimes import Tickers
from tests.play.player_clocks import due_in
from tests.tables import Time, begin, finish_deals, new_player, ready, snapshot_for, three_people

pytestmark = pytest.mark.django_db

SHEET, MINUTE = 15.0, 60.0


@pytest.fixture
def code(time: Time) -> str:  # noqa: ARG001  # which stands still
    """Return the code of a table of three people whose first deal has just ended."""
    code = three_people()
    finish_deals(code)
    return code


@pytest.fixture
def tickers(time: Time, monkeypatch: pytest.MonkeyPatch) -> Tickers:
    return Tickers(time, monkeypatch)


def look(code: str, player: int, number: int = 1) -> None:
    holds.begin(loading.game_by_code(code), player, number)


def come_back(code: str, player: int) -> None:
    holds.end(loading.game_by_code(code), player)


def held_by(code: str) -> set[int]:
    return set(snapshot_for(code).held_by)


def has_begun(code: str) -> bool:
    ticker.serve_due()
    return Game.objects.get(code=code).stage == Stage.DEAL


def test_next_deal_waits_a_minute_for_who_looks(code: str, time: Time) -> None:
    time.passes(10)
    look(code, 1)
    assert (held_by(code), due_in(code)) == ({1}, MINUTE)
    time.passes(MINUTE - 1)
    assert not has_begun(code)
    time.passes(1)
    assert has_begun(code)
    assert held_by(code) == set()


def test_who_is_back_soon_holds_nothing(code: str, time: Time) -> None:
    look(code, 1)
    time.passes(5)
    come_back(code, 1)
    assert (held_by(code), due_in(code)) == (set(), SHEET - 5)
    come_back(code, 1)  # twice is once
    assert due_in(code) == SHEET - 5


def test_next_deal_begins_once_the_last_who_looked_is_back(code: str, time: Time) -> None:
    look(code, 1)
    time.passes(10)
    look(code, 2)
    assert (held_by(code), due_in(code)) == ({1, 2}, MINUTE)
    time.passes(20)
    come_back(code, 2)
    assert (held_by(code), due_in(code)) == ({1}, MINUTE - 30)
    come_back(code, 1)
    assert has_begun(code)


def test_all_looks_at_a_deal_share_one_minute(code: str, time: Time) -> None:
    look(code, 1)
    time.passes(14)
    come_back(code, 1)
    look(code, 1)
    look(code, 1)  # another page of the same look
    assert due_in(code) == MINUTE - 14
    time.passes(MINUTE - 14)
    assert has_begun(code)


def test_next_deal_begins_when_all_are_ready_and_who_is_ready_holds_nothing(code: str, time: Time) -> None:
    version = snapshot_for(code).version
    look(code, 1)
    time.passes(20)
    ready(code, 0, version)
    ready(code, 2, version)
    assert (held_by(code), due_in(code)) == ({1}, MINUTE - 20)
    look(code, 0)
    assert held_by(code) == {1}
    ready(code, 1, version)
    assert snapshot_for(code).stage is Stage.DEAL


def test_who_presses_the_button_looks_no_longer(code: str) -> None:
    look(code, 1)
    ready(code, 1, snapshot_for(code).version)
    assert (held_by(code), due_in(code)) == (set(), SHEET)


def test_each_deal_has_its_own_minute(code: str, time: Time) -> None:
    look(code, 1)
    time.passes(MINUTE)
    assert has_begun(code)
    finish_deals(code)
    look(code, 1, number=1)
    assert held_by(code) == set()
    look(code, 1, number=2)
    assert due_in(code) == MINUTE


def test_nobody_holds_a_deal_that_is_played_or_a_game_by_turns(code: str, time: Time) -> None:
    by_turns = three_people(clock=Clock.ONE_DAY)
    finish_deals(by_turns)
    due = due_in(by_turns)
    look(by_turns, 0)
    assert (held_by(by_turns), due_in(by_turns)) == (set(), due)
    time.passes(SHEET)
    assert has_begun(code)
    version = snapshot_for(code).version
    look(code, 0)
    assert snapshot_for(code).version == version


def test_alone_with_bots_too(time: Time) -> None:
    code = begin(new_player())
    finish_deals(code)
    time.passes(40)
    look(code, 0)
    assert due_in(code) == MINUTE


def test_pause_ends_by_what_ends_it_whoever_looks(code: str, time: Time) -> None:
    look(code, 1)
    pauses.pause(code=code, player=0, reason=PauseReason.DOOR)
    time.passes(MINUTE + 30)
    assert not has_begun(code)
    come_back(code, 1)
    look(code, 2)
    assert due_in(code) == pauses.OWN_LASTS.total_seconds() - MINUTE - 30
    pauses.come_back(code=code, player=0)
    assert due_in(code) == SHEET


def test_downtime_uses_nothing_of_the_minute(code: str, tickers: Tickers) -> None:
    tickers.served(0)
    look(code, 1)
    tickers.served(20)
    tickers.are_down(300)
    tickers.look()
    assert not has_begun(code)
    assert (held_by(code), due_in(code)) == ({1}, MINUTE - 20)
    tickers.served(MINUTE - 20)
    assert has_begun(code)


def test_look_under_a_clock_that_was_ahead_begins_anew(code: str, tickers: Tickers) -> None:
    tickers.look()
    tickers.clock_is_set(3600)
    tickers.look()  # which deals
    finish_deals(code)
    look(code, 1, number=2)
    tickers.serve(8, every=1)
    tickers.clock_is_set(-3600)
    tickers.look()
    assert (held_by(code), due_in(code)) == ({1}, MINUTE)
    come_back(code, 1)
    assert has_begun(code)


@pytest.mark.parametrize("seed", range(6))
def test_nobody_holds_it_for_more_than_a_minute_whatever_they_press(code: str, time: Time, seed: int) -> None:
    """However often and in whichever order players look, come back and press the button, the deal begins when nobody
    looks any more: at the latest as many minutes after the score sheet's time as players have looked."""
    rng, lookers = random.Random(seed), set[int]()
    patient = rng.sample(range(3), rng.randint(1, 3))
    passed, version = 0.0, snapshot_for(code).version
    while not has_begun(code):
        player = rng.choice(patient)
        match rng.choice(["look", "look", "back", "ready"] if seed % 2 else ["look", "back"]):
            case "look":
                look(code, player)
                lookers.add(player)
            case "back":
                come_back(code, player)
            case _ if len(patient) > 1:
                ready(code, player, version)
        assert passed <= SHEET + MINUTE * len(lookers)
        step = rng.choice([0.1, 1.0, 7.0, 20.0])
        passed += step
        time.passes(step)
