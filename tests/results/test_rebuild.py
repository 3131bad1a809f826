"""The rebuild of results, statistics and ratings from the deals."""

from datetime import timedelta

import pytest
from django.db.models import F

from games.models import DealResult, GameResult, Rating, RatingChange, Tally
from games.play import game_moderation
from tests.finished_games import NOON, played_game, rebuilt
from tests.tables import new_player

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _play_games(rows_of_the_module: None) -> None:  # noqa: ARG001  # in which they stay
    """Play games of three people and of people and bots, one of them void and one running."""
    people = [new_player() for _ in range(3)]
    for number in range(4):
        played_game(*people, at=NOON + timedelta(days=20 * number), seed=number)
    played_game(people[0], None, people[1], seed=9)
    played_game(*people, seed=10, finished=False)
    game_moderation.void(code=played_game(*people, seed=11).code, by=people[0], public_reason="A test", reason="A note")


@pytest.mark.usefixtures("_play_games")
def test_results_of_play_equal_the_rebuilt_ones() -> None:
    printed = rebuilt()
    assert "Everything stored is what the deals say." in printed
    assert printed.count("all equal") == 7


@pytest.mark.usefixtures("_play_games")
@pytest.mark.parametrize(
    ("model", "field"),
    [(DealResult, "points"), (GameResult, "bags"), (Tally, "points"), (RatingChange, "mu"), (Rating, "wins")],
)
def test_wrong_row_is_reported_and_corrected(model: type[Tally], field: str) -> None:
    row = model.objects.order_by("pk")[1]
    before = model.objects.filter(pk=row.pk).values_list(field).get()
    model.objects.filter(pk=row.pk).update(**{field: F(field) + 1})
    assert "1 differed and were put right" in rebuilt()
    assert "Everything stored is what the deals say." in rebuilt()
    assert before in model.objects.values_list(field)


@pytest.mark.usefixtures("_play_games")
@pytest.mark.parametrize("model", [DealResult, GameResult, Tally, RatingChange, Rating])
def test_missing_rows_are_restored(model: type[Tally]) -> None:
    count = model.objects.count()
    model.objects.all().delete()
    assert f"{count} differed and were put right" in rebuilt()
    assert model.objects.count() == count
    assert "Everything stored is what the deals say." in rebuilt()


@pytest.mark.usefixtures("_play_games")
def test_superfluous_row_is_deleted() -> None:
    row = Tally.objects.order_by("pk")[0]
    row.pk, row.contract, row.tricks = None, 13, 13
    row.save()
    assert "1 differed" in rebuilt()
    assert not Tally.objects.filter(contract=13, tricks=13).exists()
