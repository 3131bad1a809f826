"""Redis out of reach: pages answer with a sentence and the right status, and what only counts goes without it."""

import logging
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import reverse
from redis.exceptions import ConnectionError as NotConnected, TimeoutError as TooSlow

from accounts.base import counters
from accounts.base.counters import Counter
from accounts.base.outages import OUTAGE, traceback_of
from accounts.models import User
from tests.clients import HTMX
from tests.tables import open_table, play_on, sensible, snapshot_for, to_play

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[NotConnected, TooSlow])
def outage(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, ana: User, client: Client) -> None:
    """Let every request to the cache fail, after Ana has signed in."""
    client.force_login(ana)
    for name in ("get", "get_many", "set", "set_many", "add", "incr"):
        monkeypatch.setattr(f"django.core.cache.cache.{name}", Mock(side_effect=request.param("out of reach")))


@pytest.mark.usefixtures("outage")
@pytest.mark.parametrize("address", ["games:home", "games:rules", "games:learn"])
def test_page_that_needs_no_redis_is_served(address: str, client: Client) -> None:
    assert client.get(reverse(address)).status_code == 200


@pytest.mark.usefixtures("outage")
def test_table_is_shown_and_played_on(ana: User, client: Client) -> None:
    code = open_table(ana)
    page = reverse("games:table", args=[code])
    assert client.get(page).status_code == 200
    before = play_on(code, to_play)
    move = {"version": before.version, "card": str(sensible(code).card)}  # type: ignore[union-attr]  # it is a play
    assert client.post(reverse("games:play", args=[code]), move, headers=HTMX).status_code == 200
    assert snapshot_for(code).version > before.version


@pytest.mark.usefixtures("outage")
@pytest.mark.parametrize("address", ["games:people"])
def test_page_is_answered_with_a_sentence(address: str, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        answer = client.get(reverse(address))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "The site is very busy" in answer.text
    assert "was not served: out of reach" in caplog.text
    assert not any(line.exc_info for line in caplog.records), "no traceback"


@pytest.mark.usefixtures("outage")
def test_counters_fail_without_a_word() -> None:
    counters.increment(Counter.ERROR)


def test_log_shows_tracebacks_of_all_errors_but_outages() -> None:
    mistake = KeyError("players")
    assert traceback_of(mistake) is mistake
    assert [traceback_of(kind("out of reach")) for kind in OUTAGE] == [None] * len(OUTAGE)
