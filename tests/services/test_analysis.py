"""Analyses: asked for once, worked out by a process of their own, kept, and given up after three failures."""

from __future__ import annotations

import json
import subprocess
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.engine import State, record_of
from games.models import Analysis
from games.review import analysis_jobs
from tests.builders import (
    ONE_SUIT_EACH,
    bid,
    new_deal,
    play_out,
)

pytestmark = pytest.mark.django_db


def finished() -> State:
    return play_out(bid(new_deal(ONE_SUIT_EACH), 13, 0, 0))


class Analyst:
    """Stands in for the process: notes what it is asked, answers or fails."""

    def __init__(self, *fails: str) -> None:
        self.asked: list[str] = []
        self.fails = fails

    def __call__(self, record: str, what: str) -> Any:
        self.asked.append(what)
        if what in self.fails:
            raise subprocess.CalledProcessError(1, "analysis")
        return [what, json.loads(record)["dealer"]]


def serve_patiently(analyst: Analyst) -> Analysis:
    """The analysis of a deal after all that was tried, at once or later."""
    asked = analysis_jobs.ask(finished(), for_good=True)
    assert asked is not None
    while analysis_jobs.serve_due(analyst):
        Analysis.objects.filter(due_at__isnull=False).update(due_at=timezone.now() - timedelta(seconds=1))
    asked.refresh_from_db()
    assert asked.due_at is None
    return asked


def known() -> Analysis | None:
    return analysis_jobs.find(finished(), for_good=True)


def test_a_deal_that_was_brought_along_first_is_kept_once_it_is_one_of_ours() -> None:
    brought = analysis_jobs.ask(finished(), for_good=False)
    assert brought is not None
    assert known() == brought
    Analysis.objects.filter(kept_until__isnull=False).update(kept_until=timezone.now() - timedelta(days=1))
    analysis_jobs.forget_old()
    assert known() == brought


def test_a_deal_is_put_in_line_once() -> None:
    assert known() is None
    first = analysis_jobs.ask(finished(), for_good=True)
    assert first == analysis_jobs.ask(finished(), for_good=True) == known()
    assert first is not None
    assert json.loads(first.record) == record_of(finished())
    assert Analysis.objects.count() == 1


def test_the_tricks_come_first_the_bids_last_and_then_nothing_is_owed() -> None:
    analysis_jobs.ask(finished(), for_good=True)
    analyst = Analyst()
    assert analysis_jobs.serve_due(analyst)
    halfway = known()
    assert halfway is not None
    assert (halfway.tricks, halfway.thoughts, halfway.bids) == (["tricks", 2], None, None)
    assert analysis_jobs.serve_due(analyst)
    assert analysis_jobs.serve_due(analyst)
    assert not analysis_jobs.serve_due(analyst)
    assert analyst.asked == ["tricks", "thoughts", "bids"]
    end = known()
    assert end is not None
    assert (end.tricks, end.thoughts, end.bids) == (["tricks", 2], ["thoughts", 2], ["bids", 2])
    assert end.due_at is None


def test_what_is_being_worked_on_is_not_taken_by_another() -> None:
    analysis_jobs.ask(finished(), for_good=True)

    def meanwhile(_record: str, _what: str) -> Any:
        assert not analysis_jobs.serve_due(Analyst())
        return []

    assert analysis_jobs.serve_due(meanwhile)


def test_work_that_fails_is_tried_again_later_and_given_up_after_three_times() -> None:
    analyst = Analyst(*analysis_jobs.STEPS)
    asked = serve_patiently(analyst)
    assert analyst.asked == ["tricks"] * 3 + ["thoughts"] * 3 + ["bids"] * 3
    assert (asked.tricks, asked.thoughts, asked.bids) == (None, None, None)


@pytest.mark.parametrize("stuck", analysis_jobs.STEPS)
def test_a_step_that_keeps_failing_does_not_hold_up_the_others(stuck: str) -> None:
    analyst = Analyst(stuck)
    asked = serve_patiently(analyst)
    assert {step for step in analysis_jobs.STEPS if getattr(asked, step) is None} == {stuck}
    assert len(analyst.asked) == 5


def test_a_long_line_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_jobs, "LONGEST_QUEUE", 1)
    assert analysis_jobs.ask(finished(), for_good=True) is not None
    assert analysis_jobs.ask(play_out(bid(new_deal(), 4, 4, 4)), for_good=True) is None
    assert Analysis.objects.count() == 1


def test_deals_brought_along_wait_behind_those_played_here_and_take_less_of_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis_jobs, "MOST_BROUGHT", 1)
    brought, played, more = finished(), play_out(bid(new_deal(), 4, 4, 4)), play_out(bid(new_deal(), 5, 3, 3))
    assert analysis_jobs.ask(brought, for_good=False) is not None
    assert analysis_jobs.ask(more, for_good=False) is None
    assert analysis_jobs.ask(played, for_good=True) is not None
    done: list[str] = []
    analysis_jobs.serve_due(lambda record, _step: done.append(record))
    assert done == [json.dumps(record_of(played), separators=(",", ":"))]


def test_the_process_itself_works_a_record_out() -> None:
    tricks = analysis_jobs.work(json.dumps(record_of(finished())), "tricks")
    assert len(tricks) == 52
    assert set(tricks[0].values()) == {13}


def test_a_record_that_can_t_be_analysed_is_a_failure_of_the_process_alone() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        analysis_jobs.work("{}", "tricks")
