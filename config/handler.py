"""The handler of HTTP requests: each is answered in one of a few threads, which keep their database connections."""

import asyncio
import math
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from functools import partial
from time import monotonic
from typing import IO, Any, Final, cast

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.db import OperationalError
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils import translation

from config.middleware import IS_DEADLOCK, unavailable
from games.api.middleware import as_the_api_refuses

THREADS: Final = 8
"""How many requests are answered at the same time. Most take a few milliseconds, and Python runs one thread at once."""

LONGEST_WAIT: Final = 5.0
"""Seconds after which a request that waits behind one that is held is answered 503: it would be held as well."""

HELD_AFTER: Final = 4.0
"""Seconds after which a request is held by something else, such as a locked database (`DATABASE_WAIT_SECONDS`)."""

LONGEST_QUEUE: Final = 30.0
"""Seconds after which a request is answered 503 although those before it are answered: its visitor has gone."""

_unanswered: Final[dict[object, float]] = {}
"""When each request arrived that has no answer yet."""


def are_late(seconds: float) -> bool:
    """Return whether as many requests as there are threads have had no answer for so long."""
    earliest = monotonic() - seconds
    return sum(arrived < earliest for arrived in _unanswered.values()) >= THREADS


class RequestThread:
    """A thread that answers requests one after another. `waiting` is how many it has to answer, and `held_until` when
    its last one that was held has ended.
    """

    def __init__(self, number: int) -> None:
        self.executor = ThreadPoolExecutor(1, f"request-{number}")
        self.waiting = 0
        self.held_until = -math.inf

    def is_too_late(self, arrived: float) -> bool:
        """Return whether a request that arrived at this time, and whose turn it is, has waited for too long: behind a
        crowd it waits longer than behind an outage, which it would meet too.
        """
        longest = LONGEST_WAIT if arrived <= self.held_until else LONGEST_QUEUE
        return monotonic() - arrived > longest

    def note_end(self, began: float) -> None:
        """Note that a request ends whose answer began at this time."""
        if monotonic() - began > HELD_AFTER:
            self.held_until = monotonic()


class ThreadedHandler(ASGIHandler):
    """Django's handler, but a request goes to its thread once, and the thread is not new.

    Django starts a thread for each request, which opens a database connection, and goes to and from it several times.
    That takes longer than most answers: /robots.txt costs 2.1 ms of a processor with Django's handler, and 0.46 ms with
    this one, which pays for what no document has (tests/config/test_handler.py). When the server ends meanwhile, such a
    thread waits for the loop for ever. Django also listens for the browser's end all the time, which would not end the
    work of a thread: here only a stream ends when its reader has gone.
    """

    def __init__(self) -> None:
        super().__init__()
        self._threads = [RequestThread(number) for number in range(THREADS)]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request. Django does so in a context of asgiref's, which here only streams need."""
        await self.handle(scope, receive, send)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            thread, context = min(self._threads, key=lambda thread: thread.waiting), copy_context()
            response = await self._answer_in(thread, context, scope, body)
            if response.streaming:
                sending = self._stream(thread, response, receive, send)
                await asyncio.get_running_loop().create_task(sending, context=context)
            else:
                await self.send_response(response, send)

    async def _answer_in(
        self, thread: RequestThread, context: Context, scope: Any, body: IO[bytes]
    ) -> HttpResponseBase:
        """Return the response, made in this thread and context."""
        thread.waiting += 1
        _unanswered[body] = arrived = monotonic()
        try:
            loop = asyncio.get_running_loop()
            answer = partial(self._answer_in_time, thread, scope, body, arrived)
            return await loop.run_in_executor(thread.executor, context.run, answer)
        finally:
            del _unanswered[body]
            thread.waiting -= 1

    async def _stream(self, thread: RequestThread, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send a streaming response, made in this thread and in the context of the request: its language, for one."""
        async with ThreadSensitiveContext(executor=thread.executor):
            try:
                await self._send_while_read(response, receive, send)
            finally:
                await sync_to_async(response.close)()

    async def _send_while_read(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send a streaming response; one that waits for what is new, until its reader has gone."""
        assert isinstance(response, StreamingHttpResponse), "no other answer is streamed"
        if not response.is_async:
            response.streaming_content = _read_piecewise(cast(Iterator[bytes], response.streaming_content))
            await self.send_response(response, send)
            return
        sending, leaving = asyncio.ensure_future(self.send_response(response, send)), asyncio.ensure_future(receive())
        try:
            await asyncio.wait([sending, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            sending.cancel()
            await asyncio.wait([sending, leaving])
        if not sending.cancelled():
            sending.result()  # raises what has ended it

    def _answer_in_time(self, thread: RequestThread, scope: Any, body: IO[bytes], arrived: float) -> HttpResponseBase:
        """Answer a request, unless it has waited for this thread for too long. Runs in the thread."""
        if thread.is_too_late(arrived):
            return self._refuse(scope, body)
        began = monotonic()
        try:
            return self._answer(scope, body)
        finally:
            thread.note_end(began)

    def _refuse(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        request, refusal = self.create_request(scope, body)
        if request is None:
            assert refusal is not None, "a request is either read or refused"
            return refusal
        with translation.override(translation.get_language_from_request(request)):
            refusal = unavailable(request, OperationalError("all threads are busy with requests that wait"))
            return as_the_api_refuses(request, refusal)

    def _answer(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        """Return the response, closed unless it has yet to be read. Runs in the thread.

        Daphne would send the rows of a streamed answer to HEAD as well, where the next answer is expected.
        """
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        response = self._respond(scope, body)
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if response.streaming and scope["method"] == "HEAD":
            response.close()
            response = HttpResponse(status=response.status_code, headers=response.headers)
        if not response.streaming:
            response.close()
        return response

    def _respond(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        """Return the response. A page that was in a deadlock, as it may be with a migration, is asked for again."""
        response, is_deadlock = self._respond_once(scope, body)
        if is_deadlock and scope["method"] in ("GET", "HEAD"):
            body.seek(0)  # the first response is not closed, which would close this too: it holds nothing else
            response, _ = self._respond_once(scope, body)
        return response

    def _respond_once(self, scope: Any, body: IO[bytes]) -> tuple[HttpResponseBase, bool]:
        """Return the response, and whether the database has ended a deadlock by refusing to answer."""
        request, refusal = self.create_request(scope, body)
        if request is None:
            assert refusal is not None, "a request is either read or refused"
            return refusal, False
        return self.get_response(request), IS_DEADLOCK in request.META


async def _read_piecewise(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield what a file holds piece by piece, each read in the thread of its request.

    Django would read all of it before it sends anything, and warn.
    """
    read = sync_to_async(partial(next, pieces, None))
    while (piece := await read()) is not None:
        yield piece
