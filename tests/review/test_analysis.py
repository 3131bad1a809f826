"""The queue of deal analyses."""

import asyncio
import json
import threading
from collections.abc import Generator
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.db.models import F
from django.utils import timezone
from redis.exceptions import ConnectionError as NotConnected

from games.engine import State, record_of
from games.models import Analysis
from games.review import analysis_jobs
from games.review.analysis_jobs import StepFailed
from tests.builders import ONE_SUIT_EACH, bid, new_deal, play_out

pytestmark = pytest.mark.django_db


def finished() -> State:
    return play_out(bid(new_deal(ONE_SUIT_EACH), 13, 0, 0))


class FakeRunner:
    """A fake step runner that records its calls and fails in the given steps."""

    def __init__(self, *fails: str) -> None:
        self.steps: list[str] = []
        self.fails = fails

    def __call__(self, record: str, step: str) -> Any:
        self.steps.append(step)
        if step in self.fails:
            raise StepFailed("it took too long")
        return [step, json.loads(record)["dealer"]]


def run_all(runner: FakeRunner) -> Analysis:
    """Run all attempts, also those due later, and return the analysis of the deal."""
    analysis = analysis_jobs.request_analysis(finished(), permanent=True, asked_by="")
    assert analysis is not None
    while analysis_jobs.run_next(runner):
        Analysis.objects.filter(due_at__isnull=False).update(due_at=timezone.now() - timedelta(seconds=1))
    analysis.refresh_from_db()
    assert analysis.due_at is None
    return analysis


def known() -> Analysis | None:
    return analysis_jobs.find_analysis(finished(), permanent=True)


def test_analysis_of_an_imported_record_becomes_permanent_for_a_deal_of_a_table() -> None:
    imported = analysis_jobs.request_analysis(finished(), permanent=False, asked_by="")
    assert imported is not None
    assert known() == imported
    Analysis.objects.filter(expires_at__isnull=False).update(expires_at=timezone.now() - timedelta(days=1))
    analysis_jobs.delete_expired()
    assert known() == imported


def test_deal_is_queued_once() -> None:
    assert known() is None
    first = analysis_jobs.request_analysis(finished(), permanent=True, asked_by="")
    assert first == analysis_jobs.request_analysis(finished(), permanent=True, asked_by="") == known()
    assert first is not None
    assert json.loads(first.record) == record_of(finished())
    assert Analysis.objects.count() == 1


def test_steps_run_in_order_and_then_nothing_is_due() -> None:
    analysis_jobs.request_analysis(finished(), permanent=True, asked_by="")
    runner = FakeRunner()
    assert analysis_jobs.run_next(runner)
    halfway = known()
    assert halfway is not None
    assert (halfway.tricks, halfway.points, halfway.thoughts, halfway.bids) == (["tricks", 2], None, None, None)
    for _ in range(3):
        assert analysis_jobs.run_next(runner)
    assert not analysis_jobs.run_next(runner)
    assert runner.steps == ["tricks", "points", "thoughts", "bids"]
    end = known()
    assert end is not None
    assert [getattr(end, step) for step in analysis_jobs.STEPS] == [[step, 2] for step in analysis_jobs.STEPS]
    assert end.due_at is None


def test_running_analysis_is_not_taken_by_another_worker() -> None:
    analysis_jobs.request_analysis(finished(), permanent=True, asked_by="")

    def meanwhile(_record: str, _what: str) -> Any:
        assert not analysis_jobs.run_next(FakeRunner())
        return []

    assert analysis_jobs.run_next(meanwhile)


def test_failing_step_is_given_up_after_three_attempts() -> None:
    runner = FakeRunner(*analysis_jobs.STEPS)
    analysis = run_all(runner)
    assert runner.steps == [step for step in analysis_jobs.STEPS for _ in range(3)]
    assert [getattr(analysis, step) for step in analysis_jobs.STEPS] == [None] * 4


