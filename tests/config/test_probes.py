"""What monitoring asks a process: /healthz, /readyz and /metrics."""

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from http import HTTPStatus
from typing import Any, NoReturn

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import HttpCommunicator
from django.contrib.sessions.models import Session
from django.core.handlers.base import BaseHandler
from django.db import connection, transaction
from django.http import HttpResponse
from django.utils import timezone

from accounts.base import db_threads
from accounts.models import User
from accounts.site_config import processes
from accounts.site_config.models import DailyJob, Process
from config import handler, probes
from config.asgi import application
from config.handler import ThreadedHandler
from games.models import Analysis, DealSet, Game, Tournament, TournamentRound
from games.play import ticker
from games.play.errors import StaleGame
from tests.competitions.sets.sets import challenge
from tests.competitions.tournaments.tournaments import running
from tests.config.requests import ask
from tests.live.browsers import socket_at
from tests.tables import open_table, ready, snapshot_for

pytestmark = pytest.mark.django_db(transaction=True)

PROBES = ["/healthz", "/readyz"]
TOKEN = "a token for Prometheus"


def fail(*_: object) -> NoReturn:
    raise ConnectionError("password=secret")


async def never(*_: object) -> None:
    await asyncio.sleep(3600)


async def figures() -> dict[str, float]:
    """Return the figures of the site by name and labels."""
    answer = await ask("/metrics", authorization=f"Bearer {TOKEN}")
    assert answer.status == HTTPStatus.OK
    lines = re.findall(r"^(spades_\S+) (\S+)$", answer.text, re.M)
    return {name: float(value) for name, value in lines}


@pytest.mark.parametrize("path", PROBES)
@pytest.mark.parametrize("host", ["10.1.2.3:8000", "localhost", ""])
async def test_probe_needs_no_host_no_session_and_no_https(path: str, host: str, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = await ask(path, host=host)
    assert (answer.status, answer.text) == (HTTPStatus.OK, "ok\n")
    assert "set-cookie" not in answer.headers
    assert not await Session.objects.aexists()


@pytest.mark.parametrize("path", PROBES)
async def test_probe_by_head_has_no_body_and_a_post_is_no_probe(path: str) -> None:
    assert (await ask(path, "HEAD")).text == ""
    assert (await ask(path, "POST")).status == HTTPStatus.NOT_FOUND


async def test_process_without_database_lives_but_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "touch", fail)
    assert (await ask("/healthz")).status == HTTPStatus.OK
    answer = await ask("/readyz")
    assert (answer.status, answer.text) == (HTTPStatus.SERVICE_UNAVAILABLE, "no answer from: database\n")


@pytest.mark.parametrize("broken", [fail, never])
async def test_process_without_channel_layer_is_ready_because_moves_are_made_and_says_so(
    broken: Callable[..., Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probes, "ANSWERS_WITHIN", 0.01)
    monkeypatch.setattr(processes, "touch", lambda: None)
    monkeypatch.setattr(get_channel_layer(), "group_send", broken)
    answer = await ask("/readyz")
    assert (answer.status, answer.text) == (HTTPStatus.OK, "no answer from: channel layer\n")


@asynccontextmanager
async def nobody_else_writes() -> AsyncIterator[None]:
    """Keep the database, or on PostgreSQL the table of processes, from being written."""
    is_locked, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("LOCK TABLE site_config_process IN EXCLUSIVE MODE")
            is_locked.set()
            may_end.wait(60)
        connection.close()

    holding = asyncio.create_task(asyncio.to_thread(hold))
    await asyncio.to_thread(is_locked.wait, 60)
    yield
    may_end.set()
    await holding


async def test_process_whose_database_takes_no_writes_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await ask("/readyz")).status == HTTPStatus.OK
    async with nobody_else_writes():
        monkeypatch.setattr(probes, "ANSWERS_WITHIN", 0.1)
        for _ in range(2):  # the second waits for the thread of the first
            answer = await ask("/readyz")
            assert (answer.status, answer.text) == (HTTPStatus.SERVICE_UNAVAILABLE, "no answer from: database\n")
    monkeypatch.undo()
    assert (await ask("/readyz")).status == HTTPStatus.OK


