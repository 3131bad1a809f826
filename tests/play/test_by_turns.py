"""Games by turns: days for a move, nobody is away, forced cards, and the lists that put them first."""

import pytest

from accounts.models import User
from accounts.preferences import services as preferences
from games.engine import legal_cards
from games.lobby import queries as lobby_queries, tables
from games.models import Game
from games.play import bot_timing, presence, proposals, ticker
from games.play.errors import NotPossible
from games.play.snapshot import Snapshot
from games.values import Author, Proposal, Stage
from tests.clients import ClientFor
from tests.play.player_clocks import authors, clock_of, due_in, to_act
from tests.play.proposing import move_once, propose, still_to_agree
from tests.tables import (
    Time,
    act,
    begin,
    deal,
    gather,
    my_turn,
    new_player,
    people_to_act,
    play_on,
    scored,
    serve,
    snapshot_for,
    state_of,
    three_people,
    user_at,
)

pytestmark = pytest.mark.django_db

DAY = 24 * 60 * 60


class TestClock:
    @pytest.mark.parametrize(("clock", "days"), [("1day", 1), ("3days", 3), ("7days", 7)])
    def test_bot_makes_the_move_when_the_days_are_over_and_not_before(self, time: Time, clock: str, days: int) -> None:
        code = three_people(clock=clock)
        late = to_act(code)
        time.passes(days * DAY - 60)
        assert ticker.serve_due() == 0
        time.passes(62)
        ticker.serve_due()
        assert authors(code)[-1] == Author.CLOCK
        assert snapshot_for(code).last_by_clock == late

    def test_time_that_ran_out_while_the_site_was_out_of_reach_is_followed_by_half_a_day(self, time: Time) -> None:
        code = three_people(clock="3days")
        late = to_act(code)
        time.passes(3 * DAY + 60 * 60)
        ticker.serve_due()
        assert (to_act(code), snapshot_for(code).last_by_clock, snapshot_for(code).overdue) == (late, None, frozenset())
        assert due_in(code) == pytest.approx(DAY / 2, abs=2)
        time.passes(DAY / 2 - 60)
        assert ticker.serve_due() == 0
        time.passes(62)
        ticker.serve_due()
        assert snapshot_for(code).overdue == {late}

    def test_each_move_has_all_its_time(self, time: Time) -> None:
        code = three_people(clock="3days")
        first = to_act(code)
        time.passes(2 * DAY)
        assert clock_of(code, first) == (DAY, 0, True)
        act(code)
        assert clock_of(code, first) == (3 * DAY, 0, False)
        assert clock_of(code, to_act(code)).move == 3 * DAY


class TestAbsence:
    def test_bot_is_called_only_after_the_time_was_up(self, time: Time) -> None:
        code = three_people(clock="1day")
        late = to_act(code)
        time.passes(DAY - 60)
        assert (
            presence.attendance(code, presence.patience(Game.objects.get(code=code), Stage.DEAL)).away_too_long == set()
        )
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=late)
        time.passes(120)
        ticker.serve_due()
        assert snapshot_for(code).overdue == {late}
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=to_act(code))
        proposals.call_bot(code=code, player=late)
        assert snapshot_for(code).seats[late].stand_in

    def test_own_move_makes_up_for_a_time_out(self, time: Time) -> None:
        code = three_people(clock="1day")
        late = to_act(code)
        time.passes(DAY + 2)
        ticker.serve_due()
        play_on(code, lambda table: table.view is not None and len(table.view.bids) == 3)
        play_on(code, lambda table: late not in table.overdue)
        assert snapshot_for(code).overdue == frozenset()

    def test_open_table_waits_for_days_and_stays_in_the_lobby(self, time: Time) -> None:
        code, other = gather(new_player(), public=True, clock="1day"), gather(new_player(), public=True)
        for _ in range(13 * 4):
            time.passes(DAY / 4)
            serve(code)
            serve(other)
        assert [table.code for table in lobby_queries.open_tables()] == [code]
        assert Game.objects.get(code=other).stage == Stage.CLOSED
        time.passes(DAY)
        serve(code)
        assert Game.objects.get(code=code).stage == Stage.CLOSED

    def test_who_is_there_may_start_for_a_host_who_is_not(self, time: Time) -> None:
        host, friend = new_player(), new_player()
        code = gather(host, friend, clock="3days")
        time.passes(DAY)
        presence.sign_of_life(code, 1)
        tables.start(code=code, host=friend, version=Game.objects.get(code=code).version)
        assert Game.objects.get(code=code).stage == Stage.DRAWING

    def test_absent_players_are_asked_and_have_a_day_to_answer(self, time: Time) -> None:
        code = three_people(clock="3days")
        mover = move_once(code)
        time.passes(DAY)
        propose(code, mover, Proposal.TAKE_BACK)
        assert len(still_to_agree(code)) == 2
        time.passes(DAY - 60)
        serve(code)
        assert snapshot_for(code).proposal is not None
        time.passes(120)
        serve(code)
        assert snapshot_for(code).proposal is None
        assert snapshot_for(code).refused is not None


