"""The queue of turns: those that wait share a transaction, and each is written or refused for itself."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.engine import Action, IllegalAction, Play
from games.models import Game, Stage
from games.play import cache, loading, progress, proposals, queue
from games.play.errors import AlreadyMade, NoDealNow, NotPossible, StaleGame
from games.play.event_log import Draft
from games.play.table import snapshots
from games.play.turns import Turn
from games.pubsub import groups
from tests.tables import at_once, look, people_to_act, sensible, state_of, three_people

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 30


def next_action(code: str) -> Action:
    """Return what a bot would do in the place of the player the deal waits for."""
    return sensible(code, people_to_act(look(code))[0])


def next_turn(code: str) -> Turn:
    return Turn(code, next_action(code), look(code).version)


def illegal_turn(code: str) -> Turn:
    """Return a turn with a card while players still bid."""
    player = people_to_act(look(code))[0]
    return Turn(code, Play(player, state_of(code).dealt[player][0]), look(code).version)


def versions(codes: list[str]) -> list[int]:
    """Return the versions of these tables in the database."""
    return [Game.objects.get(code=code).version for code in codes]


def loaded_tables(count: int) -> list[str]:
    """Return tables at which one move was made, so that the cache has them."""
    codes = [three_people() for _ in range(count)]
    for code in codes:
        queue.take(next_turn(code))
    return codes


def unread_tables(count: int) -> list[str]:
    """Return tables like these that nobody of this process has loaded since."""
    codes = loaded_tables(count)
    cache.clear()
    return codes


def write(*waiting: Turn) -> list[type[BaseException] | None]:
    """Let these turns wait together and be written; return what each was refused for, None if it was not."""
    outcomes = [queue.submit(turn) for turn in waiting]
    queue.write_waiting()
    return [refusal_in(outcome) for outcome in outcomes]


def refusal_in(outcome: Future[None]) -> type[BaseException] | None:
    refusal = outcome.exception(SECONDS)
    return None if refusal is None else type(refusal)


@contextmanager
def transactions() -> Iterator[list[str]]:
    """Collect the statements that commit a transaction of this thread."""
    committed: list[str] = []
    with CaptureQueriesContext(connection) as queries:
        yield committed
    committed += [query["sql"] for query in queries if query["sql"] == "COMMIT"]


@contextmanager
def another_process() -> Iterator[None]:
    """Let what happens inside happen in another process, of which this one's cache hears nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "take", lambda _code: None)
        patch.setattr(cache, "publish_on_commit", lambda _table: None)
        yield