async def test_process_whose_request_threads_all_wait_is_not_ready_and_answers_503_to_who_waits_behind_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_go_on, began = threading.Event(), threading.Semaphore(0)

    def answer(*_: object) -> HttpResponse:
        began.release()
        may_go_on.wait(60)
        return HttpResponse("late")

    with monkeypatch.context() as patch:
        patch.setattr(ThreadedHandler, "_answer", answer)
        patch.setattr(handler, "are_late", lambda _seconds, late=handler.are_late: late(0))
        waiting = [asyncio.create_task(ask("/rules/", host="localhost")) for _ in range(handler.THREADS - 1)]
        for _ in waiting:
            await asyncio.to_thread(began.acquire)
        assert "threads" not in (await ask("/readyz")).text
        waiting.append(asyncio.create_task(ask("/rules/", host="localhost")))
        await asyncio.to_thread(began.acquire)
        assert "request threads" in (await ask("/readyz")).text
        patch.setattr(
            handler, "HELD_AFTER", -1
        )  # those before were held, and whoever comes now has waited for too long
        patch.setattr(handler, "LONGEST_WAIT", -1)
        patch.setattr(handler, "THREADS", handler.THREADS + 2)
        late = [asyncio.create_task(ask("/rules/", host="localhost", accept_language=code)) for code in ("es", "en")]
        while not handler.are_late(0):
            await asyncio.sleep(0)
        may_go_on.set()
        assert {(await one).text for one in waiting} == {"late"}
        answers = [await one for one in late]
    assert [answer.status for answer in answers] == [HTTPStatus.SERVICE_UNAVAILABLE] * 2
    assert [answer.headers["retry-after"] for answer in answers] == ["5"] * 2
    assert 'lang="es"' in answers[0].text
    assert "Very busy" in answers[1].text
    assert (await ask("/readyz")).status == HTTPStatus.OK


async def test_without_a_token_in_the_settings_there_are_no_figures() -> None:
    for given in ("Bearer ", "Bearer None", ""):
        assert (await ask("/metrics", authorization=given)).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("given", ["", TOKEN, "Bearer", "Bearer wrong", f"Basic {TOKEN}", "Bearer é"])
