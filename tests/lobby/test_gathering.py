"""Seats before a game begins: sitting down, changing seats, leaving."""

import pytest

from accounts.signing_in.guests import create_guest
from games.chat import services as chat_services
from games.lobby import tables
from games.lobby.tables import TooManyGames
from games.models import Game, Seat
from games.play.errors import NotPossible, StaleGame
from games.play.seats import BOT_NAMES
from games.values import Stage
from tests.lobby.test_lobby import listed
from tests.site_config import set_site_settings
from tests.tables import at_once, begin, gather, host_of, names_at, new_player, snapshot_for, start

pytestmark = pytest.mark.django_db


class TestSeats:
    def test_new_table_has_its_host_in_the_first_seat(self) -> None:
        host = new_player()
        shown = snapshot_for(gather(host))
        assert shown.stage is Stage.OPEN
        assert [seat.name for seat in shown.seats] == [host.username, "", ""]
        assert shown.host == 0

    def test_anyone_can_take_a_free_seat(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host)
        tables.sit(code=code, user=guest, player=2)
        assert names_at(code) == [host.username, "", guest.username]

    def test_player_who_changes_seats_frees_the_old_one(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        tables.sit(code=code, user=guest, player=2)
        tables.sit(code=code, user=host, player=1)
        assert names_at(code) == ["", host.username, guest.username]
        assert host_of(code) == host

    @pytest.mark.parametrize("name", ["Ines", "INES", "lnes"])
    def test_bot_is_renamed_when_a_person_with_a_name_like_its_own_sits_down(self, name: str) -> None:
        host = new_player()
        code = gather(host)
        tables.seat_bot(code=code, host=host, player=1)
        Seat.objects.filter(player=1).update(bot_name="Ines")
        namesake = create_guest(name)
        tables.sit(code=code, user=namesake, player=2)
        names = names_at(code)
        assert names[2] == namesake.username
        assert names[1] in set(BOT_NAMES) - {"Ines"}

    @pytest.mark.parametrize("taken_by_a_bot", [False, True])
    def test_taken_seat_is_refused(self, taken_by_a_bot: bool) -> None:
        host, guest = new_player(), new_player()
        code = gather(host)
        if taken_by_a_bot:
            tables.seat_bot(code=code, host=host, player=1)
        else:
            tables.sit(code=code, user=new_player(), player=1)
        before = snapshot_for(code)
        with pytest.raises(NotPossible):
            tables.sit(code=code, user=guest, player=1)
        assert snapshot_for(code) == before

    def test_player_blocked_by_the_host_cannot_sit_down(self) -> None:
        host, pest, friend = new_player(), new_player(), new_player()
        code = gather(host, pest)
        chat_services.block(code=code, user=host, name=pest.username)
        tables.remove(code=code, host=host, player=1, version=snapshot_for(code).version)
        with pytest.raises(NotPossible):
            tables.sit(code=code, user=pest, player=1)
        tables.sit(code=code, user=friend, player=1)
        assert names_at(code) == [host.username, friend.username, ""]

    def test_seat_is_refused_once_the_game_has_begun(self) -> None:
        host = new_player()
        code = begin(host)
        with pytest.raises(NotPossible):
            tables.sit(code=code, user=new_player(), player=1)

    def test_seat_is_refused_to_a_player_with_too_many_games(self) -> None:
        set_site_settings(most_games=1)
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
    def test_seat_of_a_player_who_leaves_is_free(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        tables.leave(code=code, user=guest)
        assert names_at(code) == [host.username, "", ""]
        assert host_of(code) == host

    def test_another_player_becomes_host_when_the_host_leaves(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        tables.leave(code=code, user=host)
        assert host_of(code) == guest
        assert snapshot_for(code).stage is Stage.OPEN
        start(code, guest)

    def test_table_closes_when_the_last_person_leaves(self) -> None:
        host = new_player()
        code = gather(host, public=True)
        tables.seat_bot(code=code, host=host, player=1)
        tables.leave(code=code, user=host)
        assert snapshot_for(code).stage is Stage.CLOSED
        assert listed() == []

    def test_leaving_is_refused_to_strangers_and_after_the_start(self) -> None:
        host = new_player()
        code = gather(host)
        with pytest.raises(NotPossible):
            tables.leave(code=code, user=new_player())
        start(code, host)
        with pytest.raises(NotPossible):
            tables.leave(code=code, user=host)
        assert names_at(code)[0] == host.username


@pytest.mark.django_db(transaction=True)
def test_one_of_fifty_simultaneous_people_gets_a_seat() -> None:
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
def test_fifty_simultaneous_clicks_give_one_person_one_seat() -> None:
    code, eager = gather(new_player()), new_player()

    def attempt(number: int) -> str:
        try:
            tables.sit(code=code, user=eager, player=1 + number % 2)
        except NotPossible:
            return "refused"
        return "done"

    at_once(50, attempt)
    assert sorted(names_at(code)[1:]) == ["", eager.username]


@pytest.mark.django_db(transaction=True)
def test_player_who_sits_leaves_and_sits_in_two_tabs_while_the_game_starts_has_one_seat_or_none() -> None:
    host, eager = new_player(), new_player()
    code = gather(host, eager, new_player())
    version = Game.objects.get(code=code).version

    def attempt(number: int) -> str:
        try:
            if number == 0:
                start(code, host)
            elif number == 1:
                tables.leave(code=code, user=eager)
            tables.sit(code=code, user=eager, player=1)
        except (NotPossible, StaleGame):
            return "refused"
        return "done"

    at_once(3, attempt)
    game = Game.objects.get(code=code)
    assert game.version > version or game.stage == Stage.OPEN
    assert game.seats.filter(user=eager).count() <= 1
    if game.stage != Stage.OPEN:
        assert all(snapshot_for(code).seats[player].name for player in range(3)), "nobody plays against an empty seat"