def connected(work: Callable[[], object]) -> object:
    """Do this in a thread, and close the thread's database connection."""
    try:
        return work()
    finally:
        connection.close()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of announced tables and versions."""
    announced: list[str] = []
    monkeypatch.setattr(groups, "changed", lambda code, version: announced.append(f"{code} {version}"))
    return announced


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
        version = look(code).version
        second = next_turn(code)
        with another_process(), transaction.atomic():
            queue.take(second)
            third = next_turn(code)
            transaction.set_rollback(True)
        with transactions() as committed:
            assert write(second, third) == [None, None]
        assert len(committed) == 1
        assert look(code).version == version + 2
        assert cache.snapshots(code, version + 2) == snapshots(loading.load(loading.game_by_code(code)))

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

    def test_writers_in_many_threads_each_hear_their_own_outcome(self) -> None:
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
        before = look(code)
        assert write(illegal_turn(code)) != [None]
        assert (look(code), announced) == (before, [])

    def test_turn_of_a_player_for_whom_a_bot_plays_is_refused(self) -> None:
        [code] = loaded_tables(1)
        action = next_action(code)
        proposals.give_up(code=code, player=action.player)
        with pytest.raises(NotPossible):
            queue.take_turn(code=code, action=action, version=look(code).version)


class TestStaleCache:
    def test_turn_is_written_after_reloading(self) -> None:
        [code] = loaded_tables(1)
        with another_process():
            queue.take(next_turn(code))
        version = look(code).version
        assert write(next_turn(code)) == [None]
        assert look(code).version == version + 1
        assert cache.snapshots(code, version + 1) == snapshots(loading.load(loading.game_by_code(code)))

    def test_change_that_is_no_event_is_noticed(self) -> None:
        """The cached table would have taken the turn."""
        [code] = loaded_tables(1)
        turn = next_turn(code)
        Game.objects.filter(code=code).update(version=turn.version + 1)
        assert write(turn) == [None]
        assert look(code).version == turn.version + 2

    def test_turn_the_cached_table_would_have_taken_is_refused(self) -> None:
        [code] = loaded_tables(1)
        turn = next_turn(code)
        with another_process():
            queue.take(turn)
        assert write(turn) == [AlreadyMade]

    def test_turn_the_cached_table_would_have_refused_is_written(self) -> None:
        """In the cache it is still another player's turn."""
        [code] = loaded_tables(1)
        version = look(code).version
        with another_process():
            queue.take(next_turn(code))
        turn = next_turn(code)
        assert cache.snapshots(code, version) == cache.snapshots(code, 0)
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
        before = look(broken)
        assert write(next_turn(broken)) == [ZeroDivisionError]
        monkeypatch.undo()
        assert look(broken) == before
        assert write(next_turn(broken)) == [None]
        assert look(broken).version == before.version + 1

    def test_failed_commit_leaves_nothing_behind(self, monkeypatch: pytest.MonkeyPatch, announced: list[str]) -> None:
        [code] = loaded_tables(1)
        announced.clear()
        before, turn = look(code), next_turn(code)
        with monkeypatch.context() as broken:
            broken.setattr(connection, "_commit", run_out_of_disk)
            with pytest.raises(OperationalError):
                queue.take(turn)
        assert announced == []
        assert cache.snapshots(code, turn.version + 1) is None
        assert look(code) == before
        queue.take(turn)
        assert look(code).version == before.version + 1


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
        assert look(code).stage is Stage.CLOSED

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
        shown = cache.snapshots(code, look(code).version)
        assert shown is not None
        assert shown.shown.name == "Another name"

    def test_change_that_fails_is_rolled_back_and_not_told(self, announced: list[str]) -> None:
        [code] = loaded_tables(1)
        announced.clear()
        before = look(code)
        with pytest.raises(ZeroDivisionError):
            close_and_fail(code)
        assert (look(code), announced) == (before, [])
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
            seen.append((code, version, in_database, cache.snapshots(code, version) is not None))

        monkeypatch.setattr(groups, "changed", changed)
        turn = next_turn(code)
        queue.take(turn)
        version = turn.version + 1
        assert seen == [(code, version, [str(version)], True)]

    def test_turn_in_a_transaction_is_published_when_that_commits(self, announced: list[str]) -> None:
        [code] = loaded_tables(1)
        announced.clear()
        version = look(code).version
        with transaction.atomic():
            queue.take(next_turn(code))
            assert announced == []
            assert cache.snapshots(code, version + 1) is None
        assert announced == [f"{code} {version + 1}"]
        assert cache.snapshots(code, version + 1) is not None

    def test_turn_in_a_transaction_that_is_rolled_back_is_not_published(self, announced: list[str]) -> None:
        [code] = loaded_tables(1)
        announced.clear()
        turn = next_turn(code)
        with transaction.atomic():
            queue.take(turn)
            transaction.set_rollback(True)
        assert announced == []
        assert cache.snapshots(code, turn.version + 1) is None
        assert look(code).version == turn.version
        queue.take(turn)
        assert announced == [f"{code} {turn.version + 1}"]

    def test_reader_that_is_late_does_not_replace_a_newer_version(self) -> None:
        [code] = loaded_tables(1)
        old = snapshots(loading.load(loading.game_by_code(code)))
        queue.take(next_turn(code))
        cache.show(old)
        assert cache.snapshots(code, old.version + 1) is not None

    def test_error_of_one_listener_does_not_undo_the_turn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        [code] = loaded_tables(1)
        version = look(code).version
        monkeypatch.setattr(groups, "changed", lambda *_: 1 / 0)
        assert write(next_turn(code)) == [None]
        assert look(code).version == version + 1
