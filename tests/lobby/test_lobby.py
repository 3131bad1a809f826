"""The lobby's list of open tables."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.engine import PeekRule, Rules
from games.lobby import queries as lobby_queries, tables
from games.models import Seat
from games.play import presence
from games.values import TableOptions
from tests.tables import Time, begin, gather, here, my_turn, new_player, play_on, snapshot_for, start

pytestmark = pytest.mark.django_db


def listed() -> list[str]:
    return [table.code for table in lobby_queries.open_tables()]


class TestLobby:
    def test_abandoned_table_is_not_listed(self, time: Time) -> None:
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

    def test_moves_do_not_change_the_order_of_own_games(self) -> None:
        """The list is updated live: a game about to be clicked must stay in its place."""
        player = new_player()
        codes = [begin(player), begin(player), gather(player)]
        for code in codes[:2]:
            play_on(code, my_turn)
            assert [line.code for line in lobby_queries.running_games(player)] == codes[::-1]
            assert any(line.your_turn for line in lobby_queries.running_games(player))

    def test_game_whose_seat_is_freed_during_the_read_is_left_out(self) -> None:
        host, guest = new_player(), new_player()
        gather(host, guest)
        reads: list[str] = []

        def free_before_the_second(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            reads.append(sql)
            if len(reads) == 2:  # after the games, before their seats
                free = f"UPDATE {Seat._meta.db_table} SET user_id = NULL WHERE user_id = %s"
                execute(free, [guest.pk], False, context)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(free_before_the_second):
            assert lobby_queries.running_games(guest) == []

    def test_number_of_listed_tables_is_limited_also_per_host(self, monkeypatch: pytest.MonkeyPatch) -> None:
        other, eager = new_player(), new_player()
        first = gather(other, public=True)
        latest = [gather(eager, public=True) for _ in range(4)][:-3:-1]
        assert listed() == [*latest, first]
        monkeypatch.setattr(lobby_queries, "MOST_LISTED", 1)
        assert listed() == latest[:1]

    def test_listed_table_shows_its_players_and_rules(self) -> None:
        host, guest = new_player(), new_player()
        rules = Rules(peek=PeekRule.THREE)
        code = gather(host, guest, rules=rules, public=True, clock="normal")
        (table,) = lobby_queries.open_tables()
        assert (table.code, table.rules) == (code, rules)
        assert [who.name for who in table.players] == [host.username, guest.username, ""]
        assert table.options.clock == "normal"

    def test_every_change_of_the_list_is_announced(self, lobby_changes: list[str]) -> None:
        host, guest = new_player(), new_player()
        code = tables.open_table(host=host, rules=Rules(), name="", options=TableOptions(public=True)).code
        steps: list[Callable[[], object]] = [
            lambda: tables.sit(code=code, user=guest, player=1),
            lambda: tables.leave(code=code, user=guest),
            lambda: tables.seat_bot(code=code, host=host, player=1),
            lambda: tables.remove(code=code, host=host, player=1, version=snapshot_for(code).version),
            lambda: tables.change_rules(code=code, host=host, rules=Rules(), name="", options=TableOptions()),
            lambda: tables.change_rules(
                code=code, host=host, rules=Rules(), name="", options=TableOptions(public=True)
            ),
            lambda: start(code, host),
        ]
        assert lobby_changes, "opening"
        for number, step in enumerate(steps):
            lobby_changes.clear()
            step()
            assert lobby_changes, f"step {number}"

    def test_change_of_a_private_table_is_not_announced(self, lobby_changes: list[str]) -> None:
        host = new_player()
        code = gather(host, new_player())
        start(code, host)
        assert not lobby_changes
