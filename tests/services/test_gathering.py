"""Before a game begins: who may sit where, and what the host may do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games import lobby_selectors, presence
from games.engine import PeekRule, Player, Rules
from games.models import Game
from games.services import tables, talk
from games.services.tables import NotPossible, TooManyGames
from games.snapshot import Stage, TableOptions
from games.store import StaleGame
from tests.house import decide
from tests.tables import Time, at_once, begin, gather, here, look, new_player, start

pytestmark = pytest.mark.django_db


def names_at(code: str) -> list[str]:
    return [seat.name for seat in look(code).seats]


def host_of(code: str) -> User:
    return Game.objects.get(code=code).host


def sitting(code: str, player: Player) -> User:
    user = Game.objects.get(code=code).seats.get(player=player).user
    assert user is not None
    return user


def listed() -> list[str]:
    return [table.code for table in lobby_selectors.open_tables()]


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
        talk.block(code=code, user=host, name=pest.username)
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


class TestHost:
    def test_removes_a_person_or_a_bot_but_not_the_own_seat(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        tables.seat_bot(code=code, host=host, player=2)
        for player in (1, 2):
            tables.remove(code=code, host=host, player=player, version=look(code).version)
        assert names_at(code) == [host.username, "", ""]
        with pytest.raises(NotPossible):
            tables.remove(code=code, host=host, player=0, version=look(code).version)

    def test_gives_a_free_seat_to_a_bot(self) -> None:
        host = new_player()
        code = gather(host)
        tables.seat_bot(code=code, host=host, player=2)
        tables.seat_bot(code=code, host=host, player=1)
        assert [seat.is_bot for seat in look(code).seats] == [False, True, True]
        assert len(set(names_at(code))) == 3
        with pytest.raises(NotPossible):
            tables.seat_bot(code=code, host=host, player=1)

    def test_starts_and_bots_fill_the_free_seats(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        start(code, host)
        shown = look(code)
        assert shown.stage is Stage.DRAWING
        assert [seat.is_bot for seat in shown.seats] == [False, False, True]
        with pytest.raises(NotPossible):
            start(code, host)

    def test_changes_the_rules_before_the_start_only(self) -> None:
        host = new_player()
        code = gather(host, new_player())
        rules, options = Rules(peek=PeekRule.FLIP2, target=300, floor=-200), TableOptions(clock="fast", patience=30)
        tables.change_rules(code=code, host=host, rules=rules, name="Other", options=options)
        shown = look(code)
        assert (shown.rules, shown.options, shown.name) == (rules, options, "Other")
        start(code, host)
        with pytest.raises(NotPossible):
            tables.change_rules(code=code, host=host, rules=Rules(), name="Late", options=TableOptions())
        assert look(code).rules == rules

    @pytest.mark.parametrize(
        "order",
        [
            lambda code, user: start(code, user),
            lambda code, user: tables.remove(code=code, host=user, player=0, version=look(code).version),
            lambda code, user: tables.seat_bot(code=code, host=user, player=2),
            lambda code, user: tables.change_rules(
                code=code, host=user, rules=Rules(), name="Mine", options=TableOptions()
            ),
        ],
        ids=["start", "remove", "seat_bot", "change_rules"],
    )
    def test_is_the_only_one_who_may(self, order: Callable[[str, User], None]) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        before = look(code)
        for other in (guest, new_player()):
            with pytest.raises(NotPossible):
                order(code, other)
        assert look(code) == before


class TestAHostWhoIsGone:
    """The table is patient; then whoever is there has the host's part, and keeps it by using it."""

    @pytest.fixture
    def gone(self, time: Time) -> str:
        code = gather(new_player(), new_player(), new_player(), patience=30)
        time.passes(30)
        here(code, [2])
        return code

    def hosts(self, code: str) -> list[bool]:
        return [seat.is_host for seat in look(code).seats]

    def test_whoever_is_there_may_start(self, gone: str) -> None:
        assert self.hosts(gone) == [False, False, True]
        heir = sitting(gone, 2)
        with pytest.raises(NotPossible):
            start(gone, sitting(gone, 1))
        start(gone, heir)
        assert host_of(gone) == heir

    def test_a_host_who_comes_back_before_anybody_needed_one_is_the_host(self, gone: str) -> None:
        here(gone, [0])
        assert self.hosts(gone) == [True, False, False]
        with pytest.raises(NotPossible):
            start(gone, sitting(gone, 2))

    def test_a_host_who_comes_back_later_finds_another(self, gone: str) -> None:
        tables.remove(code=gone, host=sitting(gone, 2), player=1, version=look(gone).version)
        here(gone, [0])
        assert self.hosts(gone) == [False, False, True]

    def test_nobody_is_in_a_hurry(self, time: Time) -> None:
        code = gather(new_player(), new_player(), patience=30)
        time.passes(29)
        here(code, [1])
        assert self.hosts(code) == [True, False, False]

    def test_where_nobody_is_left_the_host_stays_the_host(self, time: Time) -> None:
        code = gather(new_player(), new_player(), patience=30)
        time.passes(10_000)
        assert self.hosts(code) == [True, False, False]

    def test_a_game_that_runs_has_no_use_for_another_host(self, time: Time) -> None:
        code = begin(new_player(), new_player(), patience=30)
        time.passes(30)
        here(code, [1])
        assert self.hosts(code) == [True, False, False]