def test_step_whose_process_is_killed_for_40_minutes_is_computed_in_the_end() -> None:
    analysis_jobs.request_analysis(finished(), permanent=True, asked_by="")
    waits = []

    def killed(_record: str, _step: str) -> None:
        waits.append(Analysis.objects.get().due_at - timezone.now())
        raise KeyboardInterrupt

    while sum(waits, timedelta()) < timedelta(minutes=40):
        with pytest.raises(KeyboardInterrupt):
            analysis_jobs.run_next(killed)
        Analysis.objects.update(due_at=timezone.now())
    assert waits[0] <= timedelta(seconds=analysis_jobs.TAKEN_SECONDS)
    runner = FakeRunner()
    analysis = run_all(runner)
    assert runner.steps == list(analysis_jobs.STEPS)
    assert None not in [getattr(analysis, step) for step in analysis_jobs.STEPS]


def test_failing_step_is_tried_again_later_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    analysis_jobs.request_analysis(finished(), permanent=True, asked_by="")
    runner, waits = FakeRunner("tricks"), []
    for _ in range(3):
        assert analysis_jobs.run_next(runner)
        waits.append(Analysis.objects.get().due_at - timezone.now())
        Analysis.objects.update(due_at=timezone.now())
    assert [round(wait.total_seconds() / 60) for wait in waits] == [2, 10, 0]
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 3 + ["ERROR"]
    assert "it took too long" in caplog.text
    assert not any(record.exc_info for record in caplog.records)


def test_what_was_given_up_is_tried_again_when_somebody_asks() -> None:
    analysis = run_all(FakeRunner("points"))
    assert analysis_jobs.is_given_up(analysis)
    analysis_jobs.ask_again(analysis, "Ana")
    analysis.refresh_from_db()
    assert (analysis.asked_by, analysis_jobs.is_given_up(analysis)) == ("Ana", False)
    runner = FakeRunner()
    run_all(runner)
    assert runner.steps == ["points"]
    assert known().points == ["points", 2]
    analysis_jobs.ask_again(known(), "Ben")
    assert known().points == ["points", 2], "there is nothing to do"


def test_place_in_the_line() -> None:
    """Deals of a table come before imported ones, and the first of each visitor before the second of others."""
    for first, (permanent, asked_by) in enumerate([(True, "Ana"), (True, "Ana"), (False, "Ana"), (True, "Ben")], 1):
        another(first, permanent, asked_by)
    waiting = Analysis.objects.order_by("pk")
    assert [analysis_jobs.waiting_before(analysis) for analysis in waiting] == [0, 2, 3, 1]
    analysis_jobs._take()
    assert [analysis_jobs.waiting_before(analysis) for analysis in waiting] == [0, 2, 3, 1], "it is computed"


@pytest.mark.parametrize("stuck", analysis_jobs.STEPS)
def test_failing_step_does_not_block_the_other_steps(stuck: str) -> None:
    runner = FakeRunner(stuck)
    analysis = run_all(runner)
    assert {step for step in analysis_jobs.STEPS if getattr(analysis, step) is None} == {stuck}
    assert len(runner.steps) == 6


def another(first: int, permanent: bool = True, asked_by: str = "") -> str:
    """Queue a deal of its own for each first bid; return its record."""
    state = play_out(bid(new_deal(), first, 4, 4))
    return analysis_jobs.request_analysis(state, permanent=permanent, asked_by=asked_by).record


def records_in_turn(count: int) -> list[str]:
    """Run so many steps; return the records of their deals."""
    done: list[str] = []

    def run(record: str, _step: str) -> list[int]:
        done.append(record)
        return []

    for _ in range(count):
        assert analysis_jobs.run_next(run)
    return done


def test_nobody_is_refused_while_there_is_room() -> None:
    another(1, asked_by="Ana")
    another(2, permanent=False, asked_by="Ana")
    analysis_jobs.check_room("Ana", permanent=True)
    analysis_jobs.check_room("Ana", permanent=False)


