"""Tables that wait for players, after everybody has gone."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.lobby import queries as lobby_queries
from games.play import due, presence
from games.play.snapshot import Stage
from tests.tables import (
    Time,
    gather,
    here,
    look,
    new_player,
)

pytestmark = pytest.mark.django_db

HOUR = 60 * 60


def listed() -> set[str]:
    return {table.code for table in lobby_queries.open_tables()}


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for every time the lobby's list was said to have changed."""
    said: list[str] = []
    monkeypatch.setattr("games.pubsub.groups.lobby_changed_on_commit", lambda: said.append("changed"))
    return said


def test_a_public_table_leaves_the_lobby_before_everyone_s_eyes(time: Time, announced: list[str]) -> None:
    deserted, alive = gather(new_player(), public=True), gather(new_player(), public=True)
    gather(new_player())
    announced.clear()
    time.passes(presence.LISTED_FOR)
    here(alive, [0])
    assert due.serve_due() == 3
    assert announced == ["changed"]
    assert listed() == {alive}
    here(deserted, [0])
    assert listed() == {alive, deserted}


def test_after_a_day_it_closes(time: Time) -> None:
    host = new_player()
    deserted, alive = gather(host, public=True), gather(new_player())
    for _ in range(25):
        time.passes(HOUR)
        here(alive, [0])
        due.serve_due()
    assert look(deserted).stage is Stage.CLOSED
    assert look(alive).stage is Stage.OPEN
    assert not lobby_queries.running_games(host), "it counts no more among the host's unfinished games"


def test_a_host_who_has_waited_for_long_has_a_day_to_come_back_too(time: Time) -> None:
    code = gather(new_player())
    for _ in range(25):
        time.passes(HOUR)
        here(code, [0])
        due.serve_due()
    time.passes(23 * HOUR)
    due.serve_due()
    assert look(code).stage is Stage.OPEN
    time.passes(HOUR)
    due.serve_due()
    assert look(code).stage is Stage.CLOSED


def test_who_comes_back_within_a_day_finds_it_as_it_was(time: Time) -> None:
    code = gather(new_player())
    before = look(code)
    time.passes(23 * HOUR)
    due.serve_due()
    here(code, [0])
    assert look(code) == before


def test_a_site_that_is_started_anew_every_morning_closes_it_too(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was there before the start is forgotten with it."""
    code = gather(new_player())
    for _ in range(2):
        time.passes(23 * HOUR)
        cache.clear()
        monkeypatch.setattr(presence, "_STARTED", time().timestamp())
        due.serve_due()
        assert look(code).stage is Stage.OPEN
        time.passes(presence.LISTED_FOR)
        due.serve_due()
    assert look(code).stage is Stage.CLOSED
