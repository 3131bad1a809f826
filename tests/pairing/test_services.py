"""The queue of those who look for players, and the tables that are found."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.personal_data import deletion
from games.engine import BiddingStyle, PeekRule
from games.lobby import queries as lobby_queries, tables
from games.lobby.tables import TooManyGames
from games.models import Block, Game, PairingRequest, RulesPreset, options_of, rules_of
from games.pairing import opened_tables, queries, services
from games.pairing.matching import Wishes
from games.play.errors import NotPossible
from games.values import Clock, Stage
from tests.pairing.queue import FOUND, WAITING, dealt, looking, paired, states
from tests.site_config import set_site_settings
from tests.tables import Time, at_once, finish_deals, here, new_player, open_table, snapshot_for

pytestmark = pytest.mark.django_db


class TestPairing:
    def test_three_who_look_for_players_get_one_table(self) -> None:
        game, users = paired()
        assert [seat.user for seat in game.seats.order_by("player")] == users
        assert (game.stage, states(users)) == (Stage.OPEN, [FOUND] * 3)

    def test_two_go_on_waiting(self) -> None:
        users = looking(2)
        opened_tables.serve()
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
        opened_tables.serve()
        assert states([first, second, third]) == [WAITING] * 3
        fourth, fifth = looking(2)
        opened_tables.serve()
        assert states([first, second, third, fourth, fifth]) == [FOUND, FOUND, WAITING, FOUND, WAITING]

    def test_suspended_player_is_not_paired_and_leaves_the_queue(self) -> None:
        users = looking()
        users[0].suspended_until = timezone.now() + timedelta(days=1)
        users[0].save()
        opened_tables.serve()
        assert states(users) == ["", WAITING, WAITING]

    def test_player_at_too_many_tables_is_neither_accepted_nor_paired(self) -> None:
        users = looking()
        open_table(users[0])
        set_site_settings(most_games=1)
        opened_tables.serve()
        assert states(users) == ["", WAITING, WAITING]
        with pytest.raises(TooManyGames):
            services.find(user=users[0], wishes=Wishes())

    def test_game_with_bots_meanwhile_ends_without_result_and_does_not_count(self) -> None:
        users = looking(2)
        set_site_settings(most_games=1)
        meanwhile = services.play_meanwhile(user=users[0])
        assert services.play_meanwhile(user=users[0]) == meanwhile, "one at a time"
        finish_deals(dealt(meanwhile.code))
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
        assert snapshot_for(game.code).host is None
        for refused in (
            lambda: tables.start(code=game.code, host=users[0], version=snapshot_for(game.code).version),
            lambda: tables.remove(code=game.code, host=users[0], player=1, version=snapshot_for(game.code).version),
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
        opened_tables.serve()
        assert states(users) == [WAITING, "", WAITING]

    def test_closed_browser_leaves_the_queue_by_itself(self, time: Time) -> None:
        users = looking()
        time.passes(queries.WAITING_GONE_AFTER - 1)
        for user in users[1:]:
            assert services.sign_of_life(user)
        time.passes(2)
        opened_tables.serve()
        assert states(users) == ["", WAITING, WAITING]
        assert not services.sign_of_life(users[0])

    def test_restart_of_the_site_leaves_browsers_the_time_to_come_back(
        self, time: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        users = looking()
        time.passes(600)
        monkeypatch.setattr(opened_tables, "_STARTED", time.now)
        opened_tables.serve()
        assert states(users) == [WAITING] * 3, "nobody is removed, nor paired before their browsers are back"
        for user in users:
            services.sign_of_life(user)
        opened_tables.serve()
        assert states(users) == [FOUND] * 3

    def test_deleted_account_leaves_the_queue(self) -> None:
        users = looking()
        deletion.delete_account(users[0])
        opened_tables.serve()
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


@pytest.mark.django_db(transaction=True)
def test_simultaneous_clicks_are_one_request_and_simultaneous_tickers_open_one_table() -> None:
    users = [new_player() for _ in range(6)]

    def click(number: int) -> str:
        services.find(user=users[number % 6], wishes=Wishes())
        opened_tables.serve()
        return ""

    at_once(24, click)
    opened_tables.serve()
    assert states(users) == [FOUND] * 6
    assert Game.objects.count() == 2
    assert PairingRequest.objects.count() == 6