class TestBetweenDeals:
    def test_next_deal_waits_for_nobody_and_the_last_is_shown(self, time: Time, client_for: ClientFor) -> None:
        code = three_people(clock="1day")
        play_on(code, scored)
        assert due_in(code) == bot_timing.SHEET_SHOWN_BY_TURNS
        time.passes(bot_timing.SHEET_SHOWN_BY_TURNS)
        serve(code)
        shown = snapshot_for(code)
        assert shown.stage == Stage.DEAL
        first = people_to_act(shown)[0]
        client = client_for(user_at(code, first))
        assert "Deal 1 is over:" in client.get(f"/tables/{code}/").text
        act(code)
        assert "Deal 1 is over:" not in client.get(f"/tables/{code}/").text

    def test_deal_begins_at_once_when_all_are_ready(self) -> None:
        code = three_people(clock="1day")
        play_on(code, scored)
        assert deal(code).stage == Stage.DEAL


class TestForcedCard:
    @staticmethod
    def forced(clock: str, *, wanted: bool = True) -> str:
        """Return a game with the turn at a person who has only one legal card, and not the last one."""
        code = three_people(clock=clock)
        for user in User.objects.filter(seats__game__code=code):
            preferences.save_settings(user, autoplays_forced=wanted)

        def has_no_choice(_table: Snapshot) -> bool:
            state = state_of(code)
            return len(legal_cards(state)) == 1 and len(state.tricks) < bot_timing.TRICKS_BEFORE_LAST

        play_on(code, has_no_choice)
        return code

    def test_card_is_played_within_half_an_hour_as_the_player_s_own(self, time: Time) -> None:
        code = self.forced("1day")
        [card] = legal_cards(state_of(code))
        least, most = bot_timing.FORCED_AFTER
        assert least <= due_in(code) <= most
        time.passes(least - 1)
        assert ticker.serve_due() == 0
        time.passes(most)
        ticker.serve_due()
        assert authors(code)[-1] == Author.PLAYER
        state = state_of(code)
        assert card in [played.card for played in (state.trick or state.tricks[-1].cards)]

    def test_time_does_not_change_when_it_is_worked_out_again(self, time: Time) -> None:
        code = self.forced("1day")
        before = Game.objects.get(code=code).due_at
        time.passes(5)
        proposals.propose(code=code, player=(to_act(code) + 1) % 3, kind=Proposal.END)
        assert due_in(code) > bot_timing.FORCED_AFTER[1], "a move would end the proposal"
        proposals.answer(code=code, player=to_act(code), version=snapshot_for(code).version, agree=False)
        assert Game.objects.get(code=code).due_at == before

    def test_switch_takes_effect_during_the_turn(self) -> None:
        code = self.forced("1day", wanted=False)
        user, others_game = user_at(code, to_act(code)), self.forced("1day", wanted=False)
        preferences.save_settings(user, autoplays_forced=True)
        least, most = bot_timing.FORCED_AFTER
        assert least <= due_in(code) <= most
        preferences.save_settings(user, autoplays_forced=False)
        assert due_in(code) == pytest.approx(DAY, abs=2)
        assert due_in(others_game) == pytest.approx(DAY, abs=2)

    def test_table_is_left_alone_when_nothing_is_switched(self) -> None:
        code = self.forced("1day")
        version = snapshot_for(code).version
        preferences.save_settings(user_at(code, to_act(code)), autoplays_forced=True, sounds=True)
        assert snapshot_for(code).version == version

    def test_without_the_switch_and_with_other_clocks_no_card_is_played(self) -> None:
        assert due_in(self.forced("1day", wanted=False)) == pytest.approx(DAY, abs=2)
        assert Game.objects.get(code=self.forced("none")).due_at is None


class TestLists:
    def test_games_that_wait_for_the_player_come_first_with_the_time_left(
        self, time: Time, client_for: ClientFor
    ) -> None:
        alex, ben = new_player(), new_player()
        slow, fast = begin(alex, ben, clock="7days"), begin(alex, ben, clock="3days")
        idle = begin(ben, alex, clock="1day")
        for code in (slow, fast, idle):
            play_on(code, my_turn)  # the host's
        lines = lobby_queries.running_games(alex)
        assert [line.code for line in lines] == [fast, slow, idle]
        assert [line.deadline is None for line in lines] == [False, False, True]
        time.passes(1.5 * DAY)
        for page in ("/",):
            text = client_for(alex).get(page).text
            assert text.index("1 d 12 h") < text.index("5 d 12 h") < text.index(f"/tables/{idle}/")

    def test_slow_clock_shows_days_and_hours(self, time: Time, client_for: ClientFor) -> None:
        code = three_people(clock="3days")
        time.passes(10 * 60 * 60)
        text = client_for(user_at(code, to_act(code))).get(f"/tables/{code}/").text
        assert "2 d 14 h" in text
        assert "data-reserve=" not in text
