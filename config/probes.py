"""Probes for monitoring: whether a process runs, whether it can serve, and its figures in Prometheus' format.

These are answered before Django sees the request, so a probe may name the process by its address, needs no session, and
does not wait for a thread that waits for the database.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any, Final, TypeAlias

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, generate_latest

from accounts.base import mail
from accounts.base.sockets import App, Receive, Scope, Send
from accounts.notifications.services import failing_browsers
from accounts.site_config import processes
from accounts.site_config.models import DailyJob
from config import handler
from games.competitions.sets import closing
from games.competitions.tournaments import queries as tournaments
from games.management import daily
from games.play import ticker
from games.review import analysis_jobs

logger = logging.getLogger(__name__)

ANSWERS_WITHIN: Final = 3.0
"""Seconds after which what has not answered counts as down."""

DUE_GAMES: Final = Gauge("spades_due_games", "Games whose next step is due.")
TICKER_LAG: Final = Gauge("spades_ticker_lag_seconds", "By how much the most overdue step of a game is late.")
JOB_DONE: Final = Gauge("spades_daily_done_timestamp_seconds", "When a daily job was done last; 0 for never.", ["name"])
JOB_LATE: Final = Gauge("spades_daily_late_seconds", "How long a daily job has been due.", ["name"])
TICKERS: Final = Gauge("spades_tickers", "Tickers that serve games.")
OTHER_KEYS: Final = Gauge("spades_processes_with_other_keys", "Processes whose keys are not those of the others.")
OVERDUE: Final = Gauge("spades_overdue_seconds", "By how much a round or set is late that should have ended.", ["kind"])
ANALYSES: Final = Gauge("spades_analyses_waiting", "Analyses that wait for a ticker.")
ANALYSES_LAG: Final = Gauge(
    "spades_analyses_lag_seconds", "How long the analysis that is next has waited for a ticker."
)
MAIL_WAITING: Final = Gauge("spades_mail_waiting", "Mails that have not been sent yet.")
FAILING_BROWSERS: Final = Gauge(
    "spades_failing_browsers", "Browsers whose push service took no push, by its last answer.", ["status"]
)

_thread: Final = ThreadPoolExecutor(1, "probe")
"""Only one asks the database: while it does not answer, other probes wait for this thread, and give up."""

_silent: Final[set[str]] = set()
"""What had no answer when it was asked last: the log says so once."""

Answer: TypeAlias = tuple[HTTPStatus, bytes]


class Probes:
    """Answers the addresses of PROBES, and leaves all other requests to the site."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        probe = PROBES.get(scope["path"])
        if probe is None or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        status, body = await probe(scope)
        kind = CONTENT_TYPE_LATEST.encode() if probe is metrics and status == HTTPStatus.OK else b"text/plain"
        headers = [(b"content-type", kind), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": status.value, "headers": headers})
        await send({"type": "http.response.body", "body": body if scope["method"] == "GET" else b""})


async def health(_scope: Scope) -> Answer:
    """Say that the process runs and its event loop is free."""
    return HTTPStatus.OK, b"ok\n"


async def readiness(_scope: Scope) -> Answer:
    """Say whether visitors would be answered, and what does not answer.

    The database has to take a write: one that is full, locked or a replica can still be read. Without the channel layer
    tables are shown and moves are made: if no process were ready then, nobody could play.
    """
    checks = {
        "database": _in_thread(processes.touch),
        "channel layer": _ask_channel_layer(),
        "request threads": _ask_threads(),
    }
    answers = await asyncio.gather(*(_answers(*check) for check in checks.items()))
    silent = [name for name, answer in zip(checks, answers, strict=True) if not answer]
    status = HTTPStatus.SERVICE_UNAVAILABLE if {*silent} - {"channel layer"} else HTTPStatus.OK
    return status, f"no answer from: {', '.join(silent)}\n".encode() if silent else b"ok\n"


async def metrics(scope: Scope) -> Answer:
    """Return the figures of this process and of the site to those who know the token; without one, there are none."""
    if not settings.METRICS_TOKEN:
        return HTTPStatus.NOT_FOUND, b"no METRICS_TOKEN is set\n"
    given = dict(scope["headers"]).get(b"authorization", b"")
    if not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        return HTTPStatus.FORBIDDEN, b"wrong token\n"
    if not await _answers("database", _in_thread(_read_gauges)):
        return HTTPStatus.SERVICE_UNAVAILABLE, b"no answer from: database\n"
    return HTTPStatus.OK, generate_latest()


PROBES: Final[dict[str, Callable[[Scope], Awaitable[Answer]]]] = {
    "/healthz": health,
    "/readyz": readiness,
    "/metrics": metrics,
}


async def _answers(name: str, question: Awaitable[Any]) -> bool:
    """Return whether the question is answered in time, and without an error."""
    try:
        await asyncio.wait_for(question, ANSWERS_WITHIN)
    except Exception as error:  # whatever it is, a probe wants to know and must not fail
        if name not in _silent:
            logger.warning("no answer from the %s: %r", name, error)
        _silent.add(name)
        return False
    if name in _silent:
        logger.warning("the %s answers again", name)
    _silent.discard(name)
    return True


async def _in_thread(work: Callable[[], object]) -> None:
    """Do the work, which uses the database, in the thread for that."""

    def do() -> None:
        try:
            work()
        finally:
            connection.close()

    await asyncio.get_running_loop().run_in_executor(_thread, do)


async def _ask_threads() -> None:
    if handler.are_late(ANSWERS_WITHIN):
        raise TimeoutError


async def _ask_channel_layer() -> None:
    await get_channel_layer().group_send("nobody", {"type": "probe"})


def _read_gauges() -> None:
    games, lag = ticker.backlog()
    DUE_GAMES.set(games)
    TICKER_LAG.set(lag.total_seconds())
    OVERDUE.labels("round").set(tournaments.overdue().total_seconds())
    OVERDUE.labels("set").set(closing.overdue().total_seconds())
    analyses, analyses_lag = analysis_jobs.backlog()
    ANALYSES.set(analyses)
    ANALYSES_LAG.set(analyses_lag.total_seconds())
    MAIL_WAITING.set(mail.waiting())
    for job in DailyJob.objects.all():
        JOB_DONE.labels(job.name).set(job.done_at.timestamp() if job.done_at else 0)
        JOB_LATE.labels(job.name).set(daily.late(job).total_seconds())
    running = processes.running()
    TICKERS.set(sum(map(processes.ticks, running)))
    OTHER_KEYS.set(len({name for names in processes.with_other_keys(running).values() for name in names}))
    FAILING_BROWSERS.clear()
    for status, browsers in failing_browsers().items():
        FAILING_BROWSERS.labels(status).set(browsers)


ANSWERS: Final = Counter("spades_answers_total", "Answers to requests, by the first digit of the status.", ["status"])

for digit in range(2, 6):
    ANSWERS.labels(f"{digit}xx")  # so that each is there, as 0, before the first


class CountAnswers:
    """Counts each answer of an application, and as one with status 500 that it fails without an answer."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_and_count(message: dict[str, Any]) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                _count(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, send_and_count)
        except Exception:
            if not has_begun:
                _count(HTTPStatus.INTERNAL_SERVER_ERROR)
            raise


def _count(status: int) -> None:
    ANSWERS.labels(f"{status // 100}xx").inc()
