"""Changes of a game that are no turns, and how both are published once they are committed."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import transaction

from games.models import Game
from games.play import loading, progress, queue, table_cache
from games.play.errors import NoDealNow
from games.play.game_rows import Draft
from games.play.table import take_full_snapshot
from games.pubsub import groups
from games.values import Stage
from tests.play.waiting_turns import SECONDS, connected, loaded_tables, next_turn, write
from tests.tables import at_once, snapshot_for

pytestmark = pytest.mark.django_db(transaction=True)


def close_and_fail(code: str) -> None:
    with queue.change(code) as game:
        progress.close(game)
        raise ZeroDivisionError


class TestChanges:
    """`change()` is the way to write a game besides turns."""

    def test_turn_waits_for_a_change_and_is_taken_after_it(self) -> None:
        [code] = loaded_tables(1)
        turn = next_turn(code)
        with ThreadPoolExecutor(1) as thread:
            with queue.change(code) as game:
                taking = thread.submit(connected, lambda: queue.take(turn))
                while not queue._waiting:
                    assert not taking.done()
                progress.close(game)
                assert not taking.done()
            assert isinstance(taking.exception(SECONDS), NoDealNow)
        assert snapshot_for(code).stage is Stage.CLOSED

    def test_change_waits_for_turns_and_is_made_after_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        [code] = loaded_tables(1)
        turn = next_turn(code)
        writes, may_end, draft_write = threading.Event(), threading.Event(), Draft.write

        def write_slowly(draft: Draft) -> None:
            draft_write(draft)
            writes.set()
            assert may_end.wait(SECONDS)

        def seen_by_a_change() -> int:
            with queue.change(code) as game:
                return game.version

        monkeypatch.setattr(Draft, "write", write_slowly)
        with ThreadPoolExecutor(2) as threads:
            taking = threads.submit(connected, lambda: queue.take(turn))
            assert writes.wait(SECONDS)
            changing = threads.submit(connected, seen_by_a_change)
            assert not changing.done()
            may_end.set()
            taking.result(SECONDS)
            assert changing.result(SECONDS) == turn.version + 1

    def test_turn_after_a_change_sees_it(self) -> None:
        [code] = loaded_tables(1)
        with queue.change(code) as game:
            game.name = "Another name"
            progress.changed(game)
        assert write(next_turn(code)) == [None]
        shown = table_cache.full_snapshot_at(code, snapshot_for(code).version)
        assert shown is not None
        assert shown.base.name == "Another name"

    def test_change_that_fails_is_rolled_back_and_not_published(self, announced: list[str]) -> None:
        [code] = loaded_tables(1)
        announced.clear()
        before = snapshot_for(code)
        with pytest.raises(ZeroDivisionError):
            close_and_fail(code)
        assert (snapshot_for(code), announced) == (before, [])
        assert write(next_turn(code)) == [None]

    def test_change_of_an_unknown_game_is_refused(self) -> None:
        with pytest.raises(Game.DoesNotExist), queue.change("nowhere"):
            pass


class TestPublishing:
    def test_version_is_published_after_its_commit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever is announced of a version finds it in the database, from any connection, and in the cache."""
        [code] = loaded_tables(1)
        seen: list[tuple[str, int, list[str], bool]] = []

        def changed(code: str, version: int) -> None:
            in_database = at_once(1, lambda _: str(Game.objects.get(code=code).version))
            seen.append((code, version, in_database, table_cache.full_snapshot_at(code, version) is not None))

        monkeypatch.setattr(groups, "changed", changed)
        turn = next_turn(code)
        queue.take(turn)
        version = turn.version + 1
        assert seen == [(code, version, [str(version)], True)]

    def test_turn_in_a_transaction_is_published_when_that_commits(self, announced: list[str]) -> None:
        [code] = loaded_tables(1)
        announced.clear()
        version = snapshot_for(code).version
        with transaction.atomic():
            queue.take(next_turn(code))
            assert announced == []
            assert table_cache.full_snapshot_at(code, version + 1) is None
        assert announced == [f"{code} {version + 1}"]
        assert table_cache.full_snapshot_at(code, version + 1) is not None

    def test_turn_in_a_transaction_that_is_rolled_back_is_not_published(self, announced: list[str]) -> None:
        [code] = loaded_tables(1)
        announced.clear()
        turn = next_turn(code)
        with transaction.atomic():
            queue.take(turn)
            transaction.set_rollback(True)
        assert announced == []
        assert table_cache.full_snapshot_at(code, turn.version + 1) is None
        assert snapshot_for(code).version == turn.version
        queue.take(turn)
        assert announced == [f"{code} {turn.version + 1}"]

    def test_reader_that_is_late_does_not_replace_a_newer_version(self) -> None:
        [code] = loaded_tables(1)
        old = take_full_snapshot(loading.load(loading.game_by_code(code)))
        queue.take(next_turn(code))
        table_cache.store(old)
        assert table_cache.full_snapshot_at(code, old.base.version + 1) is not None

    def test_error_of_one_listener_does_not_undo_the_turn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        [code] = loaded_tables(1)
        version = snapshot_for(code).version
        monkeypatch.setattr(groups, "changed", lambda *_: 1 / 0)
        assert write(next_turn(code)) == [None]
        assert snapshot_for(code).version == version + 1
