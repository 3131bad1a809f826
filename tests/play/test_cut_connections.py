"""Turns on a PostgreSQL server that cuts the connection: before, within and right after the transaction."""

import asyncio
import threading
from contextlib import suppress

import psycopg
import pytest
from django.db import OperationalError, connection

from accounts.base import db_threads
from games.models import Event, Seat, bulk
from games.play.errors import AlreadyMade
from games.play.game_rows import Draft
from tests.play.waiting_turns import loaded_tables, next_turn, write
from tests.tables import snapshot_for

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("beside")]


def cut(address: str) -> None:
    """Let the server end this thread's connection."""
    number = connection.connection.info.backend_pid
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(%s, 10000)", [number])


def events_after(code: str, version: int) -> int:
    return Event.objects.filter(game__code=code, sequence__gt=version).count()


def test_turn_after_a_cut_is_made(postgres_url: str) -> None:
    [code] = loaded_tables(1)
    turn = next_turn(code)
    cut(postgres_url)
    assert write(turn) == [None]
    assert events_after(code, turn.version) == 1


def test_turns_cut_before_their_commit_are_made_once(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = loaded_tables(2)
    waiting, draw_up = [next_turn(code) for code in codes], Draft.write

    def write_and_cut(draft: Draft) -> None:
        draw_up(draft)
        monkeypatch.undo()
        cut(postgres_url)

    monkeypatch.setattr(Draft, "write", write_and_cut)
    assert write(*waiting) == [None, None]
    assert [events_after(turn.code, turn.version) for turn in waiting] == [1, 1]


def test_turn_whose_commit_was_not_confirmed_is_made_once_and_announced(
    postgres_url: str, announced: list[str]
) -> None:
    [code] = loaded_tables(1)
    turn, commit = next_turn(code), connection._commit
    announced.clear()

    def commit_and_cut() -> None:
        connection._commit = commit
        commit()
        cut(postgres_url)
        with connection.wrap_database_errors:
            connection.connection.execute("SELECT 1")

    connection._commit = commit_and_cut
    assert write(turn) == [AlreadyMade]
    assert events_after(code, turn.version) == 1
    assert announced


def test_turn_whose_commit_got_a_strange_answer_as_the_connection_was_cut_is_made_once(postgres_url: str) -> None:
    """psycopg counts the answers to a commit: two of them, the second from the end, are an error of its own."""
    [code] = loaded_tables(1)
    turn, commit = next_turn(code), connection._commit

    def commit_and_cut() -> None:
        connection._commit = commit
        commit()
        cut(postgres_url)
        with connection.wrap_database_errors:
            with suppress(psycopg.OperationalError):
                connection.connection.execute("SELECT 1")
            raise psycopg.InternalError("received 2 results from command 'COMMIT'")

    connection._commit = commit_and_cut
    assert write(turn) == [AlreadyMade]
    assert events_after(code, turn.version) == 1


def test_reading_is_done_again_after_a_deadlock() -> None:
    reasons = [psycopg.errors.DeadlockDetected("deadlock detected")]

    def read() -> int:
        with connection.wrap_database_errors:
            while reasons:
                raise reasons.pop()
        return 1

    assert db_threads.twice_if_cut(read)() == 1


def test_reading_is_done_again_after_a_cut_and_only_then(postgres_url: str) -> None:
    [code] = loaded_tables(1)
    read = db_threads.twice_if_cut(lambda: snapshot_for(code).version)
    before = read()
    cut(postgres_url)
    assert read() == before
    with pytest.raises(ZeroDivisionError):
        db_threads.twice_if_cut(lambda: 1 / 0)()


async def test_task_whose_connection_was_cut_since_its_last_look_goes_on(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    has_cut, has_looked_again = threading.Event(), threading.Event()

    def look() -> None:
        Event.objects.exists()
        if has_cut.is_set():
            has_looked_again.set()
        else:
            cut(postgres_url)
            has_cut.set()

    task = asyncio.create_task(db_threads.serve_every(0, look, "clubs"))
    assert await asyncio.to_thread(has_looked_again.wait, 60)
    task.cancel()
    assert "clubs failed" not in caplog.text


def test_cut_while_many_rows_are_written_is_known_as_a_cut(postgres_url: str) -> None:
    snapshot_for(loaded_tables(1)[0])
    cut(postgres_url)
    with pytest.raises(OperationalError):
        bulk.insert(Seat, [Seat(game_id=1, player=0)])
    connection.close()