@pytest.mark.parametrize(
    ("limit", "permanent", "asked_by", "refusal"),
    [
        ("MAX_QUEUED", True, "Ben", analysis_jobs.QueueFull),
        ("MAX_QUEUED_IMPORTS", False, "Ben", analysis_jobs.QueueFull),
        ("MAX_QUEUED_OF_ONE", True, "Ana", analysis_jobs.TooManyWaiting),
        ("MAX_QUEUED_OF_ONE", False, "Ana", analysis_jobs.TooManyWaiting),
    ],
)
def test_limits_of_the_queue(
    monkeypatch: pytest.MonkeyPatch, limit: str, permanent: bool, asked_by: str, refusal: type[Exception]
) -> None:
    monkeypatch.setattr(analysis_jobs, limit, 1)
    another(1, permanent=permanent, asked_by="Ana")
    with pytest.raises(refusal):
        analysis_jobs.check_room(asked_by, permanent=permanent)
    if limit != "MAX_QUEUED":
        analysis_jobs.check_room("Cleo", permanent=True)
    records_in_turn(len(analysis_jobs.STEPS))
    analysis_jobs.check_room(asked_by, permanent=permanent)


def test_visitor_whose_analyses_used_much_processor_time_is_refused_for_the_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    analysis_jobs.request_analysis(finished(), permanent=True, asked_by="Ana")
    analysis_jobs.check_room("Ana", permanent=True)
    assert analysis_jobs.run_next()
    monkeypatch.setattr(analysis_jobs, "SECONDS_AN_HOUR", 0.0001)
    with pytest.raises(analysis_jobs.AskedTooOften):
        analysis_jobs.check_room("Ana", permanent=True)
    analysis_jobs.check_room("Ben", permanent=True)


def test_imported_records_run_after_deals_of_tables() -> None:
    imported = another(1, permanent=False, asked_by="Ana")
    played = another(2, asked_by="Ana")
    assert records_in_turn(5) == [played] * 4 + [imported]


def test_one_who_asks_for_many_does_not_delay_others() -> None:
    """Ana asks for five deals, then Ben for one: steps of his and of hers take turns."""
    of_ana = [another(first, asked_by="Ana") for first in range(1, 6)]
    of_ben = another(6, asked_by="Ben")
    assert records_in_turn(6) == [of_ana[0], of_ben] * 3
    assert sorted(records_in_turn(3)) == sorted([of_ana[0], of_ben, of_ana[1]])
    assert records_in_turn(3) == [of_ana[1]] * 3


def test_a_deal_that_is_computed_is_its_players_turn_for_another_worker_too() -> None:
    first, second = another(1, asked_by="Ana"), another(2, asked_by="Ana")
    of_ben, seen = another(3, asked_by="Ben"), []

    def meanwhile(record: str, _step: str) -> list[int]:
        seen.append(record)
        if len(seen) < 3:
            analysis_jobs.run_next(meanwhile)
        return []

    analysis_jobs.run_next(meanwhile)
    assert seen == [first, of_ben, second]


def test_who_asked_is_forgotten_when_an_analysis_is_done_or_given_up() -> None:
    another(1, asked_by="Ana")
    records_in_turn(len(analysis_jobs.STEPS))
    assert not Analysis.objects.exclude(asked_by="").exists()
    run_all(FakeRunner(*analysis_jobs.STEPS))
    assert not Analysis.objects.exclude(asked_by="").exists()


def test_step_of_a_worker_that_died_runs_again_after_its_time() -> None:
    another(1)

    def die(_record: str, _step: str) -> None:
        raise SystemExit

    with pytest.raises(SystemExit):
        analysis_jobs.run_next(die)
    assert not analysis_jobs.run_next(FakeRunner()), "nobody knows yet that it died"
    Analysis.objects.update(due_at=F("due_at") - timedelta(seconds=analysis_jobs.TAKEN_SECONDS))
    assert len(records_in_turn(4)) == 4
    assert not Analysis.objects.filter(due_at__isnull=False).exists()


def test_step_may_use_processor_time_only_and_is_kept_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    record, kept = json.dumps(record_of(finished())), list[float]()
    assert analysis_jobs.run_step(record, "tricks", kept.append)
    assert kept == sorted(kept)
    assert kept[-1] > 0
    monkeypatch.setattr(analysis_jobs, "PROCESSOR_SECONDS", 0.001)
    with pytest.raises(StepFailed, match=r"it used 0\.001 seconds of processor time"):
        analysis_jobs.run_step(record, "thoughts")


