"""Who is at the table, and how long the others wait for those who are not."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.engine import Player
from games.lobby import tables
from games.lobby.tables import NotPossible
from games.models import Game
from games.play import presence, proposals
from games.play.snapshot import Snapshot
from tests.tables import Time, begin, gather, here, look, new_player, start, three_people

pytestmark = pytest.mark.django_db

PATIENCE = 30


def table_without(time: Time, absent: Player, *, patience: int = PATIENCE) -> str:
    """A running game of three whose player `absent` has been away longer than its patience."""
    code = three_people(patience=patience)
    time.passes(patience)
    here(code, {0, 1, 2} - {absent})
    return code


def replaceable(snapshot: Snapshot) -> list[Player]:
    return [seat.player for seat in snapshot.seats if seat.may_be_replaced]


def connected(code: str) -> list[Player]:
    return [seat.player for seat in look(code).seats if seat.connected]


class TestSignsOfLife:
    def test_silence_means_gone_and_a_sign_means_back(self, time: Time) -> None:
        code = three_people()
        time.passes(presence.GONE_AFTER - 0.1)
        assert connected(code) == [0, 1, 2]
        here(code, [1])
        time.passes(0.2)
        assert connected(code) == [1]
        here(code, [2])
        assert connected(code) == [1, 2]

    def test_an_absence_is_noticed_within_half_a_minute(self) -> None:
        """The others look whenever they give a sign of life themselves."""
        assert presence.GONE_AFTER + presence.SIGN_EVERY <= 30
        assert 2 * presence.SIGN_EVERY < presence.GONE_AFTER

    def test_bots_are_always_there_and_a_free_seat_never(self, time: Time) -> None:
        code = gather(new_player())
        tables.seat_bot(code=code, host=Game.objects.get(code=code).host, player=2)
        time.passes(24 * 60 * 60)
        assert connected(code) == [2]

    def test_a_server_that_starts_again_takes_nobody_for_gone(
        self, time: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = begin(new_player(), new_player(), new_player(), patience=PATIENCE)
        time.passes(10_000)
        monkeypatch.setattr(presence, "_STARTED", time.now.timestamp())
        cache.clear()
        assert connected(code) == [0, 1, 2]
        time.passes(presence.GONE_AFTER)
        assert connected(code) == []
        assert replaceable(look(code)) == []
        time.passes(PATIENCE)
        assert replaceable(look(code)) == [0, 1, 2]

    def test_who_has_a_seat_when_the_game_begins_is_there(self, time: Time) -> None:
        host = new_player()
        code = gather(host, new_player())
        time.passes(presence.GONE_AFTER)
        assert connected(code) == []
        start(code, host)
        assert connected(code) == [0, 1, 2]

    def test_one_table_says_nothing_of_another(self, time: Time) -> None:
        here_code, there_code = three_people(), three_people()
        time.passes(presence.GONE_AFTER)
        here(here_code, [0])
        assert (connected(here_code), connected(there_code)) == ([0], [])


class TestPatience:
    def test_a_bot_may_be_called_once_patience_is_over(self, time: Time) -> None:
        code = three_people(patience=PATIENCE)
        time.passes(PATIENCE - 0.1)
        here(code, [0, 1])
        assert replaceable(look(code)) == []
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=2)
        time.passes(0.1)
        assert replaceable(look(code)) == [2]
        proposals.call_bot(code=code, player=2)
        assert replaceable(look(code)) == []

    def test_who_comes_back_in_time_keeps_the_seat(self, time: Time) -> None:
        code = table_without(time, 2)
        here(code, [2])
        assert replaceable(look(code)) == []
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=2)

    def test_nobody_is_replaced_before_the_game_or_after_it(self, time: Time) -> None:
        gathering, ended = gather(new_player(), new_player(), patience=PATIENCE), three_people(patience=PATIENCE)
        tables.close(code=ended)
        time.passes(PATIENCE)
        for code in (gathering, ended):
            assert replaceable(look(code)) == []
            with pytest.raises(NotPossible):
                proposals.call_bot(code=code, player=1)

    def test_a_bot_is_not_replaced(self, time: Time) -> None:
        code = begin(new_player(), patience=PATIENCE)
        time.passes(PATIENCE)
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=1)
