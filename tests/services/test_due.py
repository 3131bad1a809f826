"""What the site owes games is stored, served once, and survives everything but its own fulfilment."""

from __future__ import annotations

import asyncio
import datetime
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games import bots
from games.models import Game
from games.services import due, tables, ticker, turns
from games.snapshot import Stage
from tests.tables import look, my_turn, new_player, open_table, play_on, scored, sensible

pytestmark = pytest.mark.django_db


def owes(code: str) -> datetime.datetime | None:
    return Game.objects.get(code=code).due_at


def let_its_time_come(code: str) -> None:
    Game.objects.filter(code=code).update(due_at=timezone.now() - datetime.timedelta(hours=1))


def bot_to_move(code: str) -> None:
    play_on(code, lambda snapshot: snapshot.stage is Stage.DEAL and not my_turn(snapshot))


def test_a_person_is_waited_for_without_end() -> None:
    code = open_table(new_player())
    play_on(code, my_turn)
    assert owes(code) is None
    assert due.serve_due() == 0


def test_a_bot_moves_when_its_time_has_come() -> None:
    code = open_table(new_player())
    bot_to_move(code)
    before = look(code)
    assert due.serve_due() == 1
    assert look(code).version > before.version


def test_nothing_is_served_before_its_time() -> None:
    code = open_table(new_player())
    bot_to_move(code)
    Game.objects.filter(code=code).update(due_at=timezone.now() + datetime.timedelta(hours=1))
    before = look(code)
    assert due.serve_due() == 0
    due.serve(code)
    assert look(code) == before


def test_the_first_deal_follows_the_draw_and_the_next_one_the_score_sheet() -> None:
    code = open_table(new_player())
    assert look(code).stage is Stage.DRAWING
    let_its_time_come(code)
    due.serve_due()
    assert look(code).deal_number == 1
    play_on(code, scored)
    let_its_time_come(code)
    due.serve_due()
    after = look(code)
    assert (after.stage, after.deal_number) == (Stage.DEAL, 2)


@pytest.mark.django_db(transaction=True)
def test_several_tickers_serve_a_game_once() -> None:
    code = open_table(new_player())
    let_its_time_come(code)

    def serve(_: int) -> None:
        try:
            due.serve(code)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(serve, range(2)))
    assert look(code).deal_number == 1


def test_a_game_that_fails_is_put_off_and_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, healthy = open_table(new_player()), open_table(new_player())
    bot_to_move(broken)
    for code in (broken, healthy):
        let_its_time_come(code)
    monkeypatch.setattr(bots, "choose", _lose_the_thread)
    due.serve_due()
    later = owes(broken)
    assert later is not None
    assert later > timezone.now()
    assert look(healthy).deal_number == 1
    assert broken in caplog.text


def test_a_game_that_was_closed_meanwhile_stays_closed() -> None:
    code = open_table(new_player())
    tables.close(code=code)
    let_its_time_come(code)
    due.serve(code)
    assert look(code).stage is Stage.CLOSED


def test_a_game_that_moved_on_is_not_put_off() -> None:
    code = open_table(new_player())
    play_on(code, my_turn)
    due.postpone(code)
    assert owes(code) is None


async def test_the_ticker_outlives_a_database_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look fails; the second is the sign that there was one."""
    looked_again = asyncio.Event()
    calls = iter([OperationalError("locked")])

    def serve_due() -> int:
        for error in calls:
            raise error
        loop.call_soon_threadsafe(looked_again.set)
        return 0

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(ticker, "serve_due", serve_due)
    running = asyncio.create_task(ticker.run())
    await asyncio.wait_for(looked_again.wait(), 30)
    running.cancel()


def _lose_the_thread(*_: object) -> None:
    raise RuntimeError("no idea")


def test_the_draw_is_shown_for_a_moment_and_a_score_sheet_longer() -> None:
    code = open_table(new_player())
    drawn = seconds_until_due(code)
    play_on(code, scored)
    assert 0 < drawn < seconds_until_due(code)


def seconds_until_due(code: str) -> float:
    due_at = owes(code)
    assert due_at is not None
    return (due_at - timezone.now()).total_seconds()


def test_a_move_of_the_person_makes_the_next_bot_due() -> None:
    code = open_table(new_player())
    snapshot = play_on(code, lambda table: my_turn(table) and table.view is not None and len(table.view.bids) < 2)
    turns.take_turn(code=code, action=sensible(code), version=snapshot.version)
    assert owes(code) is not None
