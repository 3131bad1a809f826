"""A site that has run for an hour: right after a start nobody counts as gone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.pairing import opened_tables


@pytest.fixture(autouse=True)
def _site_runs_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_tables, "_STARTED", timezone.now() - timedelta(hours=1))
