"""Before a game begins: who may sit where, and what the host may do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games import selectors
from games.engine import PeekRule, Rules
from games.models import Game
from games.services import tables
from games.services.tables import NotPossible, TooManyGames
from games.snapshot import Stage, TableOptions
from tests.tables import at_once, begin, gather, look, new_player

pytestmark = pytest.mark.django_db


def names_at(code: str) -> list[str]:
    return [seat.name for seat in look(code).seats]


def host_of(code: str) -> User:
    return Game.objects.get(code=code).host


def listed() -> list[str]:
    return [table.code for table in selectors.open_tables()]


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

    def test_nobody_sits_down_once_the_game_has_begun(self) -> None:
        host = new_player()
        code = begin(host)
        with pytest.raises(NotPossible):
            tables.sit(code=code, user=new_player(), player=1)

    def test_too_many_unfinished_games_but_a_change_of_seats_is_no_new_game(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tables, "MAX_RUNNING_GAMES", 1)
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
        tables.start(code=code, host=guest)

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
        tables.start(code=code, host=host)
        with pytest.raises(NotPossible):
            tables.leave(code=code, user=host)
        assert names_at(code)[0] == host.username


class TestHost:
    def test_removes_a_person_or_a_bot_but_not_the_own_seat(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        tables.seat_bot(code=code, host=host, player=2)
        for player in (1, 2):
            tables.remove(code=code, host=host, player=player)
        assert names_at(code) == [host.username, "", ""]
        with pytest.raises(NotPossible):
            tables.remove(code=code, host=host, player=0)

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
        tables.start(code=code, host=host)
        shown = look(code)
        assert shown.stage is Stage.DRAWING
        assert [seat.is_bot for seat in shown.seats] == [False, False, True]
        with pytest.raises(NotPossible):
            tables.start(code=code, host=host)

    def test_changes_the_rules_before_the_start_only(self) -> None:
        host = new_player()
        code = gather(host, new_player())
        rules, options = Rules(peek=PeekRule.FLIP2, target=300, floor=-200), TableOptions(clock="fast", patience=30)
        tables.change_rules(code=code, host=host, rules=rules, name="Other", options=options)
        shown = look(code)
        assert (shown.rules, shown.options, shown.name) == (rules, options, "Other")
        tables.start(code=code, host=host)
        with pytest.raises(NotPossible):
            tables.change_rules(code=code, host=host, rules=Rules(), name="Late", options=TableOptions())
        assert look(code).rules == rules

    @pytest.mark.parametrize(
        "order",
        [
            lambda code, user: tables.start(code=code, host=user),
            lambda code, user: tables.remove(code=code, host=user, player=0),
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


class TestLobby:
    def test_public_tables_are_listed_latest_first_until_they_start(self) -> None:
        host = new_player()
        first, hidden, second = gather(host, public=True), gather(host), gather(host, public=True)
        assert listed() == [second, first]
        tables.start(code=first, host=host)
        assert listed() == [second]
        assert hidden not in listed()

    def test_a_table_says_who_sits_there_and_what_is_played(self) -> None:
        host, guest = new_player(), new_player()
        rules = Rules(peek=PeekRule.THREE)
        code = gather(host, guest, rules=rules, public=True, clock="normal")
        (table,) = selectors.open_tables()
        assert (table.code, table.players, table.rules) == (code, (host.username, guest.username, ""), rules)
        assert table.options.clock == "normal"

    def test_everything_that_changes_the_list_is_announced(self, announced: list[str]) -> None:
        host, guest = new_player(), new_player()
        code = tables.open_table(host=host, rules=Rules(), name="", options=TableOptions(public=True)).code
        steps: list[Callable[[], object]] = [
            lambda: tables.sit(code=code, user=guest, player=1),
            lambda: tables.leave(code=code, user=guest),
            lambda: tables.seat_bot(code=code, host=host, player=1),
            lambda: tables.remove(code=code, host=host, player=1),
            lambda: tables.change_rules(code=code, host=host, rules=Rules(), name="", options=TableOptions()),
            lambda: tables.change_rules(
                code=code, host=host, rules=Rules(), name="", options=TableOptions(public=True)
            ),
            lambda: tables.start(code=code, host=host),
        ]
        assert announced, "opening"
        for number, step in enumerate(steps):
            announced.clear()
            step()
            assert announced, f"step {number}"

    def test_a_private_table_announces_nothing(self, announced: list[str]) -> None:
        host = new_player()
        code = gather(host, new_player())
        tables.start(code=code, host=host)
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
            tables.start(code=code, host=host)
        except NotPossible:
            return "refused"
        return "done"

    assert at_once(50, attempt) == ["done"] + ["refused"] * 49
