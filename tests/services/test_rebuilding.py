"""Histories, statistics and ratings worked out anew: equal to what play wrote down, or put right."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games.models import Deal, DealResult, GameResult, Rating, RatingChange, Tally
from games.play import voiding
from tests.pasts import NOON, past_game
from tests.tables import new_player

pytestmark = pytest.mark.django_db

STOCK = """
import random, django
django.setup()
from tests.benchmarks import sample_history
sample_history.STOCK = 1
for (rules, dealer), [(secret, _state)] in sample_history._stock(random.Random(1)).items():
    print(rules, dealer, secret)
"""


@pytest.fixture
def _past() -> None:
    """Some games of three people and of people and bots, one of them void, one running."""
    people = [new_player() for _ in range(3)]
    for number in range(4):
        past_game(*people, at=NOON + timedelta(days=20 * number), seed=number)
    past_game(people[0], None, people[1], seed=9)
    past_game(*people, seed=10, finished=False)
    voiding.void(code=past_game(*people, seed=11).code, by=people[0], reason="A test")


def rebuilt() -> str:
    said = StringIO()
    call_command("rebuild_statistics", stdout=said)
    return said.getvalue()


@pytest.mark.usefixtures("_past")
def test_what_play_wrote_down_is_what_the_deals_say() -> None:
    said = rebuilt()
    assert "Everything stored is what the deals say." in said
    assert said.count("all equal") == 5


@pytest.mark.usefixtures("_past")
@pytest.mark.parametrize(
    ("model", "field"),
    [(DealResult, "points"), (GameResult, "bags"), (Tally, "points"), (RatingChange, "mu"), (Rating, "wins")],
)
def test_a_wrong_row_is_found_and_put_right(model: type[Tally], field: str) -> None:
    row = model.objects.order_by("pk")[1]
    before = model.objects.filter(pk=row.pk).values_list(field).get()
    model.objects.filter(pk=row.pk).update(**{field: F(field) + 1})
    assert "1 differed and were put right" in rebuilt()
    assert "Everything stored is what the deals say." in rebuilt()
    assert before in model.objects.values_list(field)


@pytest.mark.usefixtures("_past")
@pytest.mark.parametrize("model", [DealResult, GameResult, Tally, RatingChange, Rating])
def test_missing_rows_come_back(model: type[Tally]) -> None:
    count = model.objects.count()
    model.objects.all().delete()
    assert f"{count} differed and were put right" in rebuilt()
    assert model.objects.count() == count
    assert "Everything stored is what the deals say." in rebuilt()


@pytest.mark.usefixtures("_past")
def test_a_row_too_many_goes() -> None:
    row = Tally.objects.order_by("pk")[0]
    row.pk, row.contract, row.tricks = None, 13, 13
    row.save()
    assert "1 differed" in rebuilt()
    assert not Tally.objects.filter(contract=13, tricks=13).exists()


@pytest.mark.usefixtures("_past")
def test_a_past_is_invented_only_where_there_is_none() -> None:
    with pytest.raises(CommandError, match="empty database"):
        call_command("generate_history", deals=10)


def test_a_seed_invents_the_same_in_every_process() -> None:
    """Python hashes words differently in each."""
    one, other = (
        subprocess.check_output([sys.executable, "-c", STOCK], env=os.environ | {"PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    )
    assert one
    assert one == other


def test_an_invented_past_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.benchmarks.sample_history.STOCK", 1)
    said = StringIO()
    call_command("generate_history", deals=60, players=5, star="Estrella", stdout=said)
    assert Deal.objects.filter(finished=True).count() >= 60
    assert "Everything stored is what the deals say." in rebuilt()
