"""The queue of turns where the cache is out of date, or where something breaks that is no refusal."""

import pytest
from django.db import OperationalError, connection

from games.models import Game
from games.play import loading, queue, table_cache
from games.play.errors import AlreadyMade
from games.play.game_rows import Draft
from games.play.table import take_full_snapshot
from tests.play.waiting_turns import another_process, loaded_tables, next_turn, versions, write
from tests.tables import snapshot_for

pytestmark = pytest.mark.django_db(transaction=True)


class TestStaleCache:
    def test_turn_is_written_after_reloading(self) -> None:
        [code] = loaded_tables(1)
        with another_process():
            queue.take(next_turn(code))
        version = snapshot_for(code).version
        assert write(next_turn(code)) == [None]
        assert snapshot_for(code).version == version + 1
        assert table_cache.full_snapshot_at(code, version + 1) == take_full_snapshot(
            loading.load(loading.game_by_code(code))
        )

    def test_change_that_is_no_event_is_noticed(self) -> None:
        """The cached table would have taken the turn."""
        [code] = loaded_tables(1)
        turn = next_turn(code)
        Game.objects.filter(code=code).update(version=turn.version + 1)
        assert write(turn) == [None]
        assert snapshot_for(code).version == turn.version + 2

    def test_turn_the_cached_table_would_have_taken_is_refused(self) -> None:
        [code] = loaded_tables(1)
        turn = next_turn(code)
        with another_process():
            queue.take(turn)
        assert write(turn) == [AlreadyMade]

    def test_turn_the_cached_table_would_have_refused_is_written(self) -> None:
        """In the cache it is still another player's turn."""
        [code] = loaded_tables(1)
        version = snapshot_for(code).version
        with another_process():
            queue.take(next_turn(code))
        turn = next_turn(code)
        assert table_cache.full_snapshot_at(code, version) == table_cache.full_snapshot_at(code, 0)
        assert write(turn) == [None]

    def test_turns_at_other_tables_are_written_with_it(self) -> None:
        codes = loaded_tables(3)
        waiting = [next_turn(code) for code in codes]
        Game.objects.filter(code=codes[1]).update(version=waiting[1].version + 1)
        before = versions(codes)
        assert write(*waiting) == [None, None, None]
        assert versions(codes) == [version + 1 for version in before]


def run_out_of_disk() -> None:
    raise OperationalError("database or disk is full")


class TestFaults:
    """Errors that are no refusals, of one turn among three."""

    @pytest.fixture
    def broken(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """Return a table at which every move fails, once it is already decided on."""
        [code] = loaded_tables(1)
        append = Draft.append

        def fail_at_this_table(draft: Draft, game: Game, *row: object) -> None:
            append(draft, game, *row)
            if game.code == code:
                raise ZeroDivisionError

        monkeypatch.setattr(Draft, "append", fail_at_this_table)
        return code

    def test_fault_concerns_its_own_turn_only(self, broken: str, caplog: pytest.LogCaptureFixture) -> None:
        one, other = loaded_tables(2)
        before = versions([one, broken, other])
        assert write(*map(next_turn, (one, broken, other))) == [None, ZeroDivisionError, None]
        assert versions([one, broken, other]) == [before[0] + 1, before[1], before[2] + 1]
        assert "ZeroDivisionError" in caplog.text

    def test_table_can_be_played_on_after_a_fault(self, broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
        before = snapshot_for(broken)
        assert write(next_turn(broken)) == [ZeroDivisionError]
        monkeypatch.undo()
        assert snapshot_for(broken) == before
        assert write(next_turn(broken)) == [None]
        assert snapshot_for(broken).version == before.version + 1

    def test_failed_commit_leaves_nothing_behind(self, monkeypatch: pytest.MonkeyPatch, announced: list[str]) -> None:
        [code] = loaded_tables(1)
        announced.clear()
        before, turn = snapshot_for(code), next_turn(code)
        with monkeypatch.context() as broken:
            broken.setattr(connection, "_commit", run_out_of_disk)
            with pytest.raises(OperationalError):
                queue.take(turn)
        assert announced == []
        assert table_cache.full_snapshot_at(code, turn.version + 1) is None
        assert snapshot_for(code) == before
        queue.take(turn)
        assert snapshot_for(code).version == before.version + 1