async def test_figures_need_the_token(given: str, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = await ask("/metrics", authorization=given)
    assert answer.status == HTTPStatus.FORBIDDEN
    assert "spades" not in answer.text


async def test_moves_are_counted_and_timed_by_their_outcome(ana: User, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    code = await sync_to_async(open_table)(ana)
    names = [f'spades_move_seconds_count{{outcome="{outcome}"}}' for outcome in ("made", "refused")]
    before = await figures()
    drawn = await sync_to_async(snapshot_for)(code)
    await sync_to_async(ready)(code, 0, drawn.version)
    with pytest.raises(StaleGame):
        await sync_to_async(ready)(code, 0, 0)
    after = await figures()
    assert [after[name] - before.get(name, 0) for name in names] == [1, 1]


async def test_open_sockets_are_counted(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    browsers = [await sync_to_async(socket_at)("/ws/lobby/") for _ in range(2)]
    for browser in browsers:
        await browser.connect()
    assert (await figures())["spades_open_sockets"] == 2
    for browser in browsers:
        await browser.disconnect()
    assert (await figures())["spades_open_sockets"] == 0


async def test_browsers_that_pushes_do_not_reach_are_counted(ana: User, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    for number, status in enumerate((403, 403, 0)):
        await ana.push_subscriptions.acreate(endpoint=str(number), failed_at=timezone.now(), failed_status=status)
    by_name = await figures()
    assert by_name['spades_failing_browsers{status="403"}'] == 2
    assert by_name['spades_failing_browsers{status="0"}'] == 1
    await ana.push_subscriptions.aupdate(failed_at=None)
    assert not [name for name in await figures() if name.startswith("spades_failing_browsers")]


async def test_due_games_and_their_lag_are_reported(ana: User, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    code = await sync_to_async(open_table)(ana)
    await Game.objects.filter(code=code).aupdate(due_at=timezone.now() - timedelta(seconds=90))
    by_name = await figures()
    assert by_name["spades_due_games"] == 1
    assert by_name["spades_ticker_lag_seconds"] == pytest.approx(90, abs=30)


async def test_rounds_and_sets_that_should_have_ended_are_reported(settings: Any) -> None:
    settings.METRICS_TOKEN, now = TOKEN, timezone.now()
    names = [f'spades_overdue_seconds{{kind="{kind}"}}' for kind in ("round", "set")]
    by_name = await figures()
    assert [by_name[name] for name in names] == [0, 0]
    await sync_to_async(running)(3)
    await TournamentRound.objects.aupdate(ends_at=now - timedelta(minutes=5))
    await sync_to_async(challenge)()
    await DealSet.objects.aupdate(closes_at=now - timedelta(minutes=40))
    by_name = await figures()
    assert [by_name[name] for name in names] == [pytest.approx(300, abs=60), pytest.approx(2400, abs=60)]
    await Tournament.objects.aupdate(paused_at=now)
    assert (await figures())[names[0]] == 0


async def test_analyses_that_wait_are_reported_and_those_that_run_are_not(settings: Any) -> None:
    settings.METRICS_TOKEN, now = TOKEN, timezone.now()
    for number, due in enumerate(
        (now - timedelta(minutes=20), now - timedelta(minutes=1), now + timedelta(minutes=2), None)
    ):
        await Analysis.objects.acreate(key=str(number), record="{}", due_at=due)
    by_name = await figures()
    assert by_name["spades_analyses_waiting"] == 2
    assert by_name["spades_analyses_lag_seconds"] == pytest.approx(1200, abs=60)


async def test_task_that_goes_round_says_so_and_one_that_hangs_does_not(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    goes_on, hangs, may_end = threading.Event(), threading.Event(), threading.Event()

    def hang() -> None:
        hangs.set()
        may_end.wait(60)

    def serve() -> None:
        if hangs.is_set():
            goes_on.set()

    serving = [
        asyncio.create_task(db_threads.serve_every(0, work, name)) for name, work in (("clubs", hang), ("mail", serve))
    ]
    before = timezone.now().timestamp()
    assert await asyncio.to_thread(hangs.wait, 60)
    while (by_name := await figures())['spades_task_round_timestamp_seconds{task="mail"}'] <= before:
        await asyncio.sleep(0)
    hung_since = by_name['spades_task_round_timestamp_seconds{task="clubs"}']
    while (by_name := await figures())['spades_task_round_timestamp_seconds{task="mail"}'] <= hung_since:
        await asyncio.sleep(0)
    assert by_name['spades_task_round_timestamp_seconds{task="clubs"}'] == hung_since
    may_end.set()
    for task in serving:
        task.cancel()


async def test_steps_are_counted_by_how_late_they_are(ana: User, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    code = await sync_to_async(open_table)(ana)
    names = [f'spades_step_late_seconds_bucket{{le="{bound}"}}' for bound in ("2.0", "60.0")]
    before = await figures()
    await Game.objects.filter(code=code).aupdate(due_at=timezone.now() - timedelta(seconds=20))
    assert await sync_to_async(ticker.serve_due)()
    after = await figures()
    assert [after[name] - before[name] for name in names] == [0, 1]


async def test_processes_and_daily_jobs_are_reported(settings: Any) -> None:
    settings.METRICS_TOKEN, now = TOKEN, timezone.now()
    for number in range(3):
        keys = processes.fingerprints() | ({"vapid_key": "another"} if number == 2 else {})
        ticked = now if number else None
        await Process.objects.acreate(name=f"web {number}", started_at=now, seen_at=now, ticked_at=ticked, **keys)
    await DailyJob.objects.acreate(name="chat", due_at=now - timedelta(days=2), done_at=now - timedelta(days=3))
    await DailyJob.objects.acreate(name="backup", due_at=None, done_at=None)
    by_name = await figures()
    assert (by_name["spades_tickers"], by_name["spades_processes_with_other_keys"]) == (2, 1)
    assert by_name['spades_daily_late_seconds{name="chat"}'] == pytest.approx(2 * 86400, abs=60)
    assert by_name['spades_daily_done_timestamp_seconds{name="chat"}'] == pytest.approx(now.timestamp() - 3 * 86400)
    assert by_name['spades_daily_late_seconds{name="backup"}'] == 0


async def test_answers_and_errors_are_counted(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.METRICS_TOKEN = TOKEN
    names = [*(f'spades_answers_total{{status="{status}"}}' for status in ("2xx", "4xx", "5xx")), "spades_errors_total"]
    before = await figures()
    assert (await ask("/rules/", host="localhost")).status == HTTPStatus.OK
    assert (await ask("/nowhere/", host="localhost")).status == HTTPStatus.NOT_FOUND
    monkeypatch.setattr(BaseHandler, "resolve_request", fail)
    assert (await ask("/rules/", host="localhost")).status == HTTPStatus.INTERNAL_SERVER_ERROR
    monkeypatch.setattr(ThreadedHandler, "_answer", fail)
    request = HttpCommunicator(application, "GET", "/rules/", headers=[(b"host", b"localhost")])
    await request.send_input({"type": "http.request", "body": b""})
    with pytest.raises(ConnectionError):
        await request.wait(timeout=30)
    after = await figures()
    assert [after[name] - before[name] for name in names] == [1, 1, 2, 1]