class TestAsSeen:
    def test_the_host_starts_and_removes_what_was_seen(self) -> None:
        host, late = new_player(), new_player()
        code = gather(host, new_player())
        seen = look(code).version
        tables.sit(code=code, user=late, player=2)
        before = look(code)
        with pytest.raises(StaleGame):
            tables.start(code=code, host=host, version=seen)
        with pytest.raises(StaleGame):
            tables.remove(code=code, host=host, player=2, version=seen)
        assert look(code) == before


class TestLobby:
    def test_a_table_everybody_has_gone_from_is_not_listed(self, time: Time) -> None:
        deserted, alive = gather(new_player(), public=True), gather(new_player(), public=True)
        time.passes(presence.LISTED_FOR)
        here(alive, [0])
        assert listed() == [alive]
        here(deserted, [0])
        assert set(listed()) == {alive, deserted}

    def test_public_tables_are_listed_latest_first_until_they_start(self) -> None:
        host = new_player()
        first, hidden, second = gather(host, public=True), gather(host), gather(host, public=True)
        assert listed() == [second, first]
        start(first, host)
        assert listed() == [second]
        assert hidden not in listed()

    def test_a_table_says_who_sits_there_and_what_is_played(self) -> None:
        host, guest = new_player(), new_player()
        rules = Rules(peek=PeekRule.THREE)
        code = gather(host, guest, rules=rules, public=True, clock="normal")
        (table,) = lobby_selectors.open_tables()
        assert (table.code, table.rules) == (code, rules)
        assert [who.name for who in table.players] == [host.username, guest.username, ""]
        assert table.options.clock == "normal"

    def test_everything_that_changes_the_list_is_announced(self, announced: list[str]) -> None:
        host, guest = new_player(), new_player()
        code = tables.open_table(host=host, rules=Rules(), name="", options=TableOptions(public=True)).code
        steps: list[Callable[[], object]] = [
            lambda: tables.sit(code=code, user=guest, player=1),
            lambda: tables.leave(code=code, user=guest),
            lambda: tables.seat_bot(code=code, host=host, player=1),
            lambda: tables.remove(code=code, host=host, player=1, version=look(code).version),
            lambda: tables.change_rules(code=code, host=host, rules=Rules(), name="", options=TableOptions()),
            lambda: tables.change_rules(
                code=code, host=host, rules=Rules(), name="", options=TableOptions(public=True)
            ),
            lambda: start(code, host),
        ]
        assert announced, "opening"
        for number, step in enumerate(steps):
            announced.clear()
            step()
            assert announced, f"step {number}"

    def test_a_private_table_announces_nothing(self, announced: list[str]) -> None:
        host = new_player()
        code = gather(host, new_player())
        start(code, host)
        assert not announced


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for every time the lobby's list was said to have changed."""
    said: list[str] = []
    monkeypatch.setattr("games.live.lobby_changed_on_commit", lambda: said.append("changed"))
    return said


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


@pytest.mark.django_db(transaction=True)
def test_fifty_starts_start_once() -> None:
    host = new_player()
    code = gather(host)

    def attempt(_: int) -> str:
        try:
            start(code, host)
        except NotPossible:
            return "refused"
        return "done"

    assert at_once(50, attempt) == ["done"] + ["refused"] * 49
