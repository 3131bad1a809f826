"""What a new kind of competition costs: it is defined here, opened, played, ranked, exported, and shown on Today."""

import csv
import io
from datetime import UTC, timedelta
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.competitions.sets import closing, subject
from games.competitions.sets.kinds import SET_KINDS, Kind
from games.engine import PeekRule, Rules
from games.models import DealSet, SetResult
from games.subjects import Subject
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, play
from tests.tables import new_player

pytestmark = pytest.mark.django_db

SUBJECT: Final = Subject(
    set_kinds=[
        Kind(
            code="pair",
            name="two a day",
            title=lambda of_set: f"Two a day, {of_set.day}",
            short=lambda of_set: f"Two, {of_set.day}",
            rules_of_day=lambda _day: [Rules(), Rules(peek=PeekRule.FOUR)],
        )
    ]
)
"""All that a package with this kind of competition would have to plug in."""


@pytest.fixture(autouse=True)
def _plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SET_KINDS, "_by_code", dict(SET_KINDS._by_code))
    SET_KINDS.register(SUBJECT.set_kinds)


@pytest.fixture
def pair() -> DealSet:
    """The set of today, as a ticker opens it; its bots are Beginners, so that they need not be compiled."""
    subject.serve()
    of_set = DealSet.objects.get(kind="pair", day=timezone.now().astimezone(UTC).date())
    of_set.bot_level = "beginner"
    of_set.save()
    return of_set


def test_set_of_new_kind_is_opened_once_a_day_under_its_rules(pair: DealSet) -> None:
    subject.serve()
    assert DealSet.objects.filter(kind="pair", day=pair.day).count() == 1
    assert [board.peek for board in pair.boards.order_by("number")] == [Rules().peek, "four"]


def test_set_of_new_kind_is_on_today_and_begins_from_there(pair: DealSet, client_for: ClientFor) -> None:
    client, play_first = client_for(new_player()), reverse("games:play_board", args=[pair.code, 1])
    page = client.get(reverse("games:today")).text
    assert f"Two a day, {pair.day}" in page
    assert play_first in page
    table = client.post(play_first, follow=True)
    assert f"Two, {pair.day}: deal 1" in table.text


def test_set_of_new_kind_is_played_ranked_and_exported(pair: DealSet, client: Client) -> None:
    people = [new_player(), new_player()]
    for seed, person in enumerate(people):
        for number in (1, 2):
            play(board_of(pair, number), person, seed=seed)
    assert client.get(reverse("games:set_csv", args=[pair.code])).status_code == 403, "others are still playing"
    pair.boards.update(expert_wanted=True, expert_points=0)
    DealSet.objects.filter(pk=pair.pk).update(closes_at=timezone.now() - timedelta(minutes=1))
    closing.close_due(timezone.now())
    assert set(SetResult.objects.filter(deal_set=pair).values_list("user", flat=True)) == {each.pk for each in people}
    rows = list(
        csv.DictReader(io.StringIO(client.get(reverse("games:set_csv", args=[pair.code])).text.lstrip("\ufeff")))
    )
    assert {row["player"] for row in rows} == {each.username for each in people}
    assert all(row["board 1"] and row["board 2"] for row in rows)
    assert people[0].username in client.get(reverse("games:deal_set", args=[pair.code])).text
    assert f"Two a day, {pair.day}" in client.get(reverse("games:today")).text, "among the earlier deals"
    assert reverse("games:deal_set", args=[pair.code]) in client.get("/sitemap.xml").text
