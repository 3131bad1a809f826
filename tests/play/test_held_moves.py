"""Moves of bots are held for a fixed time before they are shown, and other games do not wait for that."""

from concurrent.futures import Future, wait
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random

import pytest
from django.conf import settings
from django.db import OperationalError

from games import bots
from games.engine import Action, Peek, View
from games.models import Game
from games.play import due_steps, ticker
from games.play.moves import Move
from games.play.ticker import DueMove, HeldMoves
from games.play.turns import Turn
from games.values import Author
from tests.play.test_due_steps import bot_to_move, make_due
from tests.tables import Time, new_player, open_table, snapshot_for

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("time")
@pytest.mark.parametrize("thought", [0.0, 0.09])
def test_move_is_shown_after_the_same_time_however_long_the_bot_thought(
    monkeypatch: pytest.MonkeyPatch, thought: float
) -> None:
    """A forced card, which needs no thought, comes as late as any other; other tables do not wait for it."""
    monkeypatch.setattr(settings, "BOT_PACE", 1.0)
    code, other = open_table(new_player()), open_table(new_player())
    bot_to_move(code)
    make_due(code)
    time, held, before = 50.0, HeldMoves(0.1), snapshot_for(code)

    def choose(view: View, rng: Random, *_manner: object) -> Action:
        nonlocal time
        time += thought
        return real_choose(view, rng)

    real_choose = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    monkeypatch.setattr(ticker, "monotonic", lambda: time)
    assert ticker.serve_due(held) == 1
    make_due(other)
    assert [ticker.serve_due(held), ticker.serve_due(held)] == [1, 0]
    assert time + held.rest(1.0) == pytest.approx(50.1)
    assert snapshot_for(code) == before
    wait(move.chosen for move in held.moves)
    time = 50.1
    ticker.serve_due(held)
    assert snapshot_for(code).version == before.version + 1


def test_game_with_a_held_move_does_not_count_towards_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    code, other = open_table(new_player()), open_table(new_player())
    bot_to_move(code)
    monkeypatch.setattr(ticker, "monotonic", lambda: 50.0)
    monkeypatch.setattr(ticker, "AT_ONCE", 1)
    held = HeldMoves(0.1)
    for next_due in (code, other):
        make_due(next_due)
        assert ticker.serve_due(held) == 1
        wait(move.chosen for move in held.moves)
    assert snapshot_for(other).deal_number == 1


def test_moves_that_bots_choose_longer_are_gathered_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those chosen at about the same time share a transaction; a move that is held need not wait long for them."""
    waits, held = list[tuple[list[Future[Move]], float]](), HeldMoves(0.1)
    move = partial(DueMove, due_time=datetime.now(UTC), of=lambda _action: pytest.fail("not chosen"))
    slow, slower, other = Future[Move](), Future[Move](), Future[Move]()
    for code, make_at, chosen in (("SLOW", 49.0, slow), ("SLOWER", 50.0, slower), ("NEXT", 50.01, other)):
        held.hold(move(code, make_at=make_at, chosen=chosen))
    monkeypatch.setattr(ticker, "monotonic", lambda: 50.0)
    monkeypatch.setattr(ticker, "wait", lambda chosen, seconds: waits.append((chosen, seconds)))
    assert held.rest(1.0) == 0.0
    assert waits == [([slow, slower], ticker.GATHERED_FOR)]


def test_last_moves_are_waited_for_without_looking_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ticker ends while a bot chooses, at tables where bots do not pause."""
    waits, held, chosen = list[float](), HeldMoves(0), Future[Move]()
    held.hold(DueMove("GONE", datetime.now(UTC), 0.0, chosen, lambda action: Turn("GONE", action, 0, Author.BOT)))

    def choose(_chosen: object, seconds: float) -> None:
        waits.append(seconds)
        chosen.set_result(Peek(0, (0,)))

    monkeypatch.setattr(ticker, "wait", choose)
    held.finish()
    assert waits == [ticker.GATHERED_FOR]


def test_outage_is_not_over_when_a_move_is_only_chosen(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is written before the move is made."""
    code = open_table(new_player())
    bot_to_move(code)
    really_make = due_steps.make
    monkeypatch.setattr(due_steps, "make", lambda moves: [OperationalError("locked")] * len(moves))
    for _ in range(2):
        make_due(code)
        ticker.serve_due()
    failed = f"game {code} could not be served"
    assert caplog.messages == [f"{failed}: locked"]
    monkeypatch.setattr(due_steps, "make", really_make)
    make_due(code)
    ticker.serve_due()
    assert caplog.messages == [f"{failed}: locked", f"{failed}: that is over"]


def test_idle_ticker_looks_again_when_the_next_game_is_due(time: Time) -> None:
    """It looked ten times a second, so a bot at a quiet table moved up to a tenth of a second late."""
    code = open_table(new_player())
    for due_in, rest in ((timedelta(milliseconds=30), 0.03), (timedelta(minutes=1), 0.1), (timedelta(0), 0.1)):
        Game.objects.filter(code=code).update(due_at=time() + due_in)
        assert ticker.until_next() == pytest.approx(rest)
