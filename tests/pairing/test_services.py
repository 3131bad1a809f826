"""The queue of those who look for players, and the tables that are found."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import account_deletion
from games.engine import BiddingStyle, PeekRule
from games.lobby import queries as lobby_queries, tables
from games.lobby.tables import TooManyGames
from games.models import Block, Clock, Game, PairingRequest, RulesPreset, Stage, options_of, rules_of
from games.pairing import found, queries, services
from games.pairing.matching import Wishes
from games.pairing.services import HasToPause
from games.play import proposals
from games.play.errors import NotPossible
from tests.pairing.queue import FOUND, MISSED, PLAYED, WAITING, begun, looking, paired, states
from tests.site_config import set_site_settings
from tests.tables import (
    Time,
    at_once,
    close_table,
    finish_deals,
    here,
    look,
    new_player,
    open_table,
    serve as serve_table,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site_runs_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "_STARTED", timezone.now() - timedelta(hours=1))


class TestPairing:
    def test_three_who_look_for_players_get_one_table(self) -> None:
        game, users = paired()
        assert [seat.user for seat in game.seats.order_by("player")] == users
        assert (game.stage, states(users)) == (Stage.OPEN, [FOUND] * 3)

    def test_two_go_on_waiting(self) -> None:
        users = looking(2)
        found.serve()
        assert states(users) == [WAITING] * 2
        assert not Game.objects.exists()

    def test_any_rules_are_the_usual_game_with_a_clock(self) -> None:
        game, _ = paired()
        usual = RulesPreset.objects.first()
        assert usual is not None
        assert usual.clock == Clock.NONE
        assert (rules_of(game), options_of(game).clock) == (rules_of(usual), Clock.NORMAL)

    def test_wishes_of_one_are_the_rules_of_all(self) -> None:
        looking(2)
        game, _ = paired(1, Wishes(bidding="mirror", peek="flip2", target=300, clock="fast"))
        rules = rules_of(game)
        assert (rules.bidding, rules.peek, rules.target) == (BiddingStyle.MIRROR, PeekRule.FLIP2, 300)
        assert game.clock == Clock.FAST

    def test_nobody_is_paired_with_whom_they_block_or_who_blocks_them(self) -> None:
        first, second, third = looking()
        Block.objects.create(user=third, blocked=first)
        found.serve()
        assert states([first, second, third]) == [WAITING] * 3
        fourth, fifth = looking(2)
        found.serve()
        assert states([first, second, third, fourth, fifth]) == [FOUND, FOUND, WAITING, FOUND, WAITING]

    def test_suspended_player_is_not_paired_and_leaves_the_queue(self) -> None:
        users = looking()
        users[0].suspended_until = timezone.now() + timedelta(days=1)
        users[0].save()
        found.serve()
        assert states(users) == ["", WAITING, WAITING]

    def test_player_at_too_many_tables_is_neither_accepted_nor_paired(self) -> None:
        users = looking()
        open_table(users[0])
        set_site_settings(most_games=1)
        found.serve()
        assert states(users) == ["", WAITING, WAITING]
        with pytest.raises(TooManyGames):
            services.find(user=users[0], wishes=Wishes())

    def test_game_with_bots_meanwhile_ends_without_result_and_does_not_count(self) -> None:
        users = looking(2)
        set_site_settings(most_games=1)
        meanwhile = services.play_meanwhile(user=users[0])
        assert services.play_meanwhile(user=users[0]) == meanwhile, "one at a time"
        finish_deals(_dealt(meanwhile.code))
        paired(1)
        meanwhile.refresh_from_db()
        assert meanwhile.stage == Stage.CLOSED
        assert not meanwhile.rating_changes.exists()
        assert states(users) == [FOUND] * 2

    def test_who_does_not_wait_has_no_game_meanwhile(self) -> None:
        with pytest.raises(NotPossible):
            services.play_meanwhile(user=new_player())
        assert not Game.objects.exists()

    def test_table_of_strangers_has_no_host(self) -> None:
        game, users = paired()
        here(game.code)
        assert look(game.code).host is None
        for refused in (
            lambda: tables.start(code=game.code, host=users[0], version=look(game.code).version),
            lambda: tables.remove(code=game.code, host=users[0], player=1, version=look(game.code).version),
        ):
            with pytest.raises(NotPossible):
                refused()
        assert states(users) == [FOUND] * 3

    def test_table_is_not_listed_as_waiting_for_players(self) -> None:
        paired()
        assert lobby_queries.open_tables() == []


class TestQueue:
    def test_second_click_keeps_the_place_and_changes_the_wishes(self, time: Time) -> None:
        first, second = looking(2)
        time.passes(3)
        services.find(user=first, wishes=Wishes(target=300))
        assert [request.user for request in queries.waiting()] == [first, second]
        assert [request.target for request in queries.waiting()] == [300, None]

    def test_who_stops_waiting_is_not_paired(self) -> None:
        users = looking()
        services.leave(user=users[1])
        found.serve()
        assert states(users) == [WAITING, "", WAITING]

    def test_closed_browser_leaves_the_queue_by_itself(self, time: Time) -> None:
        users = looking()
        time.passes(queries.GONE_AFTER - 1)
        for user in users[1:]:
            assert services.sign_of_life(user)
        time.passes(2)
        found.serve()
        assert states(users) == ["", WAITING, WAITING]
        assert not services.sign_of_life(users[0])

    def test_restart_of_the_site_leaves_browsers_the_time_to_come_back(
        self, time: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        users = looking()
        time.passes(600)
        monkeypatch.setattr(found, "_STARTED", time.now)
        found.serve()
        assert states(users) == [WAITING] * 3, "nobody is removed, nor paired before their browsers are back"
        for user in users:
            services.sign_of_life(user)
        found.serve()
        assert states(users) == [FOUND] * 3

    def test_deleted_account_leaves_the_queue(self) -> None:
        users = looking()
        account_deletion.delete_account(users[0])
        found.serve()
        assert states(users[1:]) == [WAITING, WAITING]
        assert PairingRequest.objects.count() == 2

    def test_estimate_is_the_median_of_the_last_hour_and_none_without_enough(self, time: Time) -> None:
        assert queries.usual_wait() is None
        looking(1)
        time.passes(10)
        looking(1)
        time.passes(4)
        for request in queries.waiting():
            services.sign_of_life(request.user)
        paired(1)
        assert queries.usual_wait() == 4
        time.passes(3601)
        assert queries.usual_wait() is None


class TestFoundTable:
    def test_game_begins_once_all_three_have_come_and_given_their_seeds(self) -> None:
        game, users = paired()
        here(game.code, [0, 1])
        found.serve()
        assert look(game.code).stage is Stage.OPEN
        here(game.code)
        game.seats.update(seed="abc")
        found.serve()
        assert look(game.code).stage is Stage.DRAWING
        assert Game.objects.get(code=game.code).public
        assert {seat.seed for seat in game.seats.all()} == {"abc"}
        assert states(users) == [FOUND] * 3

    def test_browsers_without_scripts_give_no_seed_and_the_game_begins_soon(self, time: Time) -> None:
        game, _ = paired()
        time.passes(found.SEEDS_WITHIN.total_seconds())
        here(game.code)
        found.serve()
        assert look(game.code).stage is Stage.DRAWING

    def test_who_does_not_come_has_to_pause_and_the_others_are_first_in_the_queue(self, time: Time) -> None:
        game, users = paired()
        time.passes(5)
        late = looking(1)
        time.passes(found.COMES_WITHIN.total_seconds() - 5)
        here(game.code, [0, 2])
        services.sign_of_life(late[0])
        found.serve()
        assert look(game.code).stage is Stage.CLOSED
        assert states([*users, *late]) == [FOUND, MISSED, FOUND, FOUND], "the next table is found at once"
        assert [seat.user for seat in Game.objects.latest("pk").seats.order_by("player")] == [
            users[0],
            users[2],
            late[0],
        ]
        with pytest.raises(HasToPause):
            services.find(user=users[1], wishes=Wishes())

    def test_nobody_has_missed_a_table_to_which_none_could_come(self, time: Time) -> None:
        game, users = paired()
        time.passes(found.COMES_WITHIN.total_seconds())
        found.serve()
        assert look(game.code).stage is Stage.CLOSED
        services.find(user=users[0], wishes=Wishes())
        assert states(users) == [WAITING, PLAYED, PLAYED]

    def test_who_leaves_before_the_game_has_missed_it_and_the_others_wait_though_not_there_yet(self) -> None:
        game, users = paired()
        tables.leave(code=game.code, user=users[0])
        found.serve()
        assert look(game.code).stage is Stage.CLOSED
        assert states(users) == [MISSED, WAITING, WAITING]

    @pytest.mark.parametrize("is_dealt", [False, True])
    def test_who_leaves_in_the_draw_or_the_first_deal_has_missed_the_table(self, is_dealt: bool) -> None:
        game, users = begun()
        if is_dealt:
            _dealt(game.code)
        proposals.give_up(code=game.code, player=1)
        found.serve()
        assert look(game.code).stage is Stage.CLOSED
        assert not game.rating_changes.exists()
        assert states(users) == [WAITING, MISSED, WAITING]

    def test_table_is_an_ordinary_one_after_its_first_deal(self) -> None:
        game, users = begun()
        finish_deals(_dealt(game.code))
        found.serve()
        assert states(users) == [PLAYED] * 3
        proposals.give_up(code=game.code, player=1)
        found.serve()
        assert look(game.code).stage is Stage.SCORED
        services.find(user=users[1], wishes=Wishes())

    def test_game_ended_by_all_is_nobody_s_fault(self) -> None:
        game, users = begun()
        close_table(game.code)
        found.serve()
        assert states(users) == [PLAYED] * 3

    def test_pause_grows_with_each_missed_table_of_a_day(self, time: Time) -> None:
        user = new_player()
        for minutes in (1, 5, 15, 15):
            now = time.now
            PairingRequest.objects.create(user=user, state=MISSED, since=now, seen_at=now, ended_at=now)
            with pytest.raises(HasToPause) as refusal:
                services.find(user=user, wishes=Wishes())
            assert refusal.value.until - time.now == timedelta(minutes=minutes)
            time.passes(60 * minutes)
            assert queries.paused_until(user) is None
        time.passes(24 * 60 * 60)
        found.serve()
        assert not PairingRequest.objects.exists()

    def test_seat_left_at_a_found_table_cannot_be_taken(self) -> None:
        game, users = paired()
        tables.leave(code=game.code, user=users[0])
        with pytest.raises(NotPossible):
            tables.sit(code=game.code, user=new_player(), player=0)


@pytest.mark.django_db(transaction=True)
def test_simultaneous_clicks_are_one_request_and_simultaneous_tickers_open_one_table() -> None:
    users = [new_player() for _ in range(6)]

    def click(number: int) -> str:
        services.find(user=users[number % 6], wishes=Wishes())
        found.serve()
        return ""

    at_once(24, click)
    found.serve()
    assert states(users) == [FOUND] * 6
    assert Game.objects.count() == 2
    assert PairingRequest.objects.count() == 6


def _dealt(code: str) -> str:
    """Let the draw end; return the code."""
    Game.objects.filter(code=code).update(due_at=timezone.now())
    serve_table(code)
    assert look(code).stage is Stage.DEAL
    return code
