"""The staff's first page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.site_config import counters
from accounts.site_config.counters import Counted
from games.models import Game
from games.play import due, ticker
from games.play.holding import Held
from games.staff.dashboard import dashboard
from tests.staff.people import MODERATOR, member
from tests.tables import Time, begin, new_player, open_table, three_people

pytestmark = pytest.mark.django_db

ClientFor = Callable[[User], Client]


def figures() -> dict[str, str]:
    return {figure.name: figure.value for figure in dashboard().figures}


def test_it_counts_what_runs_who_is_there_and_what_is_stuck() -> None:
    three_people()
    begin(new_player(), new_player())
    stuck = open_table(new_player())
    Game.objects.filter(code=stuck).update(due_at=timezone.now() - timedelta(minutes=5))
    shown = figures()
    assert shown["running games"] == "3"
    assert shown["players at a table now"] == "6", "bots don’t count"
    assert shown["stuck games"] == "1"


@pytest.mark.usefixtures("time")
def test_a_silent_ticker_is_said_and_one_that_is_late_says_how_late(monkeypatch: pytest.MonkeyPatch) -> None:
    assert figures()["ticker"] == "silent"
    monkeypatch.setattr(ticker, "serve_due", lambda _held: 0)
    ticker._serve(Held())
    assert figures()["ticker lag"] == "0.0 s"
    code = open_table(new_player())
    Game.objects.filter(code=code).update(due_at=timezone.now() - timedelta(seconds=90))
    assert figures()["ticker lag"] == "90.0 s"


@pytest.mark.usefixtures("time")
def test_errors_are_counted_as_they_are_logged() -> None:
    handler = counters.ErrorCounter(logging.ERROR)
    for name in ("games", "django.security.DisallowedHost"):
        handler.handle(logging.makeLogRecord({"name": name, "levelno": logging.ERROR}))
    assert figures()["errors today"] == "1"


@pytest.mark.django_db(transaction=True)
def test_time_outs_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time)
    three_people(clock="fast")
    time.passes(600)
    due.serve_due()
    assert counters.by_day(Counted.TIME_OUT)[-1] == 1


def test_the_page_has_figures_charts_and_their_tables_in_both_languages(client_for: ClientFor) -> None:
    three_people()
    client = client_for(member(MODERATOR))
    for language, words in (("en", "Games begun, day by day"), ("es", "Partidas empezadas, día a día")):
        page = client.get(reverse("admin:index"), headers={"accept-language": language}).text
        assert words in page
        assert page.count("<svg viewBox") == 4
