"""Tables that wait for players after everybody has left."""

import pytest
from django.core.cache import cache

from games.lobby import queries as lobby_queries
from games.play import presence, ticker
from games.values import Stage
from tests.tables import Time, gather, here, new_player, snapshot_for

pytestmark = pytest.mark.django_db

HOUR = 60 * 60


def listed() -> set[str]:
    return {table.code for table in lobby_queries.open_tables()}


def test_abandoned_public_table_is_taken_off_the_list_and_announced(time: Time, lobby_changes: list[str]) -> None:
    abandoned, alive = gather(new_player(), public=True), gather(new_player(), public=True)
    gather(new_player())
    lobby_changes.clear()
    time.passes(presence.LISTED_FOR)
    here(alive, [0])
    assert ticker.serve_due() == 3
    assert lobby_changes == ["changed"]
    assert listed() == {alive}
    here(abandoned, [0])
    assert listed() == {alive, abandoned}


def test_abandoned_table_closes_after_a_day(time: Time) -> None:
    host = new_player()
    abandoned, alive = gather(host, public=True), gather(new_player())
    for _ in range(25):
        time.passes(HOUR)
        here(alive, [0])
        ticker.serve_due()
    assert snapshot_for(abandoned).stage is Stage.CLOSED
    assert snapshot_for(alive).stage is Stage.OPEN
    assert not lobby_queries.running_games(host), "it counts no more among the host's unfinished games"


def test_day_begins_when_the_last_player_left(time: Time) -> None:
    code = gather(new_player())
    for _ in range(25):
        time.passes(HOUR)
        here(code, [0])
        ticker.serve_due()
    time.passes(23 * HOUR)
    ticker.serve_due()
    assert snapshot_for(code).stage is Stage.OPEN
    time.passes(HOUR)
    ticker.serve_due()
    assert snapshot_for(code).stage is Stage.CLOSED


def test_table_is_unchanged_for_a_player_who_returns_within_a_day(time: Time) -> None:
    code = gather(new_player())
    before = snapshot_for(code)
    time.passes(23 * HOUR)
    ticker.serve_due()
    here(code, [0])
    assert snapshot_for(code) == before


def test_abandoned_table_closes_although_the_site_is_restarted_daily(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restart clears the presence of players."""
    code = gather(new_player())
    for _ in range(2):
        time.passes(23 * HOUR)
        cache.clear()
        monkeypatch.setattr(presence, "_STARTED", time().timestamp())
        ticker.serve_due()
        assert snapshot_for(code).stage is Stage.OPEN
        time.passes(presence.LISTED_FOR)
        ticker.serve_due()
    assert snapshot_for(code).stage is Stage.CLOSED
