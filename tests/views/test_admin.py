"""The admin's pages of games: enough to find and close a table, nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.snapshot import Stage
from tests.tables import look, new_player, open_table, play_on, to_play

pytestmark = pytest.mark.django_db

LIST = reverse("admin:games_game_changelist")


@pytest.fixture
def staff(client_for: Callable[[User], Client]) -> Client:
    user = new_player()
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="games"))
    return client_for(user)


def test_only_staff_get_in(client: Client, client_for: Callable[[User], Client]) -> None:
    for visitor in (client, client_for(new_player())):
        assert visitor.get(LIST).status_code == 302


def test_staff_sign_in_where_failed_attempts_are_counted(client: Client) -> None:
    answer = client.get(reverse("admin:login"))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_games_are_found_by_code_name_and_player(staff: Client) -> None:
    host = new_player()
    code, other = open_table(host), open_table(new_player())
    for word in (code, host.username):
        text = staff.get(LIST, {"q": word}).text
        assert code in text
        assert other not in text


def test_a_game_shows_its_log_in_words(staff: Client) -> None:
    code = open_table(new_player())
    play_on(code, to_play)
    answer = staff.get(reverse("admin:games_game_change", args=[Game.objects.get(code=code).pk]))
    assert answer.status_code == 200
    assert "deals." in answer.text
    assert "bids" in answer.text


@pytest.mark.parametrize(
    "lookup", ["secret__startswith", "deals__secret__startswith", "events__payload__icontains", "host__password"]
)
def test_a_secret_can_not_be_spelt_out_by_filters(staff: Client, lookup: str) -> None:
    code = open_table(new_player())
    answer = staff.get(LIST, {"code": code, lookup: "0"})
    assert answer.status_code == 400


def test_staff_may_close_a_table_but_not_edit_it(staff: Client) -> None:
    code = open_table(new_player())
    game = Game.objects.get(code=code)
    staff.post(reverse("admin:games_game_change", args=[game.pk]), {"name": "Changed"})
    assert Game.objects.get(code=code).name != "Changed"
    staff.post(LIST, {"action": "close_tables", "_selected_action": [game.pk]})
    assert look(code).stage is Stage.CLOSED
