"""The queue of deal analyses."""

import json
import subprocess
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.engine import State, record_of
from games.models import Analysis
from games.review import analysis_jobs
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
            raise subprocess.CalledProcessError(1, "analysis")
        return [step, json.loads(record)["dealer"]]


def run_all(runner: FakeRunner) -> Analysis:
    """Run all attempts, also those due later, and return the analysis of the deal."""
    analysis = analysis_jobs.request_analysis(finished(), permanent=True)
    assert analysis is not None
    while analysis_jobs.run_next(runner):
        Analysis.objects.filter(due_at__isnull=False).update(due_at=timezone.now() - timedelta(seconds=1))
    analysis.refresh_from_db()
    assert analysis.due_at is None
    return analysis


def known() -> Analysis | None:
    return analysis_jobs.find_analysis(finished(), permanent=True)


def test_analysis_of_an_imported_record_becomes_permanent_for_a_deal_of_a_table() -> None:
    imported = analysis_jobs.request_analysis(finished(), permanent=False)
    assert imported is not None
    assert known() == imported
    Analysis.objects.filter(expires_at__isnull=False).update(expires_at=timezone.now() - timedelta(days=1))
    analysis_jobs.delete_expired()
    assert known() == imported


def test_deal_is_queued_once() -> None:
    assert known() is None
    first = analysis_jobs.request_analysis(finished(), permanent=True)
    assert first == analysis_jobs.request_analysis(finished(), permanent=True) == known()
    assert first is not None
    assert json.loads(first.record) == record_of(finished())
    assert Analysis.objects.count() == 1


def test_steps_run_in_order_and_then_nothing_is_due() -> None:
    analysis_jobs.request_analysis(finished(), permanent=True)
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
    analysis_jobs.request_analysis(finished(), permanent=True)

    def meanwhile(_record: str, _what: str) -> Any:
        assert not analysis_jobs.run_next(FakeRunner())
        return []

    assert analysis_jobs.run_next(meanwhile)


def test_failing_step_is_given_up_after_three_attempts() -> None:
    runner = FakeRunner(*analysis_jobs.STEPS)
    analysis = run_all(runner)
    assert runner.steps == [step for step in analysis_jobs.STEPS for _ in range(3)]
    assert [getattr(analysis, step) for step in analysis_jobs.STEPS] == [None] * 4


@pytest.mark.parametrize("stuck", analysis_jobs.STEPS)
def test_failing_step_does_not_block_the_other_steps(stuck: str) -> None:
    runner = FakeRunner(stuck)
    analysis = run_all(runner)
    assert {step for step in analysis_jobs.STEPS if getattr(analysis, step) is None} == {stuck}
    assert len(runner.steps) == 6


def test_request_is_refused_when_the_queue_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_jobs, "MAX_QUEUED", 1)
    assert analysis_jobs.request_analysis(finished(), permanent=True) is not None
    assert analysis_jobs.request_analysis(play_out(bid(new_deal(), 4, 4, 4)), permanent=True) is None
    assert Analysis.objects.count() == 1


def test_imported_records_run_after_deals_of_tables_and_have_a_smaller_share_of_the_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis_jobs, "MAX_QUEUED_IMPORTS", 1)
    imported, played, more = finished(), play_out(bid(new_deal(), 4, 4, 4)), play_out(bid(new_deal(), 5, 3, 3))
    assert analysis_jobs.request_analysis(imported, permanent=False) is not None
    assert analysis_jobs.request_analysis(more, permanent=False) is None
    assert analysis_jobs.request_analysis(played, permanent=True) is not None
    done: list[str] = []
    analysis_jobs.run_next(lambda record, _step: done.append(record))
    assert done == [json.dumps(record_of(played), separators=(",", ":"))]


@pytest.mark.slow
def test_subprocess_analyses_a_record() -> None:
    tricks = analysis_jobs.run_step(json.dumps(record_of(finished())), "tricks")
    assert len(tricks) == 52
    assert set(tricks[0].values()) == {13}


@pytest.mark.slow
def test_invalid_record_fails_in_the_subprocess_only() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        analysis_jobs.run_step("{}", "tricks")


def test_worker_goes_on_after_a_cut_connection_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    steps = iter([OperationalError("cut"), KeyboardInterrupt()])

    def run_next() -> bool:
        raise next(steps)

    monkeypatch.setattr(analysis_jobs, "run_next", run_next)
    monkeypatch.setattr(analysis_jobs, "IDLE_SECONDS", 0)
    with pytest.raises(KeyboardInterrupt):
        analysis_jobs._work()
    assert [(line.levelname, line.exc_info) for line in caplog.records] == [("WARNING", None)]
