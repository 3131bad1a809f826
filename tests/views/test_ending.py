"""The end of a game: ratings, links to the players, and void games."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.base.choices import Visibility
from accounts.models import User
from games.lobby import tables
from games.models import Game, RatingChange
from games.play import game_moderation
from tests.clients import ClientFor
from tests.finished_games import played_game
from tests.tables import begin, gather, new_player, play_on, scored

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [new_player() for _ in range(3)]


def table(code: str) -> str:
    return reverse("games:table", args=[code])


def page_of(user: User) -> str:
    return f'href="{reverse("games:player", args=[user.username])}"'


def rating_line(game: Game, user: User) -> str:
    """Return what the end of the game says of a player's rating: "rating 1523 (+23)", or "Rating 1523, up 23"."""
    change = RatingChange.objects.get(game=game, user=user, ladder__bidding="", ladder__month="")
    return f"ating {round(60 * change.mu)}"


def test_ratings_are_shown_only_to_visitors_allowed_by_the_player(
    client: Client, client_for: ClientFor, people: list[User]
) -> None:
    game = played_game(*people)
    for player, visibility in zip(people, Visibility, strict=True):
        player.visibility = visibility
        player.save()
    public, players, private = (rating_line(game, player) for player in people)
    assert private not in (public, players)
    for visitor, seen in [
        (client, [True, False, False]),
        (client_for(people[0]), [True, True, False]),
        (client_for(people[2]), [True, True, True]),
    ]:
        text = visitor.get(table(game.code)).text
        assert [line in text for line in (public, players, private)] == seen


def test_only_an_ended_game_links_to_its_players(client: Client, people: list[User]) -> None:
    game = played_game(people[0], people[1], None)
    for address in (table(game.code), reverse("games:sheet", args=[game.code])):
        text = client.get(address).text
        assert page_of(people[0]) in text
        assert page_of(people[1]) in text
        assert "/players/Bot" not in text
    code = begin(people[2])
    play_on(code, scored)
    for address in (table(code), reverse("games:sheet", args=[code])):
        assert page_of(people[2]) not in client.get(address).text


def test_void_game_says_so_and_shows_no_rating(client: Client, people: list[User]) -> None:
    game = played_game(*people)
    lines = [rating_line(game, player) for player in people]
    game_moderation.void(code=game.code, by=people[0], public_reason="A broken clock", reason="Said by Mia")
    for address in (table(game.code), reverse("games:sheet", args=[game.code])):
        text = client.get(address).text
        assert "declared void" in text
        assert "A broken clock" in text
        assert "Mia" not in text, "the other reason is for staff"
        assert not any(line in text for line in lines)


def test_lobby_links_to_waiting_people_but_not_to_bots(client: Client, people: list[User]) -> None:
    code = gather(people[0], public=True)
    tables.seat_bot(code=code, host=people[0], player=1)
    text = client.get(reverse("games:home")).text
    assert page_of(people[0]) in text
    assert text.count('href="/players/') == 1
