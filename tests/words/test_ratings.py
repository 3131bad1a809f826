"""How sure a rating is, in words: no page shows the exact figure beside the rating, except in a fold."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.words.ratings import sureness
from tests.finished_games import NOON, played_game
from tests.tables import new_player


@pytest.mark.parametrize(
    ("games", "give_or_take", "words"),
    [(1, 479, "still provisional"), (9, 120, "still provisional"), (10, 300, "fairly sure"), (60, 90, "sure")],
)
def test_sureness_follows_games_and_uncertainty(games: int, give_or_take: int, words: str) -> None:
    assert sureness(games, give_or_take) == words


@pytest.mark.django_db
def test_exact_figure_of_a_rating_is_only_in_folds(client: Client) -> None:
    people = [new_player() for _ in range(3)]
    played_game(*people, at=NOON)
    User.objects.update(is_guest=False)
    profile = reverse("games:player", args=[people[0].username])
    for address in (profile, reverse("games:ranks") + "?company=people", reverse("games:ranks")):
        text = client.get(address).text
        assert "±" not in re.sub(r"<details.*?</details>", "", text, flags=re.DOTALL), address
        assert "still provisional" in text
    assert re.search(r"\d+ ±\N{NO-BREAK SPACE}\d+", client.get(profile).text), "the fold of the profile has it"
