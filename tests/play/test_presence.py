"""Presence: who is at the table, and when absent players may be replaced."""

import re
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from redis.exceptions import TimeoutError as TooSlow

from games.components import frames
from games.components.context import TableContext, is_away
from games.components.frames import Viewer
from games.engine import PLAYERS, Player
from games.lobby import tables
from games.models import Game
from games.play import loading, presence, proposals, queries as table_queries
from games.play.attendance import Attendance
from games.play.errors import NotPossible
from tests.tables import Time, begin, close_table, gather, here, new_player, snapshot_for, start, three_people

pytestmark = pytest.mark.django_db

PATIENCE = 30


def table_without_player_2(time: Time) -> str:
    """Return a running game of three whose player 2 has been away longer than the table's patience."""
    code = three_people(patience=PATIENCE)
    time.passes(PATIENCE)
    here(code, (0, 1))
    return code


def attendance(code: str) -> Attendance:
    return presence.attendance(code, Game.objects.get(code=code).patience)


def present(code: str) -> list[Player]:
    """Return the players who are at the table now."""
    return sorted(attendance(code).here)


def shown_as_away(code: str) -> list[Player]:
    """Return the players whose seats are marked as away."""
    context = TableContext(snapshot_for(code), attendance(code))
    return [player for player in PLAYERS if is_away(context, player)]


def replaceable(code: str, viewer: Player = 0) -> list[Player]:
    """Return the players whom `viewer` may replace by a bot; the page offers it for one of them at a time."""
    shown, now = table_queries.full_snapshot_of(loading.game_by_code(code)), attendance(code)
    players = sorted(TableContext(shown.of(viewer), now).replaceable)
    offered = re.findall(
        r'<form class="call-bot".*?name="player" value="(\d)"', frames.page(shown, Viewer(viewer), now)
    )
    assert len(offered) == bool(players)
    assert {int(player) for player in offered} <= set(players)
    return players


class TestSignsOfLife:
    def test_player_is_away_after_a_silence_and_back_with_the_next_sign(self, time: Time) -> None:
        code = three_people()
        time.passes(presence.GONE_AFTER - 0.1)
        assert present(code) == [0, 1, 2]
        here(code, [1])
        time.passes(0.2)
        assert present(code) == [1]
        here(code, [2])
        assert present(code) == [1, 2]

    def test_absence_is_noticed_within_half_a_minute(self) -> None:
        """The others look whenever they give a sign of life themselves."""
        assert presence.GONE_AFTER + presence.SIGN_EVERY <= 30
        assert 2 * presence.SIGN_EVERY < presence.GONE_AFTER

    def test_bot_and_free_seat_are_never_shown_as_away(self, time: Time) -> None:
        code = gather(new_player())
        tables.seat_bot(code=code, host=Game.objects.get(code=code).host, player=2)
        time.passes(24 * 60 * 60)
        assert present(code) == []
        assert shown_as_away(code) == [0]

    def test_restarted_server_takes_nobody_for_gone(self, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
        code = begin(new_player(), new_player(), new_player(), patience=PATIENCE)
        time.passes(10_000)
        monkeypatch.setattr(presence, "_STARTED", time.now.timestamp())
        cache.clear()
        assert present(code) == [0, 1, 2]
        time.passes(presence.GONE_AFTER)
        assert present(code) == []
        assert replaceable(code) == []
        time.passes(PATIENCE)
        assert replaceable(code, 0) == [1, 2]
        assert replaceable(code, 2) == [0, 1]

    def test_emptied_cache_takes_nobody_for_gone(self, time: Time) -> None:
        """Redis was started again: the next heartbeats come up to four seconds later, one by one."""
        code = three_people(patience=PATIENCE)
        time.passes(10_000)
        here(code)
        cache.clear()
        assert present(code) == [0, 1, 2]
        assert replaceable(code) == []
        time.passes(presence.GONE_AFTER - 1)
        here(code, [0])
        assert present(code) == [0, 1, 2]
        time.passes(1)
        assert present(code) == [0]
        time.passes(PATIENCE)
        assert replaceable(code, 0) == [1, 2]

    def test_outage_of_the_cache_takes_nobody_for_gone(self, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
        code = table_without_player_2(time)
        with monkeypatch.context() as outage:
            for name in ("get_many", "set_many", "add"):
                outage.setattr(cache, name, Mock(side_effect=TooSlow("out of reach")))
            for _ in range(10):
                time.passes(presence.GONE_AFTER)
                here(code, (0, 1))
                assert present(code) == [0, 1, 2]
                assert replaceable(code) == []
        time.passes(presence.SIGN_EVERY)
        assert present(code) == [0, 1, 2], "browsers give their signs by the next heartbeat"
        time.passes(presence.GONE_AFTER)
        here(code, (0, 1))
        assert present(code) == [0, 1]

    def test_seated_players_are_present_when_the_game_begins(self, time: Time) -> None:
        host = new_player()
        code = gather(host, new_player())
        time.passes(presence.GONE_AFTER)
        assert shown_as_away(code) == [0, 1]
        start(code, host)
        assert shown_as_away(code) == []

    def test_signs_count_at_their_own_table_only(self, time: Time) -> None:
        here_code, there_code = three_people(), three_people()
        time.passes(presence.GONE_AFTER)
        here(here_code, [0])
        assert (present(here_code), present(there_code)) == ([0], [])


class TestPatience:
    def test_bot_may_be_called_once_patience_is_over(self, time: Time) -> None:
        code = three_people(patience=PATIENCE)
        time.passes(PATIENCE - 0.1)
        here(code, [0, 1])
        assert replaceable(code) == []
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=2)
        time.passes(0.1)
        assert replaceable(code) == [2]
        proposals.call_bot(code=code, player=2)
        assert replaceable(code) == []

    def test_others_read_after_half_a_minute_when_a_bot_may_be_called(self, time: Time) -> None:
        code = three_people(patience=120)
        began = time.now
        time.passes(presence.NOTED_AFTER - 1)
        here(code, (0, 1))
        assert attendance(code).bot_at == (None, None, None)
        time.passes(1)
        here(code, (0, 1))
        due = attendance(code).bot_at
        assert due[:2] == (None, None)
        assert due[2] is not None
        assert abs((due[2] - began).total_seconds() - 120) < 0.2
        time.passes(4)
        here(code, (0, 1))
        assert attendance(code).bot_at == due, "so nothing is sent again"
        time.passes(86)
        here(code, (0, 1))
        assert attendance(code).bot_at == (None, None, None)
        assert replaceable(code) == [2]

    def test_player_who_comes_back_in_time_keeps_the_seat(self, time: Time) -> None:
        code = table_without_player_2(time)
        here(code, [2])
        assert replaceable(code) == []
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=2)

    def test_nobody_is_replaced_before_the_game_or_after_it(self, time: Time) -> None:
        gathering, ended = gather(new_player(), new_player(), patience=PATIENCE), three_people(patience=PATIENCE)
        close_table(ended)
        time.passes(PATIENCE)
        for code in (gathering, ended):
            assert replaceable(code) == []
            with pytest.raises(NotPossible):
                proposals.call_bot(code=code, player=1)

    def test_bot_is_not_replaced(self, time: Time) -> None:
        code = begin(new_player(), patience=PATIENCE)
        time.passes(PATIENCE)
        assert replaceable(code) == []
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=1)
