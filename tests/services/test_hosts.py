"""What the host of a table may do before its game begins, and who may where the host is gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.engine import PeekRule, Player, Rules
from games.lobby import tables
from games.lobby.tables import NotPossible
from games.models import Game
from games.play.event_log import StaleGame
from games.play.snapshot import Stage, TableOptions
from tests.tables import Time, at_once, begin, gather, here, host_of, look, names_at, new_player, start

pytestmark = pytest.mark.django_db


def sitting(code: str, player: Player) -> User:
    user = Game.objects.get(code=code).seats.get(player=player).user
    assert user is not None
    return user


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
