"""The queue of turns: those that wait share a transaction, and each is written or refused for itself."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from psycopg.errors import AdminShutdown, LockNotAvailable, QueryCanceled

from games.engine import IllegalAction
from games.models import Game
from games.play import loading, proposals, queue, table_cache
from games.play.errors import AlreadyMade, NotPossible, StaleGame
from games.play.table import take_full_snapshot
from games.play.turns import Turn
from tests.play.waiting_turns import (
    SECONDS,
    another_process,
    connected,
    illegal_turn,
    loaded_tables,
    next_action,
    next_turn,
    refusal_in,
    transactions,
    unread_tables,
    versions,
    write,
)
from tests.tables import at_once, snapshot_for, three_people

pytestmark = pytest.mark.django_db(transaction=True)


class TestSharing:
    def test_waiting_turns_share_one_transaction(self) -> None:
        codes = [three_people() for _ in range(3)]
        before, waiting = versions(codes), [next_turn(code) for code in codes]
        with transactions() as committed:
            assert write(*waiting) == [None, None, None]
        assert len(committed) == 1
        assert versions(codes) == [version + 1 for version in before]

    def test_consecutive_turns_at_one_table_share_one_transaction(self) -> None:
        [code] = loaded_tables(1)
        version = snapshot_for(code).version
        second = next_turn(code)
        with another_process(), transaction.atomic():
            queue.take(second)
            third = next_turn(code)
            transaction.set_rollback(True)
        with transactions() as committed:
            assert write(second, third) == [None, None]
        assert len(committed) == 1
        assert snapshot_for(code).version == version + 2
        assert table_cache.full_snapshot_at(code, version + 2) == take_full_snapshot(
            loading.load(loading.game_by_code(code))
        )

    def test_turns_that_come_while_a_transaction_runs_share_the_next(self, monkeypatch: pytest.MonkeyPatch) -> None:
        codes = loaded_tables(3)
        first, *others = [next_turn(code) for code in codes]
        batches: list[int] = []
        runs, may_end, write_together = threading.Event(), threading.Event(), queue._write_together

        def write_slowly(batch: list[Turn]) -> list[Exception | None]:
            batches.append(len(batch))
            runs.set()
            assert may_end.wait(SECONDS)
            return write_together(batch)

        monkeypatch.setattr(queue, "_write_together", write_slowly)
        with ThreadPoolExecutor(1) as thread:
            taking = thread.submit(connected, lambda: queue.take(first))
            assert runs.wait(SECONDS)
            outcomes = [queue.submit(turn) for turn in others]
            may_end.set()
            taking.result(SECONDS)
        assert [refusal_in(outcome) for outcome in outcomes] == [None, None]
        assert batches == [1, 2]

    def test_turn_that_waits_too_long_for_another_writer_is_given_up_and_not_made(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        [code, another] = loaded_tables(2)
        monkeypatch.setattr(queue, "LONGEST_WAIT", 0.01)
        with queue.alone(), ThreadPoolExecutor(1) as thread:  # as while its statement waits for a lock
            for attempt in (lambda: queue.take(next_turn(code)), lambda: queue.change(another).__enter__()):
                with pytest.raises(OperationalError, match="wait for the database"):
                    thread.submit(connected, attempt).result(SECONDS)
        before = versions([code])
        assert write(next_turn(another)) == [None]
        assert versions([code]) == before

    @pytest.mark.parametrize(("reason", "tries"), [(AdminShutdown, 2), (LockNotAvailable, 1), (QueryCanceled, 1)])
    def test_turns_are_written_once_more_unless_the_database_has_waited_for_a_lock(
        self, reason: type[Exception], tries: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tried: list[object] = []

        def fail(batch: object) -> None:
            tried.append(batch)
            raise OperationalError("the statement was ended") from reason()

        [code] = loaded_tables(1)
        monkeypatch.setattr(queue, "_write_together", fail)
        monkeypatch.setattr(connection, "vendor", "postgresql")
        with pytest.raises(OperationalError):
            queue.take(next_turn(code))
        assert len(tried) == tries

    def test_transaction_has_a_limited_number_of_turns(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(queue, "MOST_AT_ONCE", 2)
        waiting = [next_turn(code) for code in loaded_tables(3)]
        with transactions() as committed:
            assert write(*waiting) == [None, None, None]
        assert len(committed) == 2

    def test_turns_of_many_tables_take_as_many_statements_as_one_turn(self) -> None:
        alone, *together = [next_turn(code) for code in loaded_tables(4)]
        counts = []
        for waiting in ([alone], together):
            with CaptureQueriesContext(connection) as queries:
                assert not any(write(*waiting))
            counts.append(len(queries))
        assert counts[0] == counts[1]

    def test_writers_in_many_threads_each_get_their_own_outcome(self) -> None:
        codes = loaded_tables(5)
        waiting = [next_turn(code) for code in codes]
        before = versions(codes)

        def attempt(number: int) -> str:
            try:
                queue.take(waiting[number // 2])
            except AlreadyMade:
                return "refused"
            return "done"

        assert at_once(10, attempt) == ["done"] * 5 + ["refused"] * 5
        assert versions(codes) == [version + 1 for version in before]


class TestRefusals:
    @pytest.mark.parametrize("tables", [loaded_tables, unread_tables], ids=["cached", "not cached"])
    def test_refused_turn_does_not_touch_other_turns_of_its_batch(self, tables: Callable[[int], list[str]]) -> None:
        """Neither those at its own table nor those at others."""
        codes = tables(3)
        before = versions(codes)
        first, second, third = [next_turn(code) for code in codes]
        illegal, nowhere = illegal_turn(first.code), Turn("nowhere", first.action, 1)
        outdated = Turn(third.code, third.action, third.version - 1)
        illegal_outcome, *outcomes = write(illegal, first, nowhere, second, outdated, third, first)
        assert illegal_outcome is not None
        assert issubclass(illegal_outcome, IllegalAction | StaleGame)
        assert outcomes == [None, Game.DoesNotExist, None, StaleGame, None, AlreadyMade]
        assert versions(codes) == [version + 1 for version in before]

    def test_refused_turn_changes_and_publishes_nothing(self, announced: list[str]) -> None:
        [code] = loaded_tables(1)
        announced.clear()
        before = snapshot_for(code)
        assert write(illegal_turn(code)) != [None]
        assert (snapshot_for(code), announced) == (before, [])

    def test_turn_of_a_player_for_whom_a_bot_plays_is_refused(self) -> None:
        [code] = loaded_tables(1)
        action = next_action(code)
        proposals.give_up(code=code, player=action.player)
        with pytest.raises(NotPossible):
            queue.take_turn(code=code, action=action, version=snapshot_for(code).version)
