"""The staff's dashboard."""

import logging
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.base import counters
from accounts.base.counters import Counter
from accounts.site_config.models import Process
from games.models import Game
from games.play import ticker
from games.staff.site import dashboard
from tests.clients import ClientFor
from tests.play.player_clocks import due_in
from tests.staff.people import MODERATOR, member
from tests.tables import Time, begin, new_player, open_table, three_people

pytestmark = pytest.mark.django_db


def figures() -> dict[str, str]:
    return {figure.name: figure.value for figure in dashboard().figures}


def test_running_games_present_players_and_stuck_games_are_counted() -> None:
    three_people()
    begin(new_player(), new_player())
    stuck = open_table(new_player())
    Game.objects.filter(code=stuck).update(due_at=timezone.now() - timedelta(minutes=5))
    shown = figures()
    assert shown["running games"] == "3"
    assert shown["players at a table now"] == "6", "bots don’t count"
    assert shown["stuck games"] == "1"


def test_staff_pages_name_the_icon_that_browsers_would_look_for(client_for: ClientFor) -> None:
    assert '<link rel="icon" href="/static/icon' in client_for(member(MODERATOR)).get(reverse("admin:index")).text


@pytest.mark.usefixtures("time")
def test_ticker_is_silent_or_shows_its_lag() -> None:
    assert figures()["ticker"] == "silent"
    now = timezone.now()
    Process.objects.create(name="ticker 1", started_at=now, seen_at=now, ticked_at=now)
    assert figures()["ticker lag"] == "0.0 s"
    code = open_table(new_player())
    Game.objects.filter(code=code).update(due_at=timezone.now() - timedelta(seconds=90))
    assert figures()["ticker lag"] == "90.0 s"


@pytest.mark.usefixtures("time")
def test_logged_errors_are_counted() -> None:
    handler = counters.ErrorCounter(logging.ERROR)
    for name in ("games", "django.security.DisallowedHost"):
        handler.handle(logging.makeLogRecord({"name": name, "levelno": logging.ERROR}))
    assert figures()["errors today"] == "1"


@pytest.mark.usefixtures("time")
def test_counter_that_the_cache_drops_meanwhile_raises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(counters.cache, "add", lambda *_: False)
        counters.increment(Counter.ERROR)
    assert figures()["errors today"] == "0"


@pytest.mark.django_db(transaction=True)
def test_time_outs_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time)
    code = three_people(clock="fast")
    time.passes(due_in(code))
    ticker.serve_due()
    assert counters.by_day(Counter.TIME_OUT)[-1] == 1


def test_dashboard_has_figures_and_charts_in_both_languages(client_for: ClientFor) -> None:
    three_people()
    client = client_for(member(MODERATOR))
    for language, words in (("en", "Games begun, day by day"), ("es", "Partidas empezadas, día a día")):
        page = client.get(reverse("admin:index"), headers={"accept-language": language}).text
        assert words in page
        assert page.count("<svg viewBox") == 4
