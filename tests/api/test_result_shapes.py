"""The description of the API names every value of a result: those of the files that players download."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from ninja import Schema
from pydantic import create_model

from games.api.site import the_api
from games.competitions.sets import closing
from tests.api.programs import Program
from tests.clients import ClientFor
from tests.competitions.sets.sets import challenge
from tests.competitions.sets.test_challenges import finish
from tests.finished_games import played_game
from tests.history.players_pages import content, page
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def described(name: str) -> set[str]:
    """Return the fields of this shape in the description."""
    return set(the_api().get_openapi_schema()["components"]["schemas"][name]["properties"])


@pytest.mark.parametrize(("kind", "shape"), [("games", "GameResult"), ("deals", "DealResult")])
def test_rows_of_a_player_are_described_and_those_of_the_file(client: Client, kind: str, shape: str) -> None:
    player = new_player()
    played_game(player, None, None)
    rows = Program(player).get(f"/players/{player.username}/{kind}")["results"]
    assert rows == json.loads(content(client.get(page(player, f"{kind}.json"))))
    assert {frozenset(row) for row in rows} == {frozenset(described(shape))}


def all_shapes() -> Iterator[type[Schema]]:
    """Yield the shapes of all operations."""
    the_api()
    left = list(Schema.__subclasses__())
    while left:
        shape = left.pop()
        left += shape.__subclasses__()
        if shape.__module__.startswith("games."):
            yield shape


def test_numbers_that_are_computed_have_four_digits() -> None:
    models = list(all_shapes())
    assert len(models) > 50
    fields = [field for model in models for field in model.model_fields.values() if "float" in str(field.annotation)]
    for field in fields:
        assert field.annotation is not None
        shape = create_model("Shape", value=(field.annotation, field))
        assert shape.model_validate({"value": 0.7899999999999684}).model_dump() == {"value": 0.79}, field


@pytest.mark.parametrize("closed", [False, True])
def test_results_of_a_set_are_described_and_those_of_the_file(client_for: ClientFor, *, closed: bool) -> None:
    of_set, users = challenge(boards=3), [new_player() for _ in range(2)]
    for user, points in zip(users, (50, -60), strict=True):
        finish(of_set, user, points)
    if closed:
        of_set.kind, of_set.closes_at = "special", timezone.now() + timedelta(hours=1)
        of_set.save()
        closing.store_results(of_set, timezone.now())
    results = Program(users[0]).get(f"/sets/{of_set.code}")
    assert results == client_for(users[0]).get(reverse("games:set_json", args=[of_set.code])).json()
    assert set(results) == described("SetResults")
    assert {frozenset(line) for line in results["ladder"]} == {frozenset(described("LadderLine"))}
    boards = results["boards"]
    assert {frozenset(board) for board in boards} == {frozenset(described("BoardResults"))}
    assert {frozenset(row) for board in boards for row in board["results"]} == {frozenset(described("BoardResult"))}
