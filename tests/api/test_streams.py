"""Streams of tables: what has changed reaches the program, until it may not see it any more."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import HttpCommunicator

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope, User
from config.asgi import application
from games.api import streams
from games.play import progress, queue
from tests.tables import act, new_player, three_people, user_at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Stream:
    """A stream of a table, for a program with a token of this player."""

    def __init__(self, code: str, user: User) -> None:
        token = api_tokens.create(user, name="a program", scopes=[Scope.READ])
        headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {token}".encode())]
        self._browser = HttpCommunicator(application, "GET", f"/api/v1/tables/{code}/stream", headers=headers)

    async def open(self) -> int:
        """Ask for the stream, and return the status of the answer."""
        await self._browser.send_input({"type": "http.request", "body": b""})
        return int((await self._browser.receive_output(timeout=30))["status"])

    async def table(self) -> dict[str, Any] | None:
        """Return the next table; None when the stream has ended."""
        while True:
            part = await self._browser.receive_output(timeout=30)
            if not part.get("more_body"):
                return None
            if part["body"].strip():
                table: dict[str, Any] = json.loads(part["body"])
                return table

    async def close(self) -> None:
        await self._browser.wait(timeout=0)


async def test_each_move_is_sent_with_what_the_player_may_know() -> None:
    code = await sync_to_async(three_people)()
    stream = await sync_to_async(lambda: Stream(code, user_at(code, 1)))()
    assert await stream.open() == 200
    table = await stream.table()
    assert table is not None
    for _ in range(3):
        await sync_to_async(act)(code)
        before, table = table, await stream.table()
        assert table is not None
        assert table["version"] > before["version"]
        assert table["player"] == 1
    await stream.close()


async def test_stream_ends_when_its_token_is_withdrawn() -> None:
    code = await sync_to_async(three_people)()
    user = await sync_to_async(user_at)(code)
    stream = await sync_to_async(Stream)(code, user)
    await stream.open()
    assert await stream.table() is not None
    await sync_to_async(user.api_tokens.all().delete)()
    await sync_to_async(act)(code)
    assert await stream.table() is None


def close_to_spectators(code: str) -> None:
    with queue.change(code) as game:
        game.spectators = False
        progress.changed(game)


async def test_stream_of_a_spectator_ends_quietly_when_the_table_is_closed_to_spectators() -> None:
    code = await sync_to_async(three_people)()
    stream = await sync_to_async(lambda: Stream(code, new_player()))()
    await stream.open()
    assert await stream.table() is not None
    await sync_to_async(close_to_spectators)(code)
    assert await stream.table() is None


async def test_streams_asked_for_at_the_same_moment_are_not_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST", 1)
    monkeypatch.setattr(streams, "check_may_open", lambda _player: None)
    code = await sync_to_async(three_people)()
    user = await sync_to_async(user_at)(code)
    one, two = [await sync_to_async(Stream)(code, user) for _ in range(2)]
    await one.open()
    assert await one.table() is not None
    await two.open()
    assert await two.table() is None
    await one.close()


async def test_player_has_only_so_many_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST", 1)
    code = await sync_to_async(three_people)()
    user = await sync_to_async(user_at)(code)
    one, two = [await sync_to_async(Stream)(code, user) for _ in range(2)]
    assert await one.open() == 200
    await one.table()
    assert await two.open() == 429
    await one.close()
