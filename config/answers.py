"""The number of answers of this process, by status."""

from http import HTTPStatus
from typing import Any, Final

from prometheus_client import Counter

from accounts.base.sockets import App, Receive, Scope, Send

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
