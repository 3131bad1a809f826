"""Streams of tables: what has changed reaches the program, until it may not see it any more."""

import asyncio
import json
from threading import current_thread
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import HttpCommunicator
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope, User
from config import handler
from config.asgi import application
from games.competitions.sets.services import open_challenge
from games.engine import Rules
from games.lobby import invitations, tables
from games.operations import streams
from games.play import progress, queue
from tests.api.programs import Program
from tests.config.requests import ask
from tests.tables import (
    act,
    close_table,
    deal,
    finish_deals,
    gather,
    new_player,
    play_on,
    snapshot_for,
    start,
    three_people,
    user_at,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Stream:
    """A stream of a table, "" for that of own events, for a program with a token of this player."""

    def __init__(self, code: str, user: User, accept: str = "*/*", encoding: str = "identity") -> None:
        token = api_tokens.create(user, name="a program", scopes=[Scope.READ])
        authorization = (b"authorization", f"Bearer {token}".encode())
        headers = [(b"host", b"localhost"), authorization, (b"accept", accept.encode())]
        headers.append((b"accept-encoding", encoding.encode()))
        path = f"/api/v1/tables/{code}/stream" if code else "/api/v1/account/stream"
        self._browser = HttpCommunicator(application, "GET", path, headers=headers)
        self._lines: list[bytes] = []
        self.content_type = b""
        self.headers = dict[bytes, bytes]()

    async def open(self) -> int:
        """Ask for the stream, and return the status of the answer."""
        await self._browser.send_input({"type": "http.request", "body": b""})
        begun = await self._browser.receive_output(timeout=30)
        self.headers = dict(begun["headers"])
        self.content_type = self.headers[b"Content-Type"]
        return int(begun["status"])

    async def table(self) -> dict[str, Any] | None:
        """Return the next table or event; None when the stream has ended."""
        while not self._lines:
            part = await self._browser.receive_output(timeout=30)
            if not part.get("more_body"):
                return None
            self._lines += [line for line in part["body"].split(b"\n") if line.strip(b":")]
        message: dict[str, Any] = json.loads(self._lines.pop(0).removeprefix(b"data: "))
        return message

    async def events(self, *kinds: str) -> list[dict[str, Any]]:
        """Return so many events as there are kinds, and check that they are of these."""
        events = [await self.table() for _ in kinds]
        assert [event and event["kind"] for event in events] == list(kinds)
        return [event for event in events if event]

    async def close(self) -> None:
        await self._browser.wait(timeout=0)

    async def is_left(self) -> None:
        """Let the program close its connection, and wait until the site has ended the stream."""
        await self._browser.send_input({"type": "http.disconnect"})
        async with asyncio.timeout(30):
            await self._browser.future


async def test_each_move_is_sent_with_what_the_player_may_know() -> None:
    code = await sync_to_async(three_people)()
    reader = await sync_to_async(lambda: Program(user_at(code, 1)))()
    stream = await sync_to_async(lambda: Stream(code, user_at(code, 1)))()
    assert await stream.open() == 200
    table = await stream.table()
    assert table is not None
    for _ in range(3):
        await sync_to_async(act)(code)
        before, table = table, await stream.table()
        assert table is not None
        assert table["version"] > before["version"]
        assert table == await sync_to_async(reader.get)(f"/tables/{code}")  # whose cards `test_operations` looks at
    await stream.close()


async def test_stream_keeps_no_connection_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool has fewer connections than there may be streams: the pages of all players would wait for one."""
    code = await sync_to_async(three_people)()
    stream = await sync_to_async(lambda: Stream(code, user_at(code, 1)))()
    await stream.open()
    await stream.table()
    given_back = list[str]()
    monkeypatch.setattr(
        BaseDatabaseWrapper,
        "close_if_unusable_or_obsolete",
        lambda _connection: given_back.append(current_thread().name),
    )
    await sync_to_async(act)(code)
    await stream.table()
    assert [name for name in given_back if name.startswith("request-")]
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


async def test_stream_ends_after_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "STILL_THERE", 0.01)
    code = await sync_to_async(three_people)()
    await sync_to_async(close_table)(code)
    stream = await sync_to_async(lambda: Stream(code, user_at(code, 1)))()
    await stream.open()
    table = await stream.table()
    assert table is not None
    assert table["stage"] == "closed"
    assert await stream.table() is None


async def two_where_one_is_allowed(monkeypatch: pytest.MonkeyPatch) -> list[Stream]:
    """Return two streams of one player, of which only one may be open."""
    monkeypatch.setattr(streams, "MOST", 1)
    code = await sync_to_async(three_people)()
    user = await sync_to_async(user_at)(code)
    return [await sync_to_async(Stream)(code, user) for _ in range(2)]


async def test_streams_asked_for_at_the_same_moment_are_not_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "check_may_open", lambda _player: None)
    one, two = await two_where_one_is_allowed(monkeypatch)
    await one.open()
    assert await one.table() is not None
    await two.open()
    assert await two.table() is None
    await one.close()


async def test_player_has_only_so_many_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = await two_where_one_is_allowed(monkeypatch)
    assert await one.open() == 200
    await one.table()
    assert await two.open() == 429
    assert two.headers[b"Retry-After"] == b"8", "by then the site has noticed a program that has gone"
    await one.close()


async def test_stream_ends_when_its_program_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a program whose connection is cut again and again would have as many streams open as it may."""
    one, two = await two_where_one_is_allowed(monkeypatch)
    assert await one.open() == 200
    await one.table()
    await one.is_left()
    assert await two.open() == 200
    await two.close()


async def test_stream_is_not_compressed_part_by_part() -> None:
    """Many programs would read its first part only."""
    code = await sync_to_async(three_people)()
    stream = await sync_to_async(lambda: Stream(code, user_at(code, 1), encoding="gzip"))()
    assert await stream.open() == 200
    table = await stream.table()
    assert table is not None
    assert table["code"] == code
    await stream.close()


async def test_program_for_which_no_thread_is_free_is_asked_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """No middleware sees such a request, so nothing else would make a problem of its refusal."""
    monkeypatch.setattr(handler, "LONGEST_QUEUE", -1.0)
    answer = await ask("/api/v1/account")
    assert (answer.status, answer.headers["content-type"]) == (503, "application/problem+json")
    assert answer.headers["retry-after"]
    assert answer.headers["access-control-allow-origin"] == "*"


async def test_browsers_get_server_sent_events() -> None:
    code = await sync_to_async(three_people)()
    stream = await sync_to_async(lambda: Stream(code, user_at(code, 1), "text/event-stream"))()
    assert await stream.open() == 200
    assert stream.content_type == b"text/event-stream"
    table = await stream.table()
    assert table is not None
    assert table["code"] == code
    await stream.close()


class TestOwnEvents:
    async def test_invitation_game_turns_and_end_are_streamed(self) -> None:
        host, guest = [await sync_to_async(new_player)() for _ in range(2)]
        stream = await sync_to_async(Stream)("", guest)
        assert await stream.open() == 200
        code = await sync_to_async(gather)(host)
        await sync_to_async(invitations.invite)(code=code, inviter=host, name=guest.username)
        assert await stream.events("invited") == [{"kind": "invited", "table": code, "by": host.username}]
        await sync_to_async(tables.sit)(code=code, user=guest, player=1)
        await stream.events("invitation_ended")
        await sync_to_async(start)(code, host)
        assert await stream.events("game_began") == [{"kind": "game_began", "table": code}]
        await sync_to_async(deal)(code)
        await sync_to_async(play_on)(code, lambda snapshot: 1 in (snapshot.view.waiting if snapshot.view else ()))
        assert await stream.events("turn") == [{"kind": "turn", "table": code}]
        await sync_to_async(close_table)(code)
        assert await stream.events("game_over") == [{"kind": "game_over", "table": code}]
        await stream.close()

    async def test_what_waits_is_streamed_first(self) -> None:
        code = await sync_to_async(three_people)()
        waiting = (await sync_to_async(snapshot_for)(code)).view
        assert waiting is not None
        host, user = await sync_to_async(new_player)(), await sync_to_async(user_at)(code, waiting.waiting[0])
        rules = Rules()
        of_set = await sync_to_async(open_challenge)(host=host, rules=rules, count=2, invited=user.username)
        stream = await sync_to_async(Stream)("", user, "text/event-stream")
        assert await stream.open() == 200
        events = await stream.events("challenged", "game_began", "turn")
        assert events[0] == {"kind": "challenged", "set": of_set.code, "by": host.username}
        await stream.close()

    async def test_events_name_no_card(self) -> None:
        """Whatever happens in a deal, the events of its players hold nothing but kinds and codes."""
        code = await sync_to_async(three_people)()
        stream = await sync_to_async(lambda: Stream("", user_at(code, 1)))()
        assert await stream.open() == 200
        await sync_to_async(finish_deals)(code)
        await sync_to_async(close_table)(code)
        events = []
        while not events or events[-1]["kind"] != "game_over":
            event = await stream.table()
            assert event is not None
            events.append(event)
        assert {key for event in events for key in event} == {"kind", "table"}
        assert {event["table"] for event in events} == {code}
        await stream.close()
