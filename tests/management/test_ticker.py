"""The ticker of a process: its work runs beside the event loop, and errors do not end it."""

import asyncio
import gc
import threading
from concurrent.futures import Future
from contextlib import suppress
from time import monotonic
from unittest.mock import AsyncMock, Mock

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.base.outages import OUTAGE
from games import bots
from games.engine import Claim
from games.management.commands import ticker as command
from games.play import due_steps, ticker
from games.play.bot_timing import HELD_FOR
from games.play.moves import Move
from games.play.ticker import DueMove, HeldMoves
from games.play.turns import Turn
from games.subjects import Subject, Task


@pytest.fixture(autouse=True)
def no_game_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be due soon, so that the ticker needs no database."""
    monkeypatch.setattr(ticker, "until_next", lambda: ticker.REST_SECONDS)


async def ended(running: asyncio.Task[None]) -> None:
    """End the ticker as a signal does."""
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_event_loop_goes_on_while_bots_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's thought ends only if the event loop goes on."""
    thinks, may_end, served = asyncio.Event(), threading.Event(), []
    loop = asyncio.get_running_loop()

    def serve_due(_held: HeldMoves) -> int:
        loop.call_soon_threadsafe(thinks.set)
        served.append(may_end.wait(30))
        return 0

    monkeypatch.setattr(bots, "prepare", lambda: None)
    monkeypatch.setattr(ticker, "serve_due", serve_due)
    running = asyncio.create_task(ticker.run())
    await asyncio.wait_for(thinks.wait(), 30)
    assert served == []
    may_end.set()
    thinks.clear()
    await asyncio.wait_for(thinks.wait(), 30)
    running.cancel()
    assert served[0] is True


@pytest.mark.parametrize("fault", [None, OSError("no room for compiled code")])
async def test_games_are_served_once_the_bots_are_ready(
    monkeypatch: pytest.MonkeyPatch, fault: Exception | None
) -> None:
    """They are also served if the bots could not be prepared: each tries again when it has to move."""
    steps, served = Mock(), asyncio.Event()
    loop = asyncio.get_running_loop()
    steps.prepare.side_effect = fault
    steps.serve_due.side_effect = lambda _held: loop.call_soon_threadsafe(served.set) and 0
    monkeypatch.setattr(bots, "prepare", steps.prepare)
    monkeypatch.setattr(ticker, "serve_due", steps.serve_due)
    running = asyncio.create_task(ticker.run(steps.ready))
    await asyncio.wait_for(served.wait(), 30)
    running.cancel()
    assert [name for name, *_ in steps.mock_calls[:3]] == ["prepare", "ready", "serve_due"]


@pytest.mark.parametrize("error", OUTAGE)
async def test_ticker_goes_on_after_an_outage(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The first look for due games fails; a second one must follow."""
    looked_again = asyncio.Event()
    calls = iter([error("locked")])

    def serve_due(_held: HeldMoves) -> int:
        for error in calls:
            raise error
        loop.call_soon_threadsafe(looked_again.set)
        return 0

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(bots, "prepare", lambda: None)
    monkeypatch.setattr(ticker, "REST_IN_AN_OUTAGE", 0.01)
    monkeypatch.setattr(ticker, "serve_due", serve_due)
    running = asyncio.create_task(ticker.run())
    await asyncio.wait_for(looked_again.wait(), 30)
    running.cancel()
    assert "it goes on: locked" in caplog.text
    assert not any(line.exc_info for line in caplog.records), "no traceback"


@pytest.mark.parametrize(("pace", "held_for"), [(1.0, HELD_FOR), (0.0, 0.0)])
async def test_moves_are_held_unless_the_pace_of_bots_is_zero(
    monkeypatch: pytest.MonkeyPatch, pace: float, held_for: float
) -> None:
    handed: asyncio.Queue[HeldMoves] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def serve_due(held: HeldMoves) -> int:
        loop.call_soon_threadsafe(handed.put_nowait, held)
        return 0

    monkeypatch.setattr(settings, "BOT_PACE", pace)
    monkeypatch.setattr(bots, "prepare", lambda: None)
    monkeypatch.setattr(ticker, "serve_due", serve_due)
    running = asyncio.create_task(ticker.run())
    held = await asyncio.wait_for(handed.get(), 30)
    assert await asyncio.wait_for(handed.get(), 30) is held
    await ended(running)
    assert held.seconds == held_for


async def test_ticker_that_ends_makes_the_moves_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their games would be due again only after five seconds, for another ticker."""
    made, handed, loop = list[Turn](), asyncio.Event(), asyncio.get_running_loop()
    turn, chosen = Turn("held", Claim(0), 1), Future[Move]()
    chosen.set_result(turn.action)

    def serve_due(held: HeldMoves) -> int:
        if not handed.is_set():
            held.hold(DueMove("held", timezone.now(), monotonic() + held.seconds, chosen, lambda _action: turn))
            loop.call_soon_threadsafe(handed.set)
        return 0

    monkeypatch.setattr(settings, "BOT_PACE", 1.0)
    monkeypatch.setattr(bots, "prepare", lambda: None)
    monkeypatch.setattr(due_steps, "make", lambda turns: made.extend(turns) or [None])
    monkeypatch.setattr(ticker, "serve_due", serve_due)
    running = asyncio.create_task(ticker.run())
    await asyncio.wait_for(handed.wait(), 30)
    await ended(running)
    assert made == [turn]


async def test_nothing_is_served_before_games_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots get ready, which takes a minute after an upgrade: rounds do not end meanwhile, nor does anything else."""
    loop, may_serve, served = asyncio.get_running_loop(), threading.Event(), asyncio.Event()
    done: list[str] = []

    def serve() -> None:
        done.append("task")
        loop.call_soon_threadsafe(served.set)

    async def begin(*_arguments: object, **_options: object) -> None:
        done.append("jobs")

    def prepare() -> None:
        may_serve.wait(30)
        done.append("bots")

    monkeypatch.setattr(command, "all_subjects", lambda: [Subject(tasks=[Task("a task of this test", 60, serve)])])
    for other in ("analysis_jobs", "delivery", "daily", "mail", "name_keys"):
        waits = other in ("analysis_jobs", "delivery", "daily")
        monkeypatch.setattr(getattr(command, other), "run", begin if waits else AsyncMock())
    monkeypatch.setattr(command.deadlines, "look", Mock())
    monkeypatch.setattr(bots, "prepare", prepare)
    monkeypatch.setattr(ticker, "serve_due", lambda _held: 0)
    running = loop.create_task(command.run_all(lambda: None))
    await asyncio.sleep(0)
    may_serve.set()
    await asyncio.wait_for(served.wait(), 30)
    await ended(running)
    assert done[0] == "bots"
    assert sorted(done[1:]) == ["jobs", "jobs", "jobs", "task"]


@pytest.mark.filterwarnings("error")
async def test_ticker_that_ends_before_games_are_served_has_begun_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would warn of a coroutine that was made and never awaited."""

    async def never_ready(*_arguments: object) -> None:
        await asyncio.Event().wait()

    for subject in ("mail", "name_keys"):
        monkeypatch.setattr(getattr(command, subject), "run", AsyncMock())
    monkeypatch.setattr(ticker, "run", never_ready)
    running = asyncio.get_running_loop().create_task(command.run_all(lambda: None))
    await asyncio.sleep(0)
    await ended(running)
    del running
    gc.collect()
