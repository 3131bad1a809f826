"""The picture that messengers show for the link to a table: the result of a game that is over."""

import io
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from games.models import Game
from games.views.link_picture import has_picture
from tests.finished_games import played_game
from tests.pages.scenes import game_over
from tests.tables import new_player, three_people

pytestmark = pytest.mark.django_db


def picture(code: str) -> str:
    return reverse("games:table_picture", args=[code])


def finished() -> Game:
    game = played_game(new_player(), new_player(), None)
    assert game.stage == "over"
    return game


def test_link_to_a_finished_game_shows_its_result(client: Client) -> None:
    code = finished().code
    page = client.get(reverse("games:table", args=[code])).text
    assert f'property="og:image" content="http://testserver{picture(code)}?language=en"' in page
    answer = client.get(picture(code))
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert client.get(picture(code), {"language": "es"}).content != answer.content


def test_game_that_is_not_over_has_no_picture(client: Client) -> None:
    code = three_people()
    assert client.get(picture(code)).status_code == HTTPStatus.NOT_FOUND
    assert picture(code) not in client.get(reverse("games:table", args=[code])).text


def test_void_game_has_no_picture() -> None:
    over = game_over()
    assert has_picture(over.snapshot)
    assert not has_picture(over.changed(void="Two in one browser").snapshot)


def test_game_that_allows_no_spectators_shows_its_result_to_nobody(client: Client) -> None:
    game = finished()
    Game.objects.filter(pk=game.pk).update(spectators=False)
    assert client.get(picture(game.code)).status_code == HTTPStatus.FORBIDDEN
