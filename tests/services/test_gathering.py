"""Before a game begins: who may sit where, and who gets up again."""

from __future__ import annotations

import pytest

from accounts.services import create_guest
from games.chat import services as chat_services
from games.lobby import tables
from games.lobby.tables import NotPossible, TooManyGames
from games.play.snapshot import Stage
from tests.services.test_lobby import listed
from tests.site_config import decide
from tests.tables import (
    at_once,
    begin,
    gather,
    host_of,
    look,
    names_at,
    new_player,
    start,
)

pytestmark = pytest.mark.django_db


class TestSeats:
    def test_a_new_table_waits_with_its_host_in_the_first_seat(self) -> None:
        host = new_player()
        shown = look(gather(host))
        assert shown.stage is Stage.OPEN
        assert [seat.name for seat in shown.seats] == [host.username, "", ""]
        assert [seat.is_host for seat in shown.seats] == [True, False, False]

    def test_anyone_takes_a_free_seat(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host)
        tables.sit(code=code, user=guest, player=2)
        assert names_at(code) == [host.username, "", guest.username]

    def test_a_player_changes_seats_and_leaves_the_old_one_free(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        tables.sit(code=code, user=guest, player=2)
        tables.sit(code=code, user=host, player=1)
        assert names_at(code) == ["", host.username, guest.username]
        assert host_of(code) == host

    def test_a_bot_leaves_its_name_to_a_person_who_is_called_so(self) -> None:
        host = new_player()
        code = gather(host)
        tables.seat_bot(code=code, host=host, player=1)
        namesake = create_guest(names_at(code)[1].upper())
        tables.sit(code=code, user=namesake, player=2)
        names = names_at(code)
        assert names[2] == namesake.username
        assert names[1] in set(tables.BOT_NAMES) - {names[2].title()}

    @pytest.mark.parametrize("taken_by_a_bot", [False, True])
    def test_a_taken_seat_is_not_given_away(self, taken_by_a_bot: bool) -> None:
        host, guest = new_player(), new_player()
        code = gather(host)
        if taken_by_a_bot:
            tables.seat_bot(code=code, host=host, player=1)
        else:
            tables.sit(code=code, user=new_player(), player=1)
        before = look(code)
        with pytest.raises(NotPossible):
            tables.sit(code=code, user=guest, player=1)
        assert look(code) == before

    def test_whom_the_host_has_blocked_does_not_come_back_to_the_table(self) -> None:
        host, pest, friend = new_player(), new_player(), new_player()
        code = gather(host, pest)
        chat_services.block(code=code, user=host, name=pest.username)
        tables.remove(code=code, host=host, player=1, version=look(code).version)
        with pytest.raises(NotPossible):
            tables.sit(code=code, user=pest, player=1)
        tables.sit(code=code, user=friend, player=1)
        assert names_at(code) == [host.username, friend.username, ""]

    def test_nobody_sits_down_once_the_game_has_begun(self) -> None:
        host = new_player()
        code = begin(host)
        with pytest.raises(NotPossible):
            tables.sit(code=code, user=new_player(), player=1)

    def test_too_many_unfinished_games_but_a_change_of_seats_is_no_new_game(self) -> None:
        decide(most_games=1)
        busy = new_player()
        mine, other = gather(busy), gather(new_player())
        with pytest.raises(TooManyGames):
            tables.sit(code=other, user=busy, player=1)
        with pytest.raises(TooManyGames):
            gather(busy)
        tables.sit(code=mine, user=busy, player=2)
        assert names_at(mine) == ["", "", busy.username]
        tables.leave(code=mine, user=busy)
        tables.sit(code=other, user=busy, player=1)


class TestLeaving:
    def test_the_seat_is_free_again(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        tables.leave(code=code, user=guest)
        assert names_at(code) == [host.username, "", ""]
        assert host_of(code) == host

    def test_the_host_s_part_passes_to_another_player(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        tables.leave(code=code, user=host)
        assert host_of(code) == guest
        assert look(code).stage is Stage.OPEN
        start(code, guest)

    def test_the_last_person_closes_the_table_even_if_bots_are_left(self) -> None:
        host = new_player()
        code = gather(host, public=True)
        tables.seat_bot(code=code, host=host, player=1)
        tables.leave(code=code, user=host)
        assert look(code).stage is Stage.CLOSED
        assert listed() == []

    def test_only_who_sits_there_can_get_up_and_only_before_the_start(self) -> None:
        host = new_player()
        code = gather(host)
        with pytest.raises(NotPossible):
            tables.leave(code=code, user=new_player())
        start(code, host)
        with pytest.raises(NotPossible):
            tables.leave(code=code, user=host)
        assert names_at(code)[0] == host.username


@pytest.mark.django_db(transaction=True)
def test_of_fifty_people_who_want_one_seat_one_gets_it() -> None:
    code = gather(new_player())
    crowd = [new_player() for _ in range(50)]

    def attempt(number: int) -> str:
        try:
            tables.sit(code=code, user=crowd[number], player=1)
        except NotPossible:
            return "refused"
        return crowd[number].username

    results = at_once(50, attempt)
    assert results.count("refused") == 49
    assert names_at(code)[1] in results


@pytest.mark.django_db(transaction=True)
def test_fifty_clicks_on_a_seat_by_one_person_take_it_once() -> None:
    code, eager = gather(new_player()), new_player()

    def attempt(number: int) -> str:
        try:
            tables.sit(code=code, user=eager, player=1 + number % 2)
        except NotPossible:
            return "refused"
        return "done"

    at_once(50, attempt)
    assert sorted(names_at(code)[1:]) == ["", eager.username]
