"""A table that is found: who comes, who misses it, and when it is an ordinary one."""

from datetime import timedelta

import pytest

from games.lobby import tables
from games.models import Game, PairingRequest
from games.pairing import opened_tables, queries, services
from games.pairing.matching import Wishes
from games.pairing.services import HasToPause
from games.play import proposals
from games.play.errors import NotPossible
from games.values import Stage
from tests.pairing.queue import FOUND, MISSED, PLAYED, WAITING, begun, dealt, looking, paired, states
from tests.tables import Time, close_table, finish_deals, here, new_player, snapshot_for

pytestmark = pytest.mark.django_db


class TestFoundTable:
    def test_game_begins_once_all_three_have_come_and_given_their_seeds(self) -> None:
        game, users = paired()
        here(game.code, [0, 1])
        opened_tables.serve()
        assert snapshot_for(game.code).stage is Stage.OPEN
        here(game.code)
        game.seats.update(seed="abc")
        opened_tables.serve()
        assert snapshot_for(game.code).stage is Stage.DRAWING
        assert Game.objects.get(code=game.code).public
        assert {seat.seed for seat in game.seats.all()} == {"abc"}
        assert states(users) == [FOUND] * 3

    def test_browsers_without_scripts_give_no_seed_and_the_game_begins_soon(self, time: Time) -> None:
        game, _ = paired()
        time.passes(opened_tables.SEEDS_WITHIN.total_seconds())
        here(game.code)
        opened_tables.serve()
        assert snapshot_for(game.code).stage is Stage.DRAWING

    def test_who_does_not_come_has_to_pause_and_the_others_are_first_in_the_queue(self, time: Time) -> None:
        game, users = paired()
        time.passes(5)
        late = looking(1)
        time.passes(opened_tables.COMES_WITHIN.total_seconds() - 5)
        here(game.code, [0, 2])
        services.sign_of_life(late[0])
        opened_tables.serve()
        assert snapshot_for(game.code).stage is Stage.CLOSED
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
        time.passes(opened_tables.COMES_WITHIN.total_seconds())
        opened_tables.serve()
        assert snapshot_for(game.code).stage is Stage.CLOSED
        services.find(user=users[0], wishes=Wishes())
        assert states(users) == [WAITING, PLAYED, PLAYED]

    def test_who_leaves_before_the_game_has_missed_it_and_the_others_wait_though_not_there_yet(self) -> None:
        game, users = paired()
        tables.leave(code=game.code, user=users[0])
        opened_tables.serve()
        assert snapshot_for(game.code).stage is Stage.CLOSED
        assert states(users) == [MISSED, WAITING, WAITING]

    @pytest.mark.parametrize("is_dealt", [False, True])
    def test_who_leaves_in_the_draw_or_the_first_deal_has_missed_the_table(self, is_dealt: bool) -> None:
        game, users = begun()
        if is_dealt:
            dealt(game.code)
        proposals.give_up(code=game.code, player=1)
        opened_tables.serve()
        assert snapshot_for(game.code).stage is Stage.CLOSED
        assert not game.rating_changes.exists()
        assert states(users) == [WAITING, MISSED, WAITING]

    def test_table_is_an_ordinary_one_after_its_first_deal(self) -> None:
        game, users = begun()
        finish_deals(dealt(game.code))
        opened_tables.serve()
        assert states(users) == [PLAYED] * 3
        proposals.give_up(code=game.code, player=1)
        opened_tables.serve()
        assert snapshot_for(game.code).stage is Stage.SCORED
        services.find(user=users[1], wishes=Wishes())

    def test_game_ended_by_all_is_nobody_s_fault(self) -> None:
        game, users = begun()
        close_table(game.code)
        opened_tables.serve()
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
        opened_tables.serve()
        assert not PairingRequest.objects.exists()

    def test_seat_left_at_a_found_table_cannot_be_taken(self) -> None:
        game, users = paired()
        tables.leave(code=game.code, user=users[0])
        with pytest.raises(NotPossible):
            tables.sit(code=game.code, user=new_player(), player=0)