def test_analysis_of_a_step_that_takes_its_time_is_taken_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    another(1)
    analysis = analysis_jobs._take()
    taken_until = Analysis.objects.get().due_at
    monkeypatch.setattr(
        analysis_jobs.time, "monotonic", iter([0.0, 1.0, analysis_jobs.TAKEN_SECONDS / 4, 0.0]).__next__
    )
    taken = analysis_jobs._Taken(analysis, threading.Event())
    taken.goes_on(0.0)
    assert Analysis.objects.get().due_at == taken_until
    taken.goes_on(0.0)
    assert Analysis.objects.get().due_at > taken_until


def test_step_of_a_process_that_ends_is_due_at_once_and_no_attempt() -> None:
    another(1)
    ending = threading.Event()
    ending.set()
    assert analysis_jobs.run_next(ending=ending)
    analysis = Analysis.objects.get()
    assert analysis.attempts == 0
    assert analysis.tricks is None
    assert analysis.due_at <= timezone.now()
    assert len(records_in_turn(4)) == 4


def test_step_is_computed_as_the_command_line_does() -> None:
    tricks = analysis_jobs.run_step(json.dumps(record_of(finished())), "tricks")
    assert len(tricks) == 52
    assert set(tricks[0].values()) == {13}


def test_invalid_record_is_a_step_that_fails() -> None:
    with pytest.raises(StepFailed, match="the record cannot be analysed"):
        analysis_jobs.run_step("{}", "tricks")


def test_failure_of_a_unit_fails_its_step_with_a_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> Generator[None, None, None]:
        yield
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(analysis_jobs, "_units_of", lambda _record, _step: fail())
    another(1)
    assert analysis_jobs.run_next()
    assert "ZeroDivisionError: a fault" in caplog.text
    assert isinstance(caplog.records[0].exc_info[1], ZeroDivisionError)
    assert Analysis.objects.get().due_at > timezone.now()


def test_worker_goes_on_after_a_cut_connection_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    steps = iter([OperationalError("cut"), None])

    def run_next(**_options: object) -> bool:
        if error := next(steps):
            raise error
        return True

    monkeypatch.setattr(analysis_jobs, "run_next", run_next)
    another(1)
    worker = analysis_jobs._Worker(lambda: None, threading.Event())
    assert [worker.work(), worker.work()] == [False, True]
    lines = [line for line in caplog.records if line.name == analysis_jobs.__name__]  # bots may be compiled beside it
    assert [(line.levelname, line.exc_info) for line in lines] == [("WARNING", None), ("WARNING", None)]


async def test_queue_is_served_until_it_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    served, endings = asyncio.Event(), list[threading.Event]()
    loop = asyncio.get_running_loop()

    def run_next(*, ending: threading.Event) -> bool:
        loop.call_soon_threadsafe(served.set)
        endings.append(ending)
        return ending.wait(10)

    monkeypatch.setattr(analysis_jobs, "run_next", run_next)
    monkeypatch.setattr(analysis_jobs, "delete_expired", lambda: None)
    monkeypatch.setattr(analysis_jobs, "backlog", lambda: (1, timedelta()))
    task = asyncio.create_task(analysis_jobs.run(lambda: None))
    await served.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert endings[0].is_set(), "the step that is computed was interrupted, and waited for"


def test_no_step_is_taken_while_the_solver_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    another(1)

    def killed() -> None:
        raise SystemExit

    monkeypatch.setattr(analysis_jobs, "_prepare", killed)
    with pytest.raises(SystemExit):
        analysis_jobs._Worker(lambda: None, threading.Event()).work()
    assert Analysis.objects.get().attempts == 0


def test_step_is_stored_while_redis_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    Analysis.objects.create(key="k", record="{}", due_at=timezone.now(), asked_by="ana")
    monkeypatch.setattr(cache, "get", Mock(side_effect=NotConnected))
    assert analysis_jobs.run_next(lambda _record, step: [step])
    stored = Analysis.objects.get()
    assert (stored.tricks, stored.attempts) == (["tricks"], 0)


def test_unit_that_never_ends_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = threading.Event()
    for name in ("UNIT_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(analysis_jobs, name, 0.01)
    monkeypatch.setattr(analysis_jobs, "_units_of", lambda *_: iter(ends.wait, None))
    with pytest.raises(analysis_jobs.StepFailed, match="not ended"):
        analysis_jobs.run_step("{}", "tricks")
    ends.set()
