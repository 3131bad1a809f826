"""A player's time is up: a bot moves instead, once, and the table says so."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.engine import Claim, IllegalAction, PeekRule, Rules
from games.models import Author
from games.play import due, turns
from games.play.event_log import StaleGame
from tests.services.asking import may_take_back
from tests.services.stopwatch import LAG, NORMAL_MOVE, TIME_IS_UP, authors, reading, to_act
from tests.services.test_clocks_while_asked import play_to_a_lead
from tests.tables import (
    Time,
    act,
    at_once,
    begin,
    look,
    new_player,
    people_to_act,
    play_on,
    scored,
    sensible,
    serve,
    three_people,
)

pytestmark = pytest.mark.django_db


class TestTimeIsUp:
    def test_a_bot_makes_the_move_and_the_table_says_so(self, time: Time) -> None:
        code = three_people(clock="normal")
        late = to_act(code)
        assert look(code).last_by_clock is None
        time.passes(TIME_IS_UP)
        assert due.serve_due() == 1
        shown = look(code)
        assert shown.last_by_clock == late
        assert [bid.player for bid in shown.view.bids] == [late]  # type: ignore[union-attr]
        assert authors(code)[-1] == Author.CLOCK
        act(code)
        assert look(code).last_by_clock is None

    def test_a_card_of_the_dummy_s_was_the_declarer_s_to_play(self, time: Time) -> None:
        code = three_people(clock="normal")
        shown = play_on(code, lambda table: table.view is not None and table.view.to_play == 3)
        assert shown.view is not None
        time.passes(TIME_IS_UP)
        due.serve_due()
        assert look(code).last_by_clock == shown.view.declarer

    def test_of_a_peek_the_table_says_whose_it_was_and_no_more(self, time: Time) -> None:
        code = three_people(Rules(peek=PeekRule.THREE), clock="normal")
        late = to_act(code)
        time.passes(TIME_IS_UP)
        assert due.serve_due() == 1
        shown = look(code, None)
        assert (shown.last_by_clock, shown.view.looked, shown.view.places) == (late, {late}, ())  # type: ignore[union-attr]
        assert may_take_back(code) == []

    def test_of_an_answer_to_a_claim_the_table_says_so_too(self, time: Time) -> None:
        code = three_people(clock="normal")
        claimer = play_to_a_lead(code)
        turns.take_turn(code=code, action=Claim(claimer), version=look(code).version)
        late = to_act(code)
        time.passes(TIME_IS_UP)
        assert due.serve_due() == 1
        assert look(code).last_by_clock == late
        assert may_take_back(code) == []

    def test_the_reserve_is_gone_and_only_the_time_for_a_move_is_left(self, time: Time) -> None:
        code = three_people(clock="normal")
        late = to_act(code)
        time.passes(TIME_IS_UP)
        due.serve_due()
        assert reading(code, late).reserve == 0
        play_on(code, lambda table: people_to_act(table) == [late])
        time.passes(NORMAL_MOVE + LAG)
        assert due.serve_due() == 1
        assert look(code).last_by_clock == late

    def test_a_server_that_starts_again_knows_the_time(self, time: Time) -> None:
        code = three_people(clock="normal")
        time.passes(50)
        before = reading(code, to_act(code))
        cache.clear()
        assert reading(code, to_act(code)) == before
        time.passes(TIME_IS_UP - 50)
        assert due.serve_due() == 1

    def test_whole_deals_are_played_by_the_clock_alone(self, time: Time) -> None:
        code = three_people(Rules(peek=PeekRule.THREE), clock="fast")
        while not scored(look(code)):
            time.passes(60)
            assert due.serve_due() == 1
        assert set(authors(code)[1:]) == {Author.CLOCK}

    def test_a_game_that_was_put_off_does_not_hurry_whoever_it_waits_for_by_now(
        self, time: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One process fails while another has already served the game."""
        code = begin(new_player())
        play_on(code, lambda table: people_to_act(table) == [0])
        due.postpone(code)
        time.passes(120)
        before = look(code)
        due.serve_due()
        assert look(code) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("peek", [PeekRule.NONE, PeekRule.THREE])
def test_a_move_races_with_the_clock_and_one_of_them_happens(time: Time, peek: PeekRule) -> None:
    code = three_people(Rules(peek=peek), clock="fast")
    while len(people_to_act(look(code))) > 1:
        act(code)
    before = look(code)
    action = sensible(code, to_act(code))
    time.passes(TIME_IS_UP)

    def attempt(number: int) -> str:
        if number % 2:
            serve(code)
            return "served"
        try:
            turns.take_turn(code=code, action=action, version=before.version)
        except (StaleGame, IllegalAction):  # a second peek is no stale one: peeks come in any order
            return "late"
        return "moved"

    results = at_once(50, attempt)
    assert look(code).version == before.version + 1
    assert authors(code)[-1] == (Author.PLAYER if "moved" in results else Author.CLOCK)
    assert results.count("moved") <= 1
