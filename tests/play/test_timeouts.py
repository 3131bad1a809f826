"""Time-outs: a bot makes one move for a player whose time is up, and the table shows it."""

from unittest.mock import Mock

import pytest
from django.core.cache import cache

from games import bots
from games.engine import Claim, IllegalAction, PeekRule, Rules
from games.play import queue, ticker
from games.play.errors import StaleGame
from games.values import Author
from tests.play.player_clocks import (
    LAG,
    NORMAL_MOVE,
    NORMAL_RESERVE,
    TIME_IS_UP,
    ClockReading,
    authors,
    clock_of,
    due_in,
    to_act,
)
from tests.play.proposing import may_take_back
from tests.play.test_clocks_and_proposals import play_to_a_lead
from tests.tables import (
    Time,
    act,
    at_once,
    begin,
    new_player,
    people_to_act,
    play_on,
    scored,
    sensible,
    serve,
    snapshot_for,
    three_people,
)

pytestmark = pytest.mark.django_db


class TestTimeOut:
    def test_bot_makes_the_move_and_the_table_shows_whose_it_was(self, time: Time) -> None:
        code = three_people(clock="normal")
        late = to_act(code)
        assert snapshot_for(code).last_by_clock is None
        time.passes(TIME_IS_UP)
        assert ticker.serve_due() == 1
        shown = snapshot_for(code)
        assert shown.last_by_clock == late
        assert [bid.player for bid in shown.view.bids] == [late]  # type: ignore[union-attr]
        assert authors(code)[-1] == Author.CLOCK
        act(code)
        assert (snapshot_for(code).last_by_clock, snapshot_for(code).late) == (None, {late})
        play_on(code, lambda table: late not in table.late)
        assert snapshot_for(code).late == frozenset()

    def test_dummy_s_card_played_by_the_clock_counts_as_the_declarer_s(self, time: Time) -> None:
        code = three_people(clock="normal")
        shown = play_on(code, lambda table: table.view is not None and table.view.to_play == 3)
        assert shown.view is not None
        time.passes(TIME_IS_UP)
        ticker.serve_due()
        assert snapshot_for(code).last_by_clock == shown.view.declarer

    def test_player_is_not_waited_for_if_the_bot_fails(self, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
        code = three_people(clock="normal")
        late = to_act(code)
        monkeypatch.setattr(bots, "choose", Mock(side_effect=RuntimeError("no idea")))
        time.passes(TIME_IS_UP)
        ticker.serve_due()
        assert snapshot_for(code).last_by_clock == late

    def test_peek_by_the_clock_is_shown_without_its_places(self, time: Time) -> None:
        code = three_people(Rules(peek=PeekRule.THREE), clock="normal")
        late = to_act(code)
        time.passes(TIME_IS_UP)
        assert ticker.serve_due() == 1
        shown = snapshot_for(code, None)
        assert (shown.last_by_clock, shown.view.looked, shown.view.places) == (late, {late}, ())  # type: ignore[union-attr]
        assert may_take_back(code) == []

    def test_answer_to_a_claim_by_the_clock_is_shown(self, time: Time) -> None:
        code = three_people(clock="normal")
        claimer = play_to_a_lead(code)
        queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
        late = to_act(code)
        time.passes(TIME_IS_UP)
        assert ticker.serve_due() == 1
        assert snapshot_for(code).last_by_clock == late
        assert may_take_back(code) == []

    def test_reserve_is_empty_after_a_timeout(self, time: Time) -> None:
        code = three_people(clock="normal")
        late = to_act(code)
        time.passes(TIME_IS_UP)
        ticker.serve_due()
        assert clock_of(code, late).reserve == 0
        play_on(code, lambda table: people_to_act(table) == [late])
        time.passes(NORMAL_MOVE + LAG)
        assert ticker.serve_due() == 1
        assert snapshot_for(code).last_by_clock == late

    def test_clock_survives_a_restart(self, time: Time) -> None:
        code = three_people(clock="normal")
        time.passes(50)
        before = clock_of(code, to_act(code))
        cache.clear()
        assert clock_of(code, to_act(code)) == before
        time.passes(TIME_IS_UP - 50)
        assert ticker.serve_due() == 1

    def test_time_that_ran_out_while_no_ticker_ran_begins_again(self, time: Time) -> None:
        code = three_people(clock="normal")
        late = to_act(code)
        time.passes(TIME_IS_UP + 60)
        assert ticker.serve_due() == 1
        shown = snapshot_for(code)
        assert (to_act(code), shown.last_by_clock) == (late, None)
        assert clock_of(code, late) == ClockReading(NORMAL_MOVE, NORMAL_RESERVE, running=True)
        assert ticker.serve_due() == 0
        time.passes(TIME_IS_UP)
        assert ticker.serve_due() == 1
        assert snapshot_for(code).last_by_clock == late

    def test_clock_plays_a_whole_deal(self, time: Time) -> None:
        code = three_people(Rules(peek=PeekRule.THREE), clock="fast")
        while not scored(snapshot_for(code)):
            time.passes(due_in(code))
            assert ticker.serve_due() == 1
        assert set(authors(code)[1:]) == {Author.CLOCK}

    def test_postponed_game_does_not_time_out_the_player_it_waits_for_now(self, time: Time) -> None:
        """One process fails in a game that another process has already served."""
        code = begin(new_player())
        play_on(code, lambda table: people_to_act(table) == [0])
        ticker.postpone(code, time())
        time.passes(120)
        before = snapshot_for(code)
        ticker.serve_due()
        assert snapshot_for(code) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("peek", [PeekRule.NONE, PeekRule.THREE])
def test_only_one_of_a_move_and_a_racing_timeout_happens(time: Time, peek: PeekRule) -> None:
    code = three_people(Rules(peek=peek), clock="fast")
    while len(people_to_act(snapshot_for(code))) > 1:
        act(code)
    before = snapshot_for(code)
    action = sensible(code, to_act(code))
    time.passes(due_in(code))

    def attempt(number: int) -> str:
        if number % 2:
            serve(code)
            return "served"
        try:
            queue.take_turn(code=code, action=action, version=before.version)
        except (StaleGame, IllegalAction):  # a second peek is no stale one: peeks come in any order
            return "late"
        return "moved"

    results = at_once(50, attempt)
    assert snapshot_for(code).version == before.version + 1
    assert authors(code)[-1] == (Author.PLAYER if "moved" in results else Author.CLOCK)
    assert results.count("moved") <= 1
