"""Analyses on PostgreSQL: each step is taken by one of several tickers."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Analysis
from games.review import analysis_jobs
from tests.tables import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("beside")]

TICKERS = 4
DEALS = 3


def test_each_step_is_taken_by_one_of_several_tickers() -> None:
    Analysis.objects.all().delete()
    due = timezone.now() - timedelta(seconds=1)
    for number in range(DEALS):
        Analysis.objects.create(key=f"key {number}", record=f"{number}", due_at=due, asked_by=f"player {number}")
    taken = Counter[tuple[str, str]]()

    def run(record: str, step: str) -> list[Any]:
        taken[record, step] += 1
        return []

    def serve(_number: int) -> str:
        return str(sum(iter(lambda: analysis_jobs.run_next(run), False)))

    while Analysis.objects.filter(due_at__isnull=False).exists():
        at_once(TICKERS, serve)
    assert taken == {(f"{number}", step): 1 for number in range(DEALS) for step in analysis_jobs.STEPS}
